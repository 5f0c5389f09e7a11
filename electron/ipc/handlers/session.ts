/** `session.*` and `secret.*`: open connections and the credentials that main holds for them. */
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import type { DeskParts, HandlersOf } from './desk-parts.ts';

/** Handlers of sessions and of the cards that stand for credentials. */
export function sessionHandlers(parts: DeskParts): HandlersOf<'session' | 'secret'> {
  const { sessions, secrets, platform, lock } = parts;
  return {
    'session.list': () => sessions.list(),
    'session.open': (wish, { signal }) => sessions.open(wish, signal),
    'session.reauthenticate': async ({ sessionId, fromKeychain }, { signal }) => {
      const view = await sessions.reauthenticate(sessionId, fromKeychain, signal);
      lock.lift();
      return view;
    },
    'session.refresh': ({ sessionId }, { signal }) => sessions.find(sessionId).session.refresh(signal),
    'session.close': ({ sessionId }) => {
      sessions.close(sessionId);
      // There is nothing left to be locked.
      if (sessions.list().length === 0) lock.lift();
      return {};
    },
    'secret.copy': ({ secretRef }) => platform.clipboard.copySecret(secrets.read(secretRef).secret),
    'secret.show': async ({ secretRef }) => {
      const { secret, card } = secrets.read(secretRef);
      await platform.ask({
        kind: 'show-secret',
        title: titles[card.kind],
        note: `${card.length} characters. Anyone who reads it can use it.`,
        secret,
      });
      return {};
    },
  };
}

const titles: Readonly<Record<SecretKind, string>> = {
  'client-token': 'Token',
  'wrapping-token': 'Wrapping token',
  'token-id': 'Your token',
  'secret-id': 'Secret ID',
  'key-share': 'Key share',
  'root-token': 'Root token',
  otp: 'One-time password',
  'private-key': 'Private key',
  password: 'Password',
  other: 'Credential',
};
