/**
 * Logs in with a wrapping token: the specification's "unwrap, and adopt the client token". It holds a login or a
 * created token and is unwrapped once, as the request's own token. Any other content is a one-time result: it exists
 * once and must not be lost with the login.
 */
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { logInByWrappingToken } from '../../vault/api/login.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { mfaRequirementIn } from '../../vault/api/mfa.ts';
import { cancelled } from '../connection/connect.ts';
import { asAppError } from '../connection/trouble.ts';
import { isRefused } from './refusal.ts';
import { givenUp } from './surroundings.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { confirmOrigin, reportIt, wrappingTokenProblem } from './wrapping-origin.ts';

const sent = { method: 'POST', path: 'sys/wrapping/unwrap' } as const;

/** Logs in with a wrapping token's content. Rejects with `cancelled` if the user gives up or it is not a login. */
export async function logInWithWrappingToken(s: LoginSurroundings, options: LoginOptions): Promise<LoginEnd> {
  let { problem } = s;
  for (;;) {
    const token = await askFor(s, problem);
    problem = wrappingTokenProblem(token, 'the wrapping token of a login or of a token');
    if (problem !== undefined) continue;
    await confirmOrigin(s, token, {
      expectedPath: options.fields['expectedPath'] ?? '',
      isLikely: (path) => path.startsWith('auth/'),
      likely: 'auth/…',
      what: 'a wrapped login',
    });
    const startedMs = performance.now();
    let opened: LoginAnswer;
    try {
      // Sent without the signal: the content must arrive even if the login is aborted.
      opened = await logInByWrappingToken({ client: s.client, repeatable: false }, token);
    } catch (failure) {
      if (!isRefused(asAppError(failure))) throw failure;
      problem = `The wrapping token cannot be unwrapped: it has expired or was unwrapped before. ${reportIt}`;
      continue;
    }
    const end = { ...opened, ...sent, options, elapsedMs: performance.now() - startedMs };
    if (end.clientToken !== '' || mfaRequirementIn(end.answer) !== undefined) return end;
    const { answer, elapsedMs } = end;
    await s.keepAnswer({
      title: 'Unwrapped',
      kind: 'unwrapped',
      ...sent,
      answer,
      elapsedMs,
      once: true,
      values: 'hidden',
    });
    throw givenUp(
      'The wrapped content is not a login. It is among the one-time results. You are not logged in.',
    );
  }
}

/** The typed wrapping token. Rejects with `cancelled` if the prompt is closed. */
async function askFor(s: LoginSurroundings, problem: string | undefined): Promise<string> {
  const answer = await s.ask(
    {
      kind: 'enter-fields',
      title: 'Log in with a wrapping token',
      intro: ['Checked first, without using it; then unwrapped, once.'],
      destination: s.destination,
      fields: [{ name: 'wrappingToken', label: 'Wrapping token', secret: true, form: 'token' }],
      action: 'Unwrap and log in',
      ...(problem === undefined ? {} : { problem }),
    },
    s.signal,
  );
  if (answer.kind !== 'fields') throw cancelled();
  const token = (answer.values['wrappingToken'] ?? '').trim();
  s.credentials.add(token);
  return token;
}
