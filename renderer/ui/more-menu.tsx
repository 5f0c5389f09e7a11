import { Ellipsis } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu-popup.tsx';
import css from './more-menu.module.css';

/** Last button of an action row: rarely used actions. */
export function MoreMenu({
  items,
  label = 'More',
}: {
  readonly items: readonly MenuItem[];
  /** Tells the buttons of several rows apart. */
  readonly label?: string;
}) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={label} className={css['square']}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      }
      items={items}
    />
  );
}
