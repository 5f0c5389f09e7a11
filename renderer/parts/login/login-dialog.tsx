import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { appErrorOf } from '../../api/client.ts';
import { useLogInAnotherWay } from '../../api/login.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { draftOfLogin, loginProblem, optionsOf } from './login-draft.ts';
import { LoginFields } from './login-fields.tsx';
import { waitingWords } from './login-types.ts';

export interface LoginDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
  /** Before the server is asked. */
  readonly onStart?: () => void;
}

/** Logs in to an open or locked session in another way than it was opened; from then on that is its way. */
export function LoginDialog({ session, onClose, onStart }: LoginDialogProps) {
  const { sessionId, name, login, trouble } = session;
  const locked = trouble?.kind === 'locked';
  const [draft, setDraft] = useState(() => draftOfLogin(login));
  const [tried, setTried] = useState(false);
  const again = useLogInAnotherWay();
  const problem = tried ? loginProblem(draft) : undefined;
  const failure = again.error === null ? undefined : appErrorOf(again.error);
  return (
    <FormDialog
      wide
      title={locked ? `Unlock ${name} by another method` : `Log in to ${name} by another method`}
      description="Open tabs and unsaved edits stay. Credentials are asked for in the secure prompt."
      action={locked ? 'Unlock…' : 'Log in…'}
      busy={again.isPending ? waitingWords(draft.type) : undefined}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (loginProblem(draft) !== undefined) return;
        onStart?.();
        again.mutate({ sessionId, login: optionsOf(draft) }, { onSuccess: onClose });
      }}
    >
      <LoginFields
        draft={draft}
        onDraft={(next) => {
          setTried(false);
          again.reset();
          setDraft(next);
        }}
        // While it is locked its connection is closed.
        where={locked ? undefined : { sessionId }}
        asks={locked ? 'by-button' : 'at-once'}
        problem={problem}
      />
      {failure !== undefined && failure.kind !== 'cancelled' && <ErrorPanel error={failure} />}
    </FormDialog>
  );
}
