import type { AppError } from '../../../shared/ipc/result.ts';
import { classes } from '../../ui/classes.ts';
import { errorLooks } from '../../ui/error-icon.ts';
import { errorWords } from '../../ui/error-words.ts';
import css from './check-footer.module.css';
import { ownCaMayHelp } from './own-ca.ts';

/** The error of a check in one sentence, with advice unless a button beside it gives it. The details have the rest. */
export function CheckFailure({ error }: { readonly error: AppError }) {
  const words = errorWords(error);
  const look = errorLooks[error.kind];
  return (
    <div role="alert" className={classes(css['message'], css[look.tone])} data-selectable>
      <strong>{words.title}.</strong> {error.message}
      {!ownCaMayHelp(error) && <> {error.hint ?? words.advice}</>}
    </div>
  );
}
