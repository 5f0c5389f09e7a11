import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { ActionProblem } from './action-problem.tsx';
import css from './entry-actions.module.css';

export interface SettingsProblemProps {
  readonly error: AppError;
  /** Reads the server's current settings and applies the changes to them. */
  readonly onRead: () => void;
  readonly reading: boolean;
}

/** Reason settings were not saved. After a conflict the next step is to read again; the input stays. */
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
      {error.kind === 'outcome-unknown' && (
        <Row wrap gap={8}>
          {again}
        </Row>
      )}
    </>
  );
}
