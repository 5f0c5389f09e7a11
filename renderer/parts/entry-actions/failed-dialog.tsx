import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActionProblem } from './action-problem.tsx';
import { dismissAction, type EntryAction } from './actions.ts';
import { fullPath } from './run.ts';

/** Failure of an action whose form has closed. */
export function FailedDialog({ action }: { readonly action: EntryAction & { readonly kind: 'failed' } }) {
  const { place, title, error, retry } = action;
  return (
    <Dialog
      open
      wide
      title={fullPath(place)}
      onClose={dismissAction}
      actions={
        <>
          {retry !== undefined && (
            <Button
              onClick={() => {
                dismissAction();
                retry();
              }}
            >
              Retry
            </Button>
          )}
          <Button variant="primary" onClick={dismissAction}>
            Close
          </Button>
        </>
      }
    >
      <ActionProblem error={error} title={title} />
    </Dialog>
  );
}
