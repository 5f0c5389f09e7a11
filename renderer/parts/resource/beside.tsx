import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './resource.module.css';

export interface BesideProps {
  /** The table and its filter. */
  readonly children: ReactNode;
  /** The details of the chosen row. */
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
