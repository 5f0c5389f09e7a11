import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './field.module.css';
import { Icon } from './icon.tsx';

export interface FieldProblemProps {
  readonly id?: string;
  readonly children: ReactNode;
}

/** Reason a field's value is invalid, below the field. */
export function FieldProblem({ id, children }: FieldProblemProps) {
  return (
    <p id={id} role="alert" className={css['error']} data-selectable>
      <Icon of={CircleAlert} size={14} />
      <span>{children}</span>
    </p>
  );
}
