import { useQueryClient } from '@tanstack/react-query';
import { dropDraft } from '../api/drafts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import type { EntryTab } from '../workspace/tabs.ts';

/** Asks before unsaved edits are discarded. */
export function CloseTabDialog({ tab }: { readonly tab: EntryTab }) {
  const { sessionId, mount, path } = tab;
  const { answerClose } = useWorkspaceActions();
  const queries = useQueryClient();
  const keep = (): void => answerClose(false);
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
              // Dropped before the tab closes: a closing editor flushes its pending draft.
              void dropDraft({ sessionId, mount: mount.path, path }, queries);
              answerClose(true);
            }}
          >
            Discard
          </Button>
        </>
      }
    >
      The changes to <code>{mount.path + path}</code> have not been saved. You can restore them for ten
      minutes.
    </Dialog>
  );
}
