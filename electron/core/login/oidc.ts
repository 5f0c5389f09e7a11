/**
 * OIDC: the user logs in at an identity provider in the system's browser, which then redirects to a listener on this
 * machine with a code for the server. If the browser is on another machine, the user pastes the final address. A
 * response is accepted only with the state of this login; the code is good for one exchange. OpenBao's direct and
 * device modes need no redirect: the server is polled until the login is done.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { info, notEncrypted, notVerified } from '../../../shared/ipc/prompt-notes.ts';
import { promptSettled } from '../../../shared/ipc/trusted-contract.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import type { LoginAnswer } from '../../vault/api/login.ts';
import { beginOidc, finishOidc, pollOidc } from '../../vault/api/oidc.ts';
import type { OidcBeginning } from '../../vault/api/oidc.ts';
import { cancelled } from '../connection/connect.ts';
import { asAppError } from '../connection/trouble.ts';
import { callbackPasted, stateIn } from './oidc-callback.ts';
import type { CallbackAnswer } from './oidc-callback.ts';
import { listenForCallback, redirectUriAt } from './oidc-listener.ts';
import type { CallbackListener } from './oidc-listener.ts';
import { loginFailure } from './refusal.ts';
import { either, givenUp, nobody } from './surroundings.ts';
import type { LoginEnd, LoginSurroundings } from './surroundings.ts';
import { whileWaiting } from './waiting.ts';
import { mountOf, portOf } from './options.ts';

/** One OIDC login under way. */
interface Flow {
  readonly s: LoginSurroundings;
  readonly mount: string;
  readonly redirectUri: string;
  readonly clientNonce: string;
  readonly wrapped: { readonly wrapTtl?: string };
}

type Timed = Pick<LoginEnd, keyof LoginAnswer | 'elapsedMs'>;

/** Logs in by way of the browser. Rejects with `cancelled` if the user closes the prompt. */
export async function logInWithOidc(s: LoginSurroundings, options: LoginOptions): Promise<LoginEnd> {
  const mount = mountOf(options);
  const port = portOf(options);
  const role = (options.fields['role'] ?? '').trim();
  const flow: Flow = {
    s,
    mount,
    redirectUri: redirectUriAt(port),
    clientNonce: randomBytes(24).toString('base64url'),
    wrapped: s.wrapTtl === undefined ? {} : { wrapTtl: s.wrapTtl },
  };
  await confirmPlace(s, mount);
  const listener = options.fields['callback'] === 'paste' ? undefined : await listenForCallback(port);
  try {
    const beginning = await begin(flow, role);
    const [method, path] =
      beginning.poll === undefined ? (['GET', 'oidc/callback'] as const) : (['POST', 'oidc/poll'] as const);
    const answer =
      beginning.poll === undefined
        ? await byCallback(flow, beginning.authUrl, listener)
        : await byPolling(flow, beginning.authUrl, beginning.poll);
    return { ...answer, options, method, path: `auth/${mount}/${path}` };
  } finally {
    listener?.close();
  }
}

/**
 * Asks about an unconfirmed place and about changes since the last time. This login has no field to show them beside,
 * and the server that names the login page also gets the code that comes back from there.
 */
async function confirmPlace({ ask, destination, signal }: LoginSurroundings, mount: string): Promise<void> {
  const { notes = [], certificate, name, colour, address, contact } = destination;
  if (contact !== undefined) {
    const first = await ask(
      {
        kind: 'enter-fields',
        title: 'Log in with OIDC',
        facts: [{ name: 'Auth method', value: `auth/${mount}/` }],
        intro: ['This server names the login page.'],
        destination,
        fields: [],
        action: 'Continue',
      },
      signal,
    );
    if (first.kind === 'cancel') throw cancelled();
    return;
  }
  // A permanent risk of the connection was agreed to with it.
  if (notes.every((note) => note === notVerified || note === notEncrypted)) return;
  const answer = await ask(
    {
      kind: 'confirm-trust',
      title: 'Log in to this server?',
      name,
      colour,
      changes: [{ what: 'Server', before: '', after: address }],
      notes: [...notes, info('This server names the login page.')],
      action: 'Log in',
      ...(certificate === undefined ? {} : { certificate }),
    },
    signal,
  );
  if (answer.kind === 'cancel') throw cancelled();
}

async function begin({ s, mount, redirectUri, clientNonce }: Flow, role: string): Promise<OidcBeginning> {
  let beginning: OidcBeginning;
  try {
    beginning = await beginOidc(nobody(s), mount, { role, redirectUri, clientNonce });
  } catch (failure) {
    throw loginFailure(failure, mount);
  }
  if (beginning.authUrl !== '') return beginning;
  const named = role === '' ? 'the default role' : `the role “${role}”`;
  throw new AppFailure({
    kind: 'forbidden',
    message: `The server named no login page, and gave no reason. Maybe ${named} of “auth/${mount}/” is not for OIDC. Or it does not allow the redirect URI ${redirectUri}.`,
    hint: `Choose another role or port. Or ask to add “${redirectUri}” to allowed_redirect_uris of the role.`,
  });
}

