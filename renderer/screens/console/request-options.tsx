import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { wrapsAnswer } from '../../../shared/vault/ttl.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import { Text } from '../../ui/layout.tsx';
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
  const { wrapTtl, namespace, withoutToken, token } = draft;
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
        <Fields
          draft={draft}
          onDraft={onChange}
          of={[
            field.mono('wrapTtl', 'Wrap TTL', {
              optional: true,
              placeholder: '5m',
              hint: wrapHint(wrapTtl),
            }),
            field.mono('namespace', 'Namespace', {
              optional: true,
              placeholder: session.namespace === '' ? 'root' : session.namespace,
              hint: 'Defaults to the connection’s.',
            }),
            field.check('wrapJwt', 'Wrapping token as a JWT', { disabled: !wrapped }),
            field.check('withoutToken', 'Send without a token', 'For logins, wrapping tokens and the seal.'),
          ]}
        />
        {unwrapping && (
          <div role="group" aria-label="Wrapping token as X-Vault-Token">
            <Text as="p" size={12} weight={550}>
              Wrapping token as X-Vault-Token
            </Text>
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
