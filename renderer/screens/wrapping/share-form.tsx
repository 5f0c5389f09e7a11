import { useQueryClient } from '@tanstack/react-query';
import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { longestRecipient } from '../../../shared/vault/wrapping.ts';
import { cacheKey, vault } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { forgetSecret } from '../../api/secrets.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SuggestedTtls } from '../../parts/form/suggested-ttls.tsx';
import { AnswerPanel } from '../../parts/answer/answer-panel.tsx';
import { useAction } from '../../api/use-action.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { shareProblems, wrapWhatOf } from './share-draft.ts';
import type { ShareDraft, ShareProblems, ShareSnapshot } from './share-draft.ts';
import { ShareContent } from './share-content.tsx';
import css from './wrapping.module.css';

export interface ShareFormProps {
  readonly sessionId: string;
  readonly draft: ShareDraft;
  readonly onOpened: (sessionId: string) => void;
}

const whats = [
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
  { value: 'file', label: 'File' },
  { value: 'request', label: 'API response' },
  { value: 'token', label: 'Token' },
] as const;

/** The content to wrap and its TTL; the result is the token to hand on. */
export function ShareForm({ sessionId, draft, onOpened }: ShareFormProps) {
  const client = useQueryClient();
  const state = useStore(draft);
  const [tried, setTried] = useState(false);
  const { failure, busy, run } = useAction();
  const problems = shareProblems(state);
  const change = (next: Partial<ShareSnapshot>): void => draft.change(next);

  const submit = async (): Promise<void> => {
    if (Object.keys(problems).length > 0) {
      setTried(true);
      announce('Not wrapped: a field needs attention.');
      return;
    }
    const { jwt, recipient } = state;
    const answer = await run(() =>
      vault.wrapping.wrap({ sessionId, what: wrapWhatOf(state), ttl: state.ttl.trim(), jwt, recipient }),
    );
    void client.invalidateQueries({ queryKey: cacheKey({ sessionId }, 'wrapping.shared') });
    if (answer === undefined) return;
    setTried(false);
    // The value was entered for this request only.
    if (state.tokenValue !== undefined) forgetSecret(state.tokenValue.secretRef);
    draft.shared(answer);
    announce('Wrapped. Copy the token.');
  };

  if (state.answer !== undefined) {
    const again = (): void => draft.change({ answer: undefined });
    return (
      <>
        <AnswerPanel answer={state.answer} onDismissed={again} onOpened={onOpened} />
        <div className={css['actions']}>
          <Button icon={PackagePlus} onClick={again}>
            Wrap something else
          </Button>
        </div>
      </>
    );
  }
  return (
    <Card
      as="form"
      noValidate
      className={css['card']}
      aria-label="Wrap and share"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Segmented
        label="Content"
        options={whats}
        value={state.what}
        onValue={(what) => {
          setTried(false);
          change({ what });
        }}
      />
      <ShareContent
        sessionId={sessionId}
        state={state}
        problems={tried ? problems : quiet(problems, state)}
        change={change}
      />
      <TextField
        optional
        label="For"
        placeholder="Name of the recipient"
        maxLength={longestRecipient}
        value={state.recipient}
        onChange={(event) => change({ recipient: event.target.value })}
      />
      <div className={css['ttl']}>
        <TextField
          mono
          label="TTL"
          value={state.ttl}
          maxLength={64}
          onChange={(event) => change({ ttl: event.target.value })}
          {...(problems.ttl !== undefined && (tried || state.ttl !== '') ? { error: problems.ttl } : {})}
        />
        <SuggestedTtls className={css['suggestions']} ttl={state.ttl} onTtl={(ttl) => change({ ttl })} />
      </div>
      <Disclosure title="Advanced" note={state.jwt ? 'as a JWT' : undefined}>
        <Checkbox
          label="As a JWT"
          checked={state.jwt}
          onChecked={(jwt) => change({ jwt })}
          hint="Signed by the server; shows the server’s address. Some servers refuse it for data wrapped by hand."
        />
      </Disclosure>
      <ErrorPanel error={failure} title="It was not wrapped" />
      <div className={css['actions']}>
        <Button type="submit" variant="primary" icon={PackagePlus} disabled={busy}>
          {busy ? 'Wrapping…' : 'Wrap'}
        </Button>
      </div>
    </Card>
  );
}

/** Before the first attempt only invalid input is marked, not missing input. */
function quiet({ json, body, increment }: ShareProblems, state: ShareSnapshot): ShareProblems {
  return {
    ...(json !== undefined && !/^\s*\{\s*\}?\s*$/.test(state.json) ? { json } : {}),
    ...(body === undefined ? {} : { body }),
    ...(increment === undefined ? {} : { increment }),
  };
}
