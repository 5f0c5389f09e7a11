import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { MissingRule } from '../refusal/missing-permission.tsx';
import { policyRule } from './policy-rule.ts';
import css from './entry-actions.module.css';

export interface ActionProblemProps {
  readonly error: AppError;
  readonly title: string;
}

/** Why an action failed, where it was asked for; with the line of policy that is missing, where that is the reason. */
export function ActionProblem({ error, title }: ActionProblemProps) {
  const rule = policyRule(error);
  return (
    <div className={css['problem']}>
      <ErrorPanel error={error} title={title} />
      {rule !== undefined && <MissingRule rule={rule} />}
    </div>
  );
}
