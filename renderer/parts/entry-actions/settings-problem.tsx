import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from './action-problem.tsx';
import css from './entry-actions.module.css';

export interface SettingsProblemProps {
  readonly error: AppError;
  /** Reads what the server holds now and lays the changes over it. */
  readonly onRead: () => void;
  readonly reading: boolean;
}

/** Why settings were not saved. After a conflict the way on is to read again: what was typed stays. */
export function SettingsProblem({ error, onRead, reading }: SettingsProblemProps) {
  const again = (
    <Button small disabled={reading} onClick={onRead}>
      Read them again and lay my changes over them
    </Button>
  );
  if (error.kind === 'conflict')
    return (
      <div role="alert" className={css['moved']}>
        <p>
          Somebody changed these settings after they were read here, so nothing was saved. What you typed is
          still here.
        </p>
        {again}
      </div>
    );
  return (
    <>
      <ActionProblem error={error} title="The settings were not saved" />
      {error.kind === 'outcome-unknown' && <div className={css['actions']}>{again}</div>}
    </>
  );
}
