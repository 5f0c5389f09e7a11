import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWorkspace } from './workspace.tsx';

export interface CloseQuestion {
  readonly open: boolean;
  /** Tabs of the session with unsaved edits. */
  readonly dirtyCount: number;
  readonly ask: () => void;
  readonly answer: (close: boolean) => void;
}

/** Closes a session at once when nothing would be lost, else asks. */
export function useCloseQuestion(sessionId: string, close: () => void): CloseQuestion {
  const { allTabs } = useWorkspace();
  const [open, setOpen] = useState(false);
  const dirtyCount = allTabs.filter((tab) => tab.sessionId === sessionId && tab.dirty).length;
  return {
    open,
    dirtyCount,
    ask: () => {
      if (dirtyCount === 0) close();
      else setOpen(true);
    },
    answer: (yes) => {
      setOpen(false);
      if (yes) close();
    },
  };
}

/** Names what would be lost with a session. */
export function CloseSessionDialog({
  name,
  question,
}: {
  readonly name: string;
  readonly question: CloseQuestion;
}) {
  const { dirtyCount, answer } = question;
  const stay = (): void => {
    answer(false);
  };
  return (
    <Dialog
      open
      title={`Close ${name}?`}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Keep it open</Button>
          <Button
            variant="destroy"
            onClick={() => {
              answer(true);
            }}
          >
            Discard and close
          </Button>
        </>
      }
    >
      {dirtyCount === 1 ? 'One tab has' : `${String(dirtyCount)} tabs have`} changes that are not saved.
      Closing the session discards them and forgets the token; the token is not revoked.
    </Dialog>
  );
}
