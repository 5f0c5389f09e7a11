/**
 * A real OpenID Connect provider on loopback (`oidc-provider`, all in memory), and a user who logs in there by plain
 * HTTP requests, in place of a browser.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { bodyOf } from './forwarding.ts';
import { must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

const MAX_STEPS = 12;

/** The provider's final redirect: a URL to open, or a form to post there (`form_post`). */
export interface LoggedIn {
  readonly url: string;
  /** Fields of the form; absent if they are in the URL. */
  readonly form?: URLSearchParams;
}

export interface IdentityProvider {
  /** For `oidc_discovery_url` and as `iss`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Enables `oidc` at `auth/<mount>` of a Vault, with the default role `people` whose tokens have `policies`. */
  readonly enableAt: (
    vault: Reachable,
    mount: string,
    redirectUri: string,
    policies: readonly string[],
  ) => Promise<void>;
  /** Logs a user in, as a browser that opens `authUrl`; returns the callback URL with `code` and `state`. */
  readonly logInAt: (authUrl: string, user?: string) => Promise<string>;
  /** As `logInAt`, for both response modes of the provider. */
  readonly follow: (authUrl: string, user?: string) => Promise<LoggedIn>;
  readonly stop: () => Promise<void>;
}

export interface IdentityProviderOptions {
  /** Callback URLs that the client is allowed to use; on loopback their port is ignored. */
  readonly redirectUris?: readonly string[];
  /** Claims of each user by name; defaults to one user `alice` of the group `payments`. */
  readonly users?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const defaultRedirects = ['http://localhost:8250/oidc/callback', 'http://127.0.0.1:8250/oidc/callback'];
const defaultUsers = { alice: { email: 'alice@payments.example', groups: ['payments'] } };

/** Starts the provider on a free loopback port. */
export async function startIdentityProvider(
  options: IdentityProviderOptions = {},
): Promise<IdentityProvider> {
  const users: Readonly<Record<string, Readonly<Record<string, unknown>>>> = options.users ?? defaultUsers;
  const clientId = 'vault';
  const clientSecret = randomBytes(24).toString('hex');
  const handling: { current?: (request: IncomingMessage, response: ServerResponse) => void } = {};
  const server = createServer((request, response) => handling.current?.(request, response));
  // Same reason as in `listen` of forwarding.ts.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const provider = new Provider(issuer, {
    // The default adapter prints a production warning in every test run.
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // Native clients are allowed plain http loopback callbacks, on any port.
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_basic',
        redirect_uris: options.redirectUris ?? defaultRedirects,
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'email', 'groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/log-in/${uid}` },
    findAccount: (_context, id) => {
      const claims = users[id];
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 120,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  });
  const answer = provider.callback();
  handling.current = (request, response) => {
    if (request.url?.startsWith('/log-in/') === true) {
      void logInPage(provider, users, request, response).catch(() => response.destroy());
    } else {
      answer(request, response);
    }
  };
  const follow = (authUrl: string, user = 'alice'): Promise<LoggedIn> => browse(issuer, authUrl, user);
  return {
    issuer,
    clientId,
    clientSecret,
    follow,
    enableAt: async (vault, mount, redirectUri, policies) => {
      await must(vault, 'POST', `sys/auth/${mount}`, { type: 'oidc' });
      await must(vault, 'POST', `auth/${mount}/config`, {
        oidc_discovery_url: issuer,
        oidc_client_id: clientId,
        oidc_client_secret: clientSecret,
        default_role: 'people',
      });
      await must(vault, 'POST', `auth/${mount}/role/people`, {
        user_claim: 'email',
        groups_claim: 'groups',
        token_policies: policies,
        allowed_redirect_uris: [redirectUri],
      });
    },
    logInAt: async (authUrl, user) => {
      const { url, form } = await follow(authUrl, user);
      if (form) throw new Error('The provider answers with a form to post, not with an address.');
      return url;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'strongroom-test' };
}

/** The provider's login page: asks for a name and accepts it unverified. */
async function logInPage(
  provider: Provider,
  users: Readonly<Record<string, unknown>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const name = new URLSearchParams((await bodyOf(request)).toString('utf8')).get('user') ?? '';
    const result = Object.hasOwn(users, name)
      ? // Native clients always need consent, too: granted at once.
        { login: { accountId: name }, consent: {} }
      : { error: 'access_denied', error_description: `${name} is not known here` };
    await provider.interactionFinished(request, response, result);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    '<!doctype html><title>Log in</title><form method="post"><input name="user"><button>Log in</button></form>',
  );
}

/** Follows redirects with cookies, submits the form of the login page, stops at a URL outside the provider. */
async function browse(issuer: string, authUrl: string, user: string): Promise<LoggedIn> {
  const cookies = new Map<string, string>();
  let next: { readonly url: string; readonly post?: URLSearchParams } = { url: authUrl };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.post ? { method: 'POST', body: next.post } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location !== null) {
      const url = new URL(location, next.url).href;
      if (!url.startsWith(`${issuer}/`)) return { url };
      next = { url };
    } else if (answer.status === 200 && new URL(next.url).pathname.startsWith('/log-in/')) {
      next = { url: next.url, post: new URLSearchParams({ user }) };
    } else {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
      if (answer.status !== 200 || action === undefined)
        throw new Error(`The provider answered ${String(answer.status)}: ${text.slice(0, 300)}`);
      const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescaped(value)]));
      return { url: unescaped(action), form };
    }
  }
  throw new Error(`The provider led around in circles; last to ${next.url}`);
}

function unescaped(html: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => named[name] ?? whole);
}
