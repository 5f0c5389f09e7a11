import { Menu as Base } from '@base-ui/react/menu';
import { useLayoutEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { setMenuItems } from './menu-items.ts';
import { MenuPopup } from './menu-popup.tsx';
import type { MenuItem } from './menu-popup.tsx';

export interface MenuProps {
  /** Button that opens it, e.g. an `IconButton`'s plain form: it receives the trigger's attributes and ref. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly side?: 'bottom' | 'top' | 'right';
  readonly align?: 'start' | 'end';
  readonly onOpen?: () => void;
}

/** A menu of actions behind a button. */
export function Menu({ trigger, items, side = 'bottom', align = 'end', onOpen }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (button.current !== null) setMenuItems(button.current, items);
  });
  return (
    <Base.Root
      onOpenChange={(open) => {
        if (open) onOpen?.();
      }}
    >
      <Base.Trigger ref={button} render={trigger} />
      <MenuPopup items={items} side={side} align={align} sideOffset={4} />
    </Base.Root>
  );
}
