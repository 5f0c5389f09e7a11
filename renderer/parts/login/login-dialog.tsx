import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { reauthenticate } from '../../api/session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { ActionForm } from '../form/draft-form.tsx';
import { draftOfLogin, loginProblem, optionsOf } from './login-draft.ts';
import { LoginFields } from './login-fields.tsx';
import { waitingWords } from './login-types.ts';

export interface LoginDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
  /** Called before the server is contacted. */
  readonly onStart?: () => void;
}

/** Logs in to an open or locked session by another method, which becomes the session's login. */
export function LoginDialog({ session, onClose, onStart }: LoginDialogProps) {
  const { sessionId, name, login, trouble } = session;
  const locked = trouble?.kind === 'locked';
  const [draft, setDraft] = useState(() => draftOfLogin(login));
  const [tried, setTried] = useState(false);
  const problem = tried ? loginProblem(draft) : undefined;
  return (
    <ActionForm
      wide
      title={locked ? `Unlock ${name} by another method` : `Log in to ${name} by another method`}
      description="Open tabs and unsaved edits stay. Credentials are asked for in the secure prompt."
      action={locked ? 'Unlock…' : 'Log in…'}
      busy={waitingWords(draft.type)}
      failed={(failure) => <ErrorPanel error={failure} />}
      draft={draft}
      onClose={onClose}
      submit={(client) => {
        setTried(true);
        if (loginProblem(draft) !== undefined) return false;
        onStart?.();
        return reauthenticate(client, sessionId, optionsOf(draft));
      }}
    >
      <LoginFields
        draft={draft}
        onDraft={(next) => {
          setTried(false);
          setDraft(next);
        }}
        // A locked session's connection is closed.
        where={locked ? undefined : { sessionId }}
        asks={locked ? 'by-button' : 'at-once'}
        problem={problem}
      />
    </ActionForm>
  );
}
