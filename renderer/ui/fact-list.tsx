import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './fact-list.module.css';

/** Names with what is known under each. `ruled`: with a line between them. */
export function FactList({
  ruled = false,
  children,
}: {
  readonly ruled?: boolean;
  readonly children: ReactNode;
}) {
  return <dl className={classes(css['facts'], ruled && css['ruled'])}>{children}</dl>;
}

export interface FactProps {
  readonly name: string;
  readonly mono?: boolean;
  readonly children: ReactNode;
  /** Behind the text, at its end. */
  readonly action?: ReactNode;
}

/** One of them. */
export function Fact({ name, mono = false, children, action }: FactProps) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd data-selectable>
        <span className={classes(css['text'], mono && css['mono'])}>{children}</span>
        {action}
      </dd>
    </div>
  );
}
