import { Menu as Base } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { MenuPopup } from './menu-popup.tsx';
import type { MenuItem } from './menu-popup.tsx';

/** A long menu moves up as far as it must, and shows all of its items if the window can. */
const inWindow = { side: 'shift', align: 'shift' } as const;

export interface ContextMenuProps {
  /** Window coordinates in px. */
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

/** A menu at a point, for elements without a menu button; Escape or a choice closes it. */
export function ContextMenu({ at, items, onClose }: ContextMenuProps) {
  const { x, y } = at;
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y]);
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <MenuPopup items={items} anchor={anchor} side="bottom" align="start" collisionAvoidance={inWindow} />
    </Base.Root>
  );
}
