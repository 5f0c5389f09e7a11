/** Popup and items shared by all menus. */
import { Menu as Base } from '@base-ui/react/menu';
import type { MenuPositionerProps } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { keyMap, type KeyId } from '../../shared/ipc/key-map.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { shortcut } from './key-hint.tsx';
import { Stack } from './layout.tsx';
import css from './popup.module.css';

export interface MenuAction {
  readonly kind?: 'action';
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Key of the map that does the same while its screen offers the menu (`menuActions`); shown beside the label. */
  readonly key?: KeyId;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Reason it is disabled, or an explanation; shown under the label. */
  readonly reason?: string | undefined;
  readonly onSelect: () => void;
}

/** One of several options; selecting leaves the menu's other items unchanged. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onValue: (value: string) => void;
}

export type MenuItem = MenuAction | MenuChoice | 'separator';

export interface MenuPopupProps extends Pick<
  MenuPositionerProps,
  'anchor' | 'side' | 'align' | 'sideOffset' | 'collisionAvoidance'
> {
  readonly items: readonly MenuItem[];
}

/** The popup, inside the root of a menu. */
export function MenuPopup({ items, ...place }: MenuPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner className={css['positioner']} {...place}>
        <Base.Popup className={classes(css['popup'], css['menu'])}>
          {items.map((item, index) => (
            <Fragment key={item === 'separator' ? index : item.label}>{menuItem(item)}</Fragment>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function menuItem(item: MenuItem) {
  if (item === 'separator') return <Base.Separator className={css['separator']} />;
  if (item.kind === 'choice') return <Choice item={item} />;
  return (
    <Base.Item
      className={classes(
        css['item'],
        item.danger === true && css['danger'],
        item.reason !== undefined && css['explained'],
      )}
      disabled={item.disabled === true}
      onClick={item.onSelect}
    >
      {item.icon !== undefined && (
        <span className={css['icon']}>
          <Icon of={item.icon} />
        </span>
      )}
      {item.reason === undefined ? (
        item.label
      ) : (
        <Stack as="span" shrinks>
          <span>{item.label}</span>
          <span className={css['reason']}>{item.reason}</span>
        </Stack>
      )}
      {item.key !== undefined && <span className={css['keys']}>{shortcut(keyMap[item.key].keys)}</span>}
    </Base.Item>
  );
}

function Choice({ item }: { readonly item: MenuChoice }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={css['groupLabel']}>{item.label}</Base.GroupLabel>
      <Base.RadioGroup value={item.value} onValueChange={(value: string) => item.onValue(value)}>
        {item.options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={css['item']}>
            <span className={css['check']}>
              <Base.RadioItemIndicator>
                <Icon of={Check} />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
