import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './facts.module.css';

/** A name and its value; without a value (empty, false) it is left out. */
export type FactRow = readonly [name: string, value: ReactNode, as?: FactProps['as']];

export interface FactsProps {
  readonly small?: boolean;
  /** Adds a line between facts. */
  readonly ruled?: boolean;
  readonly selectable?: boolean;
  readonly className?: string | undefined;
  /** Plain facts, before the children. */
  readonly of?: readonly FactRow[];
  readonly children?: ReactNode;
}

/** Names in one column, values in the other. */
export function Facts(props: FactsProps) {
  const { small = false, ruled = false, selectable = false, className, of = [], children } = props;
  return (
    <dl
      className={classes(css['facts'], small && css['small'], ruled && css['ruled'], className)}
      {...(selectable ? { 'data-selectable': true } : {})}
    >
      {of.map(
        ([name, value, as], index) =>
          !isEmpty(value) && (
            // Names that the server gives can repeat ours.
            <Fact key={index} name={name} as={as}>
              {value}
            </Fact>
          ),
      )}
      {children}
    </dl>
  );
}

function isEmpty(value: ReactNode): boolean {
  return (
    value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

export interface FactProps {
  readonly name: string;
  /** `chips`: several that wrap. `aside`: a text with a button beside it. */
  readonly as?: 'chips' | 'aside' | undefined;
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
