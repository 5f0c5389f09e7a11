import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { CloseQuestion } from './close-session.ts';

/** Warns of the data that closing a session would lose. */
export function CloseSessionDialog({
  name,
  question,
}: {
  readonly name: string;
  readonly question: CloseQuestion;
}) {
  const { lost, answer } = question;
  const stay = (): void => answer(false);
  return (
    <Dialog
      open
      title={`Close ${name}?`}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Keep it open</Button>
          <Button variant="destroy" onClick={() => answer(true)}>
            Discard and close
          </Button>
        </>
      }
    >
      {lost} Closing the session discards them. Its token was dropped when Strongroom was locked; it was not
      revoked.
    </Dialog>
  );
}
