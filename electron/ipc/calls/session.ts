/** `session.*` and `secret.*`: open connections and the credentials that main holds for them. */
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import { cancelled, destinationFacts } from '../../core/connection/connect.ts';
import { placeInWords, revokeWords } from '../../core/tokens/revoke-words.ts';
import { describeToken } from '../../vault/api/token.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of sessions and of the cards that stand for credentials. */
export function sessionHandlers(parts: DeskParts): HandlersOf<'session' | 'secret'> {
  const { sessions, secrets, answers, platform, lock } = parts;
  return {
    'session.list': () => sessions.list(),
    'session.open': (wish, { signal }) => sessions.open(wish, signal),
    'session.reauthenticate': async ({ sessionId, ...again }, { signal }) => {
      const view = await sessions.reauthenticate(sessionId, again, signal);
      lock.lift();
      return view;
    },
    'session.refresh': ({ sessionId }, { signal }) => sessions.find(sessionId).session.refresh(signal),
    'session.close': async ({ sessionId, revoke }, { signal }) => {
      if (revoke === true) {
        await confirmRevoking(parts, sessionId, signal);
        await sessions.revokeAndClose(sessionId);
      } else {
        await confirmLosing(parts, sessionId, signal);
        sessions.close(sessionId);
      }
      if (sessions.list().length > 0) return {};
      // There is nothing left to be locked, and nobody has logged in: what was kept unseen is for nobody.
      if (lock.state().locked) for (const { answerId } of answers.list()) answers.dismiss(answerId);
      lock.lift();
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
    'secret.enter': async ({ sessionId = '', kind, title, label }, { signal }) => {
      const fields = [{ name: 'secret', label, secret: true }];
      // The words are the page's; where it will go is main's to say.
      const where = sessionId === '' ? {} : { destination: destinationOf(parts, sessionId) };
      const answer = await platform.ask(
        { kind: 'enter-fields', title, intro: [], ...where, fields, action: 'Use it' },
        signal,
      );
      if (answer.kind !== 'fields') throw cancelled();
      return secrets.holdTyped(sessionId, kind, answer.values['secret'] ?? '');
    },
    'secret.dismiss': ({ secretRef }) => {
      secrets.dismiss(secretRef);
      return {};
    },
  };
}

function destinationOf({ sessions }: DeskParts, sessionId: string): DestinationFacts {
  const { place } = sessions.find(sessionId);
  return destinationFacts(sessions.get(sessionId).client, place.target, place);
}

/** Closing the last session of a locked app is a way out without a login. Rejects with `cancelled`. */
async function confirmLosing(
  { sessions, lock, platform }: DeskParts,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { locked, heldAnswers } = lock.state();
  const others = sessions.list().filter((one) => one.sessionId !== sessionId);
  if (!locked || heldAnswers === 0 || others.length > 0) return;
  const [what, it] =
    heldAnswers === 1
      ? ['an answer that exists only once', 'It is']
      : [`${heldAnswers} answers that exist only once`, 'They are'];
  const answer = await platform.ask(
    {
      kind: 'confirm',
      title: `Close and lose ${what}?`,
      body: [
        `${it} kept, unseen, until somebody logs in to this connection again. With the connection closed nobody can.`,
      ],
      action: 'Close and lose',
      destructive: true,
    },
    signal,
  );
  if (answer.kind === 'cancel')
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was closed.' });
}

/** What dies with a token is said by main, and agreed to there. Rejects with `cancelled`. */
async function confirmRevoking(
  { sessions, platform }: DeskParts,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const session = sessions.get(sessionId);
  const view = session.view();
  const token = { ...describeToken({}, Date.now()), ...view.token };
  const { limitedUse } = session;
  const words = revokeWords({ which: { by: 'self' }, token, own: true, orphan: false, limitedUse });
  const body = [...words.body, placeInWords(view)];
  const request = {
    kind: 'confirm',
    ...words,
    body,
    action: 'Revoke and log out',
    destructive: true,
  } as const;
  const answer = await platform.ask(request, signal);
  if (answer.kind === 'cancel')
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was revoked.' });
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
