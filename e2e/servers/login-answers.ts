/**
 * Logins that need a company's cloud or cluster, over the real Vault: okta with push and number challenge,
 * kubernetes, and the push methods of login MFA. The proxy answers their requests as Vault documents and words them;
 * the tokens in them are real, created by the real server with its root token. A push is held until a test decides.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, bodyOf, forward, jsonAnswer, listen } from './forwarding.ts';
import type { ForwardedReply, Listening } from './forwarding.ts';
import { newPeople } from './login-people.ts';
import { newPhone } from './phone.ts';
import type { Phone } from './phone.ts';
import { must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

export interface LoginAnswers extends Listening, Omit<Phone, 'push'> {
  /** Alice's login at `auth/okta`: her password, and the passcode that can replace the push. */
  readonly okta: { readonly password: string; readonly passcode: string };
  /** Number that Okta shows during a push. */
  readonly number: number;
  /** A service account's token for the role `deployer` at `auth/kubernetes`. */
  readonly kubernetes: { readonly role: string; readonly jwt: string };
  /** Number of tokens created for logins. */
  readonly tokensMade: () => number;
  /** Requests answered by this proxy, as `POST auth/okta/login/alice`. */
  readonly asked: readonly string[];
}

/** Starts the proxy in front of a real server. Tokens of its logins have `policies`. */
export async function startLoginAnswers(
  vault: Reachable,
  policies: readonly string[] = ['default'],
): Promise<LoginAnswers> {
  const okta = { password: newPeople().alice, passcode: '492817' };
  const kubernetes = { role: 'deployer', jwt: serviceAccountToken() };
  const number = 37;
  const asked: string[] = [];
  const phone = newPhone();
  const challenges = new Map<string, 'sent' | 'shown'>();
  let tokensMade = 0;

  /** Login response with a token of the real server. */
  async function token(
    displayName: string,
    metadata: Readonly<Record<string, string>>,
  ): Promise<ForwardedReply> {
    tokensMade += 1;
    const options = { policies, ttl: '30m', no_parent: true, display_name: displayName, meta: metadata };
    return jsonAnswer(200, await must(vault, 'POST', 'auth/token/create', options));
  }

  async function oktaLogin(
    user: string,
    body: Fields,
    response: ServerResponse,
  ): Promise<ForwardedReply | undefined> {
    if (user !== 'alice' || body['password'] !== okta.password)
      return refusal(400, 'okta auth failed: the API returned an error: Authentication failed');
    const { totp, nonce } = body;
    if (typeof totp === 'string' && totp !== '') {
      if (totp !== okta.passcode) return refusal(400, 'okta auth failed: multi-factor authentication denied');
    } else {
      if (typeof nonce === 'string') challenges.set(nonce, 'sent');
      const decision = await phone.push(response);
      if (typeof nonce === 'string') challenges.delete(nonce);
      if (decision === undefined) return undefined;
      if (decision === 'denied') return refusal(400, 'okta auth failed: multi-factor authentication denied');
    }
    return token('okta-alice', { username: 'alice', policies: policies.join(',') });
  }

  /** The number, from the second poll on: Okta itself takes a moment. */
  function challenge(nonce: string): ForwardedReply {
    const state = challenges.get(nonce);
    if (state === 'sent') challenges.set(nonce, 'shown');
    return state === 'shown'
      ? jsonAnswer(200, { data: { correct_answer: number } })
      : jsonAnswer(404, { errors: [] });
  }

  async function kubernetesLogin({ role, jwt }: Fields): Promise<ForwardedReply> {
    if (role !== kubernetes.role) return refusal(400, `invalid role name "${String(role)}"`);
    if (jwt !== kubernetes.jwt) return refusal(403, 'permission denied');
    const account = { service_account_name: 'deployer', service_account_namespace: 'payments' };
    return token('kubernetes-payments-deployer', { role, ...account });
  }

  async function validate(body: Fields, response: ServerResponse): Promise<ForwardedReply | undefined> {
    const decision = await phone.push(response);
    if (decision === 'approved') return token('userpass-alice', { username: 'alice' });
    if (decision === undefined) return undefined;
    const [method] = Object.keys(body['mfa_payload'] ?? {});
    return refusal(
      403,
      `failed to satisfy enforcement push. error: 2 errors occurred:\n\t* duo authentication failed: "Login request denied."\n` +
        `\t* login MFA validation failed for methodID: [${String(method)}]\n\n`,
    );
  }

  /** Response to a login that this proxy handles; 'not-ours' for every other request. */
  function own(method: string, path: string, body: Fields, response: ServerResponse): Answering | 'not-ours' {
    if (method === 'GET') {
      const nonce = /^\/v1\/auth\/okta\/verify\/([^/]+)$/.exec(path)?.[1];
      return nonce === undefined ? 'not-ours' : Promise.resolve(challenge(nonce));
    }
    const user = /^\/v1\/auth\/okta\/login\/([^/]+)$/.exec(path)?.[1];
    if (user !== undefined) return oktaLogin(user, body, response);
    if (path === '/v1/auth/kubernetes/login') return kubernetesLogin(body);
    if (path === '/v1/sys/mfa/validate' && isPush(body)) return validate(body, response);
    return 'not-ours';
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = 'GET', url = '/' } = request;
    const path = new URL(url, 'http://vault.invalid').pathname;
    const answering = own(method, path, fieldsOf(body), response);
    if (answering !== 'not-ours') asked.push(`${method} ${path.replace('/v1/', '')}`);
    const credential =
      answering === 'not-ours'
        ? await forward(vault, { method, url, headers: request.headers, body })
        : await answering;
    if (credential) answer(response, credential);
  }

  const listening = await listen((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  return {
    ...listening,
    okta,
    number,
    kubernetes,
    asked,
    pushed: phone.pushed,
    decide: phone.decide,
    givenUp: phone.givenUp,
    tokensMade: () => tokensMade,
  };
}

type Fields = Readonly<Record<string, unknown>>;
type Answering = Promise<ForwardedReply | undefined>;

function fieldsOf(body: Buffer): Fields {
  try {
    return JSON.parse(body.toString('utf8')) as Fields;
  } catch {
    return {};
  }
}

/** Passcodes are left to the real server. */
function isPush(body: Fields): boolean {
  return Object.values(body['mfa_payload'] ?? {}).every(
    (given) => Array.isArray(given) && given.length === 0,
  );
}

function refusal(status: number, ...errors: readonly string[]): ForwardedReply {
  return jsonAnswer(status, { errors });
}

/** Has the form of a JWT; its signature is not checked. */
function serviceAccountToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const subject = 'system:serviceaccount:payments:deployer';
  return `${part({ alg: 'RS256' })}.${part({ sub: subject })}.${randomBytes(64).toString('base64url')}`;
}
