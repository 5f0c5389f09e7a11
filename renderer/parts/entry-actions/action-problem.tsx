import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RefusalCard } from '../refusal/refusal-card.tsx';

export interface ActionProblemProps {
  readonly error: AppError;
  readonly title: string;
}

/** Error of an action, shown in its dialog. */
export function ActionProblem({ error, title }: ActionProblemProps) {
  return error.kind === 'forbidden' && error.path !== undefined ? (
    <RefusalCard error={error} title={title} />
  ) : (
    <ErrorPanel error={error} title={title} />
  );
}
