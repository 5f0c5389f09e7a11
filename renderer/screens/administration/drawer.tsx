import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { classes } from '../../ui/classes.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './administration.module.css';

export interface BesideProps {
  /** The table and its filter. */
  readonly children: ReactNode;
  /** The drawer of the chosen row. */
  readonly drawer?: ReactNode;
}

/** A table and the drawer beside it; below it if there is not enough room. */
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
  /** Buttons below the title. */
  readonly actions?: ReactNode;
  /** Called by Escape or the cross. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details of one row. Takes the focus when it opens, and returns it when it closes. */
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
