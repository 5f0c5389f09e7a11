import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWorkspace } from './workspace.tsx';
import type { EntryTab } from './workspace.tsx';

/** Asks before unsaved edits are thrown away. */
export function CloseTabDialog({ tab }: { readonly tab: EntryTab }) {
  const { answerClose } = useWorkspace();
  const keep = (): void => {
    answerClose(false);
  };
  return (
    <Dialog
      open
      title="Discard unsaved changes?"
      onClose={keep}
      actions={
        <>
          <Button onClick={keep}>Keep editing</Button>
          <Button
            variant="destroy"
            onClick={() => {
              answerClose(true);
            }}
          >
            Discard
          </Button>
        </>
      }
    >
      The changes to <code>{tab.mount.path + tab.path}</code> have not been saved. Discarding them cannot be
      undone; what is on the server stays as it is.
    </Dialog>
  );
}
