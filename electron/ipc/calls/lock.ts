/** `lock.*` and `keychain.*`: dropping tokens, and keeping them in the keychain for the next unlock. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { cancelled } from '../../core/connection/connect.ts';
import { bindingOf } from '../../core/profiles/keychain-tokens.ts';
import { identityFacts } from '../../core/session/token-words.ts';
import type { Services } from '../../services/services.ts';
import { nothing } from '../about.ts';
import { call } from '../call.ts';
import { change, readWhenLocked } from '../presets.ts';
import { none } from './fields.ts';

export const lockCalls = [
  readWhenLocked('lock.state', {}, (_nothing, _none, { services }) => services.lock.state()),
  call('lock.now', {
    input: none,
    effect: 'changes-here',
    costs: 'nothing',
    says: 'Lock Strongroom',
    about: nothing,
    whenLocked: 'answered',
    asks: 'nothing',
    run: async (_nothing, _none, { services }) => {
      await services.lock.now('asked');
      return {};
    },
  }),
  readWhenLocked('keychain.state', {}, (_nothing, _none, { services }) => services.keychainTokens.state()),
  change(
    'keychain.keep',
    { says: 'Change what the keychain keeps', costs: 'gesture', asks: ['confirm'] },
    { keep: z.boolean() },
    ({ sessionId }, { keep }, { services, signal }) =>
      keep ? keepToken(services, sessionId, signal) : forgetToken(services, sessionId, signal),
  ),
] as const;

/** Asks, then keeps this and later tokens of the connection. `not-offered`, `invalid-input`, `cancelled`. */
async function keepToken(parts: Services, sessionId: string, signal: AbortSignal): Promise<SessionView> {
  const { sessions, profiles, keychainTokens, platform } = parts;
  const { session, place } = sessions.find(sessionId);
  const profile = place.profileId === undefined ? undefined : profiles.find(place.profileId);
  if (profile === undefined || bindingOf(profile) !== bindingOf(place.target)) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'sessionId',
      message:
        profile === undefined
          ? 'Only the token of a saved connection can be kept in the keychain.'
          : 'This connection has settings that are not saved, so its token is not kept.',
      hint:
        profile === undefined
          ? 'Save the connection first, then log in from it.'
          : 'Log in from the saved connection.',
    });
  }
  const { available, reason = 'This system has no keychain that can be used.' } =
    await keychainTokens.state();
  if (!available) throw new AppFailure({ kind: 'not-offered', message: reason });
  const answer = await platform.ask(
    {
      kind: 'confirm',
      title: 'Keep this token in the keychain?',
      facts: [
        prose('Connection', profile.name),
        ...identityFacts(session.view().token),
        prose('Later tokens', 'kept too'),
      ],
      body: ['Anyone using your account on this computer can then unlock this connection.'],
      action: 'Keep in the keychain',
      destructive: false,
    },
    signal,
  );
  if (answer.kind === 'cancel') throw cancelled();
  await sessions.keepInKeychain(sessionId);
  profiles.setKeychain(profile.profileId, true);
  return session.view();
}

/** Forgets the token; asks first if one is kept: it can be the only copy. Rejects with `cancelled`. */
async function forgetToken(
  { sessions, profiles, keychainTokens, platform }: Services,
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionView> {
  const { session, place } = sessions.find(sessionId);
  const profile = place.profileId === undefined ? undefined : profiles.find(place.profileId);
  if (profile !== undefined && keychainTokens.has(profile.profileId, bindingOf(profile))) {
    const answer = await platform.ask(
      {
        kind: 'confirm',
        title: 'Remove this token from the keychain?',
        facts: [prose('Connection', profile.name)],
        body: ['The token is not revoked; this may be its only copy.'],
        action: 'Remove from the keychain',
        destructive: true,
      },
      signal,
    );
    if (answer.kind === 'cancel') throw cancelled();
  }
  if (place.profileId !== undefined) {
    keychainTokens.forget(place.profileId);
    if (profiles.find(place.profileId) !== undefined) profiles.setKeychain(place.profileId, false);
  }
  return session.view();
}
