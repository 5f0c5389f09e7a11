import type { ReactNode } from 'react';
import css from './field.module.css';

/** Fields that belong together, below each other and under one label. */
export function FieldGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{label}</legend>
      {children}
    </fieldset>
  );
}
