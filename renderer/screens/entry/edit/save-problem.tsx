import type { ReactNode } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { apiPath } from '../../../parts/path/path-forms.ts';
import { RefusalCard } from '../../../parts/refusal/refusal-card.tsx';
import type { Editing } from './editing.ts';
import { Explain, ProblemArea } from '../read/problem-area.tsx';
import type { Saving } from './saving.ts';
import { UnknownOutcome } from './unknown-outcome.tsx';

export interface SaveProblemProps {
  readonly session: SessionView;
  readonly editing: Editing;
  readonly saving: Saving;
  /** The entry to create exists already and the user wants to open it; the draft has ended. */
  readonly onOpenExisting: () => void;
}

/** The reason a save failed. The draft is still there; every button here says what happens to it. */
export function SaveProblem(props: SaveProblemProps): ReactNode {
  const { editing, saving } = props;
  const { problem, mergeProblem } = saving;
  if (problem === undefined) return null;
  const { view, mode } = editing;
  switch (problem.kind) {
    case 'conflict':
      return mode === 'create' ? (
        <ThereIsOne {...props} error={problem} />
      ) : (
        <ProblemArea>
          <ErrorPanel
            error={mergeProblem ?? problem}
            title={
              mergeProblem === undefined
                ? conflictTitle(view.version, problem)
                : 'The current version could not be read'
            }
            actions={
              mode === 'edit' && (
                <Button small onClick={saving.merge} disabled={saving.busy !== undefined}>
                  {saving.busy === 'merging' ? 'Comparing…' : 'Compare'}
                </Button>
              )
            }
          />
          <Explain>Nothing was overwritten. Your draft is unchanged.</Explain>
        </ProblemArea>
      );
    case 'outcome-unknown':
      return <UnknownOutcome editing={editing} saving={saving} error={problem} />;
    case 'forbidden':
      return (
        <ProblemArea>
          <RefusalCard
            error={problem}
            title="Not saved"
            capability={needed[mode]}
            apiPath={apiPath(view.mount, view.path)}
          />
          <Explain>Your draft is unchanged.</Explain>
        </ProblemArea>
      );
    default:
      return (
        <ProblemArea>
          <ErrorPanel
            error={problem}
            title={mode === 'create' ? 'The entry was not created' : 'The changes were not saved'}
          />
        </ProblemArea>
      );
  }
}

type Conflict = AppError & { readonly kind: 'conflict' };

/** The capability that a save needs. */
const needed = { edit: 'update', create: 'create', patch: 'patch' } as const;

/** Title of a conflict, with the versions if they are known. */
export function conflictTitle(opened: number | undefined, error: Conflict): string {
  const { currentVersion } = error;
  if (opened === undefined) return 'Someone changed this entry while you edited it.';
  return currentVersion === undefined
    ? `Version ${String(opened)} is no longer the current one.`
    : `Someone saved version ${String(currentVersion)} while you edited ${String(opened)}.`;
}

/** The entry to create exists already. */
function ThereIsOne({
  editing,
  saving,
  onOpenExisting,
  error,
}: SaveProblemProps & { readonly error: Conflict }) {
  const gone = error.gone === true ? error.currentVersion : undefined;
  return (
    <ProblemArea>
      <ErrorPanel
        error={error}
        title="There is an entry at this path already"
        actions={
          <>
            <Button
              small
              onClick={() => {
                editing.end();
                onOpenExisting();
              }}
            >
              Open it and discard the draft
            </Button>
            {gone !== undefined && (
              <Button small disabled={saving.busy !== undefined} onClick={() => saving.saveOver(gone)}>
                Save mine as version {gone + 1}
              </Button>
            )}
            <Button small onClick={saving.back}>
              Keep editing
            </Button>
          </>
        }
      />
      <Explain>
        {gone === undefined
          ? 'Nothing was overwritten.'
          : `Nothing was overwritten. Version ${String(gone)} has no values; it stays in the history.`}
      </Explain>
    </ProblemArea>
  );
}