async function byCallback(
  flow: Flow,
  authUrl: string,
  listener: CallbackListener | undefined,
): Promise<Timed> {
  const { s, mount, clientNonce, wrapped } = flow;
  const state = stateIn(authUrl);
  if (state === '')
    throw new AppFailure({
      kind: 'bad-answer',
      message: 'The login page’s address has no state, so its response could be forged. It was not opened.',
      hint: 'Ask the server’s operator to check the login method.',
    });
  const callback = await receive(flow, authUrl, state, listener);
  if (callback.kind === 'error')
    throw new AppFailure({
      kind: 'forbidden',
      message: `The identity provider refused the login: ${callback.message}`,
      hint: 'Log in again, or ask the operator of the identity provider.',
    });
  s.credentials.add(callback.code).add(callback.idToken);
  try {
    const startedMs = performance.now();
    const answer = await finishOidc(nobody(s), mount, callback, clientNonce, wrapped);
    return { ...answer, elapsedMs: performance.now() - startedMs };
  } catch (failure) {
    throw loginFailure(failure, mount);
  }
}

/** Waits for the browser or for pasted text, whichever is first. */
async function receive(
  { s, mount, redirectUri }: Flow,
  authUrl: string,
  state: string,
  listener: CallbackListener | undefined,
): Promise<CallbackAnswer> {
  let stray = Promise.withResolvers<'stray'>();
  const arrived = listener?.receive(state, () => stray.resolve('stray'));
  let problem = await openPage(s, mount, authUrl);
  for (;;) {
    const gone = new AbortController();
    const shown = s.ask(
      pastePrompt(authUrl, redirectUri, listener !== undefined, problem),
      either(gone.signal, s.signal),
    );
    const first = await Promise.race([shown, stray.promise, ...(arrived === undefined ? [] : [arrived])]);
    gone.abort(promptSettled);
    await shown;
    if (first === 'stray') {
      stray = Promise.withResolvers<'stray'>();
      problem = 'A response that belongs to another login has arrived. It was not used.';
      continue;
    }
    if (first.kind === 'code' || first.kind === 'error') return first;
    if (first.kind === 'cancel') throw givenUp('Cancelled. You are not logged in.');
    const pasted = first.kind === 'submit' ? first.text : (first.values['callback'] ?? '');
    s.credentials.add(pasted.trim());
    const callback = callbackPasted(pasted);
    if (callback?.state === state) return callback;
    problem =
      callback === undefined
        ? `This is not the address the browser ends at: it begins with ${redirectUri} and contains “code” and “state”.`
        : 'This address belongs to another login. It was not used: log in on the page below, and paste where that ends.';
  }
}

function pastePrompt(
  authUrl: string,
  redirectUri: string,
  listening: boolean,
  problem: string | undefined,
): TrustedRequest {
  const lines = [
    `Log in at ${new URL(authUrl).host} in your browser. ${listening ? 'This closes by itself when you are done there.' : 'Then paste the address it ends at, even if its page fails to load.'}`,
    `No page has opened, or the browser is on another machine? Open this address there: ${authUrl}`,
    ...(listening ? [`Then paste the address it ends at; it begins with ${redirectUri}.`] : []),
  ];
  return {
    kind: 'wait',
    title: 'Log in in the browser',
    lines,
    field: {
      name: 'callback',
      label: 'Address the browser ends at',
      placeholder: `${redirectUri}?code=…&state=…`,
      secret: true,
      optional: listening,
    },
    action: 'Use this address',
    ...(problem === undefined ? {} : { problem }),
  };
}

/**
 * Opens the login page after the user has seen its origin. If the system has no browser, the prompt shows the problem
 * and the address.
 */
async function openPage(s: LoginSurroundings, mount: string, url: string): Promise<string | undefined> {
  await confirmBrowser(s, mount, url);
  try {
    await s.openBrowser(url);
    return undefined;
  } catch (failure) {
    const error = asAppError(failure);
    if (error.kind === 'invalid-input') throw failure;
    return error.message;
  }
}

/** One question per page: neither the app's page nor a server opens the browser by itself. */
async function confirmBrowser(s: LoginSurroundings, mount: string, url: string): Promise<void> {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  // Other URLs have no origin and are not opened.
  if (origin === 'null') return;
  const answer = await s.ask(
    {
      kind: 'enter-fields',
      title: 'Open the login page in your browser?',
      facts: [
        { name: 'Login page', value: origin },
        { name: 'Auth method', value: `auth/${mount}/` },
      ],
      intro: ['The server named this page.'],
      destination: s.destination,
      fields: [],
      action: 'Open browser',
    },
    s.signal,
  );
  if (answer.kind === 'cancel') throw givenUp('Cancelled. You are not logged in.');
}

async function byPolling(
  { s, mount, clientNonce, wrapped }: Flow,
  authUrl: string,
  { state, everySeconds, userCode }: NonNullable<OidcBeginning['poll']>,
): Promise<Timed> {
  const problem = await openPage(s, mount, authUrl);
  return whileWaiting(
    s,
    {
      prompt: {
        kind: 'wait',
        title: userCode === '' ? 'Log in in the browser' : 'Type this code in the browser',
        lines: [
          `Log in at ${new URL(authUrl).host} in any browser. This closes by itself when you are done there.`,
          `No page has opened? Open this address: ${authUrl}`,
        ],
        ...(userCode === '' ? {} : { code: userCode }),
        ...(problem === undefined ? {} : { problem }),
      },
      ifGivenUp: 'Cancelled. If still finished in the browser, its token is unused and will expire.',
    },
    async (signal) => {
      let waitSeconds = everySeconds;
      for (;;) {
        await pause(waitSeconds * 1000, undefined, { signal });
        const startedMs = performance.now();
        try {
          const answer = await pollOidc(nobody({ ...s, signal }), mount, state, clientNonce, wrapped);
          if (answer === 'slow-down') waitSeconds += 5;
          else if (answer !== 'pending') return { ...answer, elapsedMs: performance.now() - startedMs };
        } catch (failure) {
          throw loginFailure(failure, mount);
        }
      }
    },
  );
}
