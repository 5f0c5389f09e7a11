import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import css from './ceremony.module.css';

export interface StepProps {
  readonly state: 'done' | 'now' | 'later';
  readonly number: number;
  readonly title: string;
  readonly children?: ReactNode;
}

/** State of each step, by the number of the current one. */
export function statesAt(at: number): (step: number) => StepProps['state'] {
  return (step) => (step < at ? 'done' : step === at ? 'now' : 'later');
}

/** Steps of a ceremony, in order. */
export function Steps({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ol className={css['steps']} aria-label={label}>
      {children}
    </ol>
  );
}

/** One step: its number, or a check mark once it is done. */
export function Step({ state, number, title, children }: StepProps) {
  return (
    <li
      className={classes(css['step'], css[state])}
      {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}
    >
      <Stack as="span" align="center">
        <span className={css['number']} aria-hidden="true">
          {state === 'done' ? <Icon of={Check} size={14} /> : number}
        </span>
        <span className={css['line']} />
      </Stack>
      <div className={css['body']}>
        <h3>
          {title}
          {state === 'done' && <span data-reader-only>, done</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
