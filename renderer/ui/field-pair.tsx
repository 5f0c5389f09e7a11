import type { ReactNode } from 'react';
import css from './field.module.css';

/** Two fields side by side. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={css['pair']}>{children}</div>;
}
