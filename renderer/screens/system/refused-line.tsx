import { use } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorRemedy } from '../../ui/error-remedy.ts';
import css from './system.module.css';

/** What is not to be had is no fault: one line, and for a missing permission the way to ask why. */
export function RefusedLine({ error, children }: { readonly error: AppError; readonly children: ReactNode }) {
  const remedyOf = use(ErrorRemedy);
  return (
    <div className={css['refusedLine']}>
      <p className={css['refused']}>{children}</p>
      {error.kind === 'forbidden' && remedyOf(error)}
    </div>
  );
}
