import type { ReactNode } from 'react';
import css from './field.module.css';

/** Related fields below each other under one label. */
export function FieldGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{label}</legend>
      {children}
    </fieldset>
  );
}
