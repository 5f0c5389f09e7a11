import type { ReactNode } from 'react';
import type { AppError } from '../../../../shared/ipc/result.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Explain, ProblemArea, Remedies } from '../read/problem-area.tsx';
import type { Editing } from './editing.ts';
import type { Saving } from './saving.ts';

export interface UnknownOutcomeProps {
  readonly editing: Editing;
  readonly saving: Saving;
  readonly error: AppError;
}

/** The response to a save was lost: a check finds out if it took effect. Nothing is sent again automatically. */
export function UnknownOutcome({ editing, saving, error }: UnknownOutcomeProps): ReactNode {
  const { mode } = editing;
  if (mode === 'patch')
    return (
      <ProblemArea>
        <ErrorPanel error={error} title="Save not confirmed" />
        <Explain>
          The token cannot read the entry, so the save cannot be verified. Saving again sets the same keys to
          the same values. Only changes by others to these keys in between would be lost.
        </Explain>
      </ProblemArea>
    );
  return (
    <ProblemArea>
      <ErrorPanel
        error={error}
        title="Save not confirmed"
        actions={
          <Button small variant="primary" onClick={saving.check} disabled={saving.busy !== undefined}>
            {saving.busy === 'checking' ? 'Checking…' : 'Check now'}
          </Button>
        }
      />
      <Remedies role="status">
        <FoundOut editing={editing} saving={saving} />
      </Remedies>
    </ProblemArea>
  );
}

function FoundOut({ editing, saving }: Omit<UnknownOutcomeProps, 'error'>): ReactNode {
  const { found } = saving;
  const { view, mode } = editing;
  switch (found?.found) {
    case undefined:
    case 'saved':
      return null;
    case 'not-saved':
      return (
        <Explain>
          {mode === 'create'
            ? 'There is no entry at this path: yours was not created. You can create it now.'
            : view.version === undefined
              ? 'The entry is unchanged: your changes were not saved. You can save again.'
              : `The entry is still at version ${String(view.version)}: your changes were not saved. You can save again.`}
        </Explain>
      );
    case 'changed':
      return (
        <>
          <Explain>
            {mode === 'create'
              ? 'The entry at this path differs from yours. It was not overwritten.'
              : 'The current version is neither the one you opened nor yours. It was not overwritten.'}
          </Explain>
          {mode === 'edit' && (
            <Button small onClick={saving.merge} disabled={saving.busy !== undefined}>
              {saving.busy === 'merging' ? 'Comparing…' : 'Compare and merge'}
            </Button>
          )}
        </>
      );
    case 'failed':
      return <Explain>The check failed, too: {found.error.message} Your draft is unchanged.</Explain>;
  }
}
