import { Suspense, useEffect, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { preparedScreen } from '../../ui/prepared-screen.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionForm } from '../form/draft-form.tsx';
import { draftOfLogin, loginProblem, optionsOf } from './login-draft.ts';
import css from './login-fields.module.css';
import { LoginFields } from './login-fields.tsx';
import { hasMount, waitingWords } from './login-types.ts';

const { Screen: AnswerPanel, prepare } = preparedScreen(() =>
  import('../answer/answer-panel.tsx').then((module) => module.AnswerPanel),
);

/** Enabled on nearly every server with human users. */
const firstChoice: LoginOptions = { type: 'userpass', mount: 'userpass/', fields: {} };

export interface AsideDialogProps {
  readonly session: SessionView;
  readonly onClose: () => void;
  /** Called after the token was opened as another session. */
  readonly onOpened: (sessionId: string) => void;
}

/**
 * Logs in over a session's connection without adopting the token: to inspect the login's result, to pass its token
 * on, or to open it as another session.
 */
export function AsideDialog({ session, onClose, onOpened }: AsideDialogProps) {
  const { sessionId, name, login } = session;
  const [draft, setDraft] = useState(() => draftOfLogin(hasMount(login.type) ? login : firstChoice));
  const [wrapTtl, setWrapTtl] = useState('');
  const [tried, setTried] = useState(false);
  const [answer, setAnswer] = useState<AnswerView>();
  // Loads the result panel's code while the user types.
  useEffect(prepare, []);
  const problem = tried ? loginProblem(draft) : undefined;
  const ttl = wrapTtl.trim();
  const isTtlWrong = ttl !== '' && !((parseDuration(ttl) ?? 0) > 0);

  if (answer !== undefined) {
    return (
      <Dialog
        open
        wide
        title={`New token for ${name}`}
        onClose={onClose}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <Suspense fallback={null}>
          <AnswerPanel
            answer={answer}
            onDismissed={onClose}
            onOpened={(opened) => {
              onClose();
              onOpened(opened);
            }}
          />
        </Suspense>
      </Dialog>
    );
  }
  return (
    <ActionForm
      wide
      title={`Get another token: ${name}`}
      description="The session keeps its own token."
      action="Log in…"
      busy={waitingWords(draft.type)}
      failed={(failure) => <ErrorPanel error={failure} />}
      draft={draft}
      onClose={onClose}
      submit={async () => {
        setTried(true);
        if (loginProblem(draft) !== undefined || isTtlWrong) return false;
        const wrapping = ttl === '' ? {} : { wrapTtl: ttl };
        setAnswer(await vault.login.aside({ sessionId, login: optionsOf(draft), ...wrapping }));
        return false;
      }}
    >
      <LoginFields
        draft={draft}
        onDraft={(next) => {
          setTried(false);
          setDraft(next);
        }}
        where={{ sessionId }}
        asks="at-once"
        withoutToken
        problem={problem}
      />
      <TextField
        mono
        optional
        label="Wrap TTL"
        placeholder="5m"
        className={css['short']}
        hint="Returns a wrapping token instead of the token."
        value={wrapTtl}
        error={tried && isTtlWrong ? 'A duration such as 300, 5m or 24h.' : undefined}
        onChange={(event) => setWrapTtl(event.target.value)}
      />
    </ActionForm>
  );
}
