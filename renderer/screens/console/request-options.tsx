import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { wrapsAnswer } from '../../../shared/vault/ttl.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { unwraps } from './console-draft.ts';
import type { ConsoleDraft } from './console-draft.ts';
import css from './console.module.css';
import { SecretEntry } from './secret-rows.tsx';
import { wrapHint } from './wrap-hint.ts';

export interface RequestOptionsProps {
  readonly session: SessionView;
  readonly draft: ConsoleDraft;
  readonly onChange: (change: Partial<ConsoleDraft>) => void;
  readonly onToken: (token: SecretRef) => void;
}

/** Options of a request: wrapping, namespace, no token. */
export function RequestOptions({ session, draft, onChange, onToken }: RequestOptionsProps) {
  const { wrapTtl, wrapJwt, namespace, withoutToken, token } = draft;
  const unwrapping = unwraps(draft);
  const wrapped = wrapTtl.trim() !== '' && wrapsAnswer(wrapTtl);
  const set = [
    ...(wrapped ? [`wrapped for ${wrapTtl.trim()}`] : []),
    ...(namespace.trim() === '' ? [] : [`namespace ${namespace.trim()}`]),
    ...(withoutToken ? ['without a token'] : []),
    ...(unwrapping && token !== undefined ? ['wrapping token as X-Vault-Token'] : []),
  ];
  return (
    <Disclosure title="Options" note={set.join(' · ')} initiallyOpen={set.length > 0}>
      <div className={css['options']}>
        <TextField
          label="Wrap TTL"
          optional
          mono
          placeholder="5m"
          value={wrapTtl}
          hint={wrapHint(wrapTtl)}
          onChange={(event) => onChange({ wrapTtl: event.target.value })}
        />
        <TextField
          label="Namespace"
          optional
          mono
          placeholder={session.namespace === '' ? 'root' : session.namespace}
          value={namespace}
          hint="Defaults to the connection’s."
          onChange={(event) => onChange({ namespace: event.target.value })}
        />
        <Checkbox
          label="Wrapping token as a JWT"
          checked={wrapJwt}
          disabled={!wrapped}
          onChecked={(checked) => onChange({ wrapJwt: checked })}
        />
        <Checkbox
          label="Send without a token"
          hint="For logins, wrapping tokens and the seal."
          checked={withoutToken}
          onChecked={(checked) => onChange({ withoutToken: checked })}
        />
        {unwrapping && (
          <div role="group" aria-label="Wrapping token as X-Vault-Token">
            <p className={css['caption']}>Wrapping token as X-Vault-Token</p>
            <SecretEntry
              sessionId={session.sessionId}
              name="wrapping_token"
              secret={token}
              onSecret={onToken}
            />
          </div>
        )}
      </div>
    </Disclosure>
  );
}
