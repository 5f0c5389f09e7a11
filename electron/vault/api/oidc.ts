/**
 * OIDC logins (`auth/:mount/oidc/…`; vault-http-facts 6.15): the address to log in at, and the token for the identity
 * provider's answer. OpenBao's direct and device modes are polled until they are done.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asNumber, asText, dataOf } from './fields.ts';
import { asLogin } from './login.ts';
import type { LoginAnswer, LoginRequestOptions } from './login.ts';

export interface OidcOptions {
  /** Empty: the mount's default role. */
  readonly role: string;
  readonly redirectUri: string;
  readonly clientNonce: string;
}

export interface OidcBeginning {
  /** Empty if the role does not allow the redirect URI. */
  readonly authUrl: string;
  /** OpenBao's direct and device modes: state and interval of the polls, and the code that the user types. */
  readonly poll?: { readonly state: string; readonly everySeconds: number; readonly userCode: string };
}

/** Reads the login address. */
export async function beginOidc(caller: Caller, mount: string, options: OidcOptions): Promise<OidcBeginning> {
  const { role, redirectUri, clientNonce } = options;
  const fields = { ...(role === '' ? {} : { role }), redirect_uri: redirectUri, client_nonce: clientNonce };
  const path = `auth/${mount}/oidc/auth_url`;
  const answer = await ask(caller, { method: 'POST', path, body: JSON.stringify(fields) });
  const data = answer.text === '' ? {} : dataOf(answer);
  const authUrl = asText(data['auth_url']);
  const state = asText(data['state']);
  if (state === '' || data['poll_interval'] === undefined) return { authUrl };
  const asked = data['poll_interval'];
  const everySeconds = asNumber(typeof asked === 'string' ? Number(asked) : asked);
  return {
    authUrl,
    poll: { state, everySeconds: everySeconds > 0 ? everySeconds : 5, userCode: asText(data['user_code']) },
  };
}

/** Parameters that the identity provider sends to the redirect URI. */
export interface OidcCallback {
  readonly state: string;
  readonly code: string;
  /** Sent with the form_post response mode. */
  readonly idToken: string;
}

/** Exchanges the provider's answer for a token: once, as the code can be used only once. */
export async function finishOidc(
  caller: Caller,
  mount: string,
  { state, code, idToken }: OidcCallback,
  clientNonce: string,
  options: LoginRequestOptions = {},
): Promise<LoginAnswer> {
  const path = `auth/${mount}/oidc/callback`;
  if (idToken !== '') await handIn(caller, path, { state, code, id_token: idToken });
  const query = { state, code, client_nonce: clientNonce };
  return asLogin(await ask(caller, { method: 'GET', path, query, ...options }));
}

/** Sends an ID token ahead in a body, as it must not stand in an address; the answer is a page for a browser. */
async function handIn(caller: Caller, path: string, fields: object): Promise<void> {
  try {
    await ask(caller, { method: 'POST', path, body: JSON.stringify(fields) });
  } catch (failure) {
    if (failure instanceof AppFailure && failure.error.kind === 'bad-answer' && failure.error.status === 200)
      return;
    throw failure;
  }
}

export type OidcPoll = LoginAnswer | 'pending' | 'slow-down';

/** Asks once if a direct or device login is done. */
export async function pollOidc(
  caller: Caller,
  mount: string,
  state: string,
  clientNonce: string,
  options: LoginRequestOptions = {},
): Promise<OidcPoll> {
  const body = JSON.stringify({ state, client_nonce: clientNonce });
  try {
    return asLogin(await ask(caller, { method: 'POST', path: `auth/${mount}/oidc/poll`, body, ...options }));
  } catch (failure) {
    const said = failure instanceof AppFailure ? (failure.error.serverErrors ?? []).join() : '';
    if (said.includes('authorization_pending')) return 'pending';
    if (said.includes('slow_down')) return 'slow-down';
    throw failure;
  }
}
