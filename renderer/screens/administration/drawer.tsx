import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { classes } from '../../ui/classes.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './administration.module.css';

export interface BesideProps {
  /** The table, and what filters it. */
  readonly children: ReactNode;
  /** The one that is chosen. */
  readonly drawer?: ReactNode;
}

/** A table and the drawer beside it; below it where there is no room. */
export function Beside({ children, drawer }: BesideProps) {
  return (
    <div className={classes(sideCss['beside'], css['beside'])}>
      <div className={sideCss['parts']}>
        <div className={sideCss['tableSide']}>{children}</div>
        {drawer}
      </div>
    </div>
  );
}

export interface DrawerProps {
  readonly title: string;
  /** Below the title: what can be done. */
  readonly actions?: ReactNode;
  /** Escape, or the cross. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What is known of one row. The focus goes there when it opens, and back where it came from when it closes. */
export function Drawer({ title, actions, onClose, children }: DrawerProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const from = document.activeElement;
    box.current?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, []);
  return (
    <aside
      ref={box}
      className={classes(sideCss['drawer'], css['drawer'])}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={css['drawerHead']}>
        <h3 className={css['drawerTitle']} data-selectable>
          {title}
        </h3>
        <IconButton small icon={X} label="Close details" onClick={onClose} />
      </header>
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      {children}
    </aside>
  );
}
