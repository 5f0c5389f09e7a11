import type { ReactNode } from 'react';
import css from './problem-area.module.css';

/** What is in the way, what it means, and what can be done: one below the other. */
export function ProblemArea({ children }: { readonly children: ReactNode }) {
  return <div className={css['problem']}>{children}</div>;
}

export interface ExplainProps {
  /** Beside something, in its line. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

/** What it means, in small letters. */
export function Explain({ inline = false, children }: ExplainProps) {
  const Element = inline ? 'span' : 'p';
  return <Element data-hint>{children}</Element>;
}

/** What can be done, side by side; `role`: `status` where it comes later and is to be read out. */
export function Remedies({ role, children }: { readonly role?: 'status'; readonly children: ReactNode }) {
  return (
    <div role={role} className={css['actions']}>
      {children}
    </div>
  );
}
