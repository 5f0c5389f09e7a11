/**
 * Okta: the login waits at the server until it is approved on a phone. If Okta shows numbers there, the right one is
 * polled while the login is pending (`auth/:mount/verify/:nonce`) and shown to be chosen.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { oktaNumber } from '../../vault/api/login.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { sendOnce } from './form-login.ts';
import type { Ready, SendLogin } from './form-login.ts';
import { either, nobody, waitingForPersonMs } from './surroundings.ts';
import type { LoginSurroundings } from './surroundings.ts';
import { whileWaiting } from './waiting.ts';
import { mountOf } from './options.ts';

const BETWEEN_LOOKS_MS = 1000;

/** Sends a login to Okta and shows the number to choose, if there is one. */
export function oktaSender(s: LoginSurroundings, options: LoginOptions): SendLogin {
  return async ({ path, body }: Ready): Promise<LoginAnswer> => {
    const nonce = randomUUID();
    const stop = new AbortController();
    const within = { ...s, signal: either(stop.signal, s.signal) };
    const login = sendOnce(
      within,
      { path, body: { ...body, nonce } },
      { timeoutMs: waitingForPersonMs(s.client) },
    );
    const ended = login.then(
      () => 'ended' as const,
      () => 'ended' as const,
    );
    const waitFor = (code?: string) => ({
      prompt: {
        kind: 'wait' as const,
        title: code === undefined ? 'Approve the login in Okta Verify' : 'Choose this number in Okta Verify',
        lines: [
          'Okta has sent a request to your phone. The login goes on by itself once it is approved there.',
        ],
        ...(code === undefined ? {} : { code }),
      },
      ifGivenUp: 'Cancelled. If still approved on the phone, its token is unused and will expire.',
    });
    try {
      // A login without a phone ends before a prompt is needed.
      const first = await Promise.race([ended, number(within, mountOf(options), nonce, 1)]);
      if (first === 'ended') return await login;
      const next =
        first ??
        (await whileWaiting(s, waitFor(), (signal) =>
          Promise.race([ended, number({ ...s, signal }, mountOf(options), nonce)]),
        ));
      if (next === 'ended' || next === undefined) return await login;
      return await whileWaiting(s, waitFor(next.code), () => login);
    } finally {
      stop.abort();
    }
  };
}

/** Polls for the number; undefined after `looks` attempts. Errors are ignored here: the login reports them. */
async function number(
  s: Pick<LoginSurroundings, 'client' | 'signal'>,
  mount: string,
  nonce: string,
  looks = Infinity,
): Promise<{ readonly code: string } | undefined> {
  for (let look = 0; look < looks; look++) {
    // An abort is handled by the next line.
    await pause(BETWEEN_LOOKS_MS, undefined, s.signal === undefined ? {} : { signal: s.signal }).catch(
      () => undefined,
    );
    if (s.signal?.aborted === true) return undefined;
    // Polled again; the login itself reports permanent errors.
    const code = await oktaNumber(nobody(s), mount, nonce).catch(() => '');
    if (code !== '') return { code };
  }
  return undefined;
}
