import type { ReactNode } from 'react';
import { Row } from '../../../ui/layout.tsx';
import css from './problem-area.module.css';

/** A problem, its explanation and its remedies, stacked. */
export function ProblemArea({ children }: { readonly children: ReactNode }) {
  return <div className={css['problem']}>{children}</div>;
}

export interface ExplainProps {
  /** Placed in the line of its neighbour. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

/** Explanation in small letters. */
export function Explain({ inline = false, children }: ExplainProps) {
  const Element = inline ? 'span' : 'p';
  return <Element data-hint>{children}</Element>;
}

/** Buttons side by side; `role`: `status` if they appear later and must be announced. */
export function Remedies({ role, children }: { readonly role?: 'status'; readonly children: ReactNode }) {
  return (
    <Row role={role} wrap gap={8}>
      {children}
    </Row>
  );
}
