import type { AppError } from '../../../shared/ipc/result.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ActionForm, type ActionFormProps } from '../form/draft-form.tsx';
import { RefusalCard } from '../refusal/refusal-card.tsx';
import { dismissAction } from './actions.ts';

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

export interface EntryFormProps extends Omit<ActionFormProps, 'failed' | 'onClose'> {
  /** Title of a failure. */
  readonly failed: string | ((error: AppError) => string);
}

/** The dialog of an action on an entry. */
export function EntryForm({ failed, ...form }: EntryFormProps) {
  return (
    <ActionForm
      {...form}
      onClose={dismissAction}
      failed={(error) => (
        <ActionProblem error={error} title={typeof failed === 'string' ? failed : failed(error)} />
      )}
    />
  );
}
