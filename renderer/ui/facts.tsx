import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './facts.module.css';

export interface FactsProps {
  readonly small?: boolean;
  /** Adds a line between facts. */
  readonly ruled?: boolean;
  readonly selectable?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Names in one column, values in the other. */
export function Facts({ small = false, ruled = false, selectable = false, className, children }: FactsProps) {
  return (
    <dl
      className={classes(css['facts'], small && css['small'], ruled && css['ruled'], className)}
      {...(selectable ? { 'data-selectable': true } : {})}
    >
      {children}
    </dl>
  );
}

export interface FactProps {
  readonly name: string;
  /** `chips`: several that wrap. `aside`: a text with a button beside it. */
  readonly as?: 'chips' | 'aside';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One name and its value. */
export function Fact({ name, as, className, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={classes(as !== undefined && css[as], className)}>{children}</dd>
    </>
  );
}
