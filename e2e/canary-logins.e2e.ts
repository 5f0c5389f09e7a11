/**
 * The promise of `canary.e2e.ts` for every login method: the input, wrapped credentials, and the tokens from the
 * server are in no process except main, in no file and in no output. A client certificate needs a server of its own:
 * canary-certificate.e2e.ts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { LoginType, LoginOptions } from '../shared/vault/login.ts';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';
import { tree } from './steps/connected.ts';
import { openByHand, typeInto } from './steps/logins-by-hand.ts';
import { filesHolding } from './traces/files-holding.ts';
import { findInMemory, processName } from './traces/process-memory.ts';
import {
  enableAppRole,
  enableJwt,
  enableUserpass,
  newToken,
  requirePush,
  requireTotp,
  startIdentityProvider,
  startLoginAnswers,
  startLoginVault,
  startRecordingProxy,
  totpCode,
  uniqueName,
} from './servers/index.ts';
import type { LoginAnswers, LoginVault } from './servers/index.ts';
import { childrenOf, tracesLeft, tracesOf, watchDesktop } from './traces/traces.ts';

/** A login method: its input for each prompt, and the credentials among it. */
interface Way {
  readonly name: string;
  readonly login: LoginOptions;
  readonly cards: readonly (Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>))[];
  readonly secrets: readonly string[];
  /** Action outside the app, after the input. */
  readonly meanwhile?: (launched: LaunchedApp) => Promise<unknown>;
}

const stops: (() => Promise<void>)[] = [];
let dataFolder = '';
test.beforeEach(async () => void (dataFolder = await mkdtemp(join(tmpdir(), 'strongroom-canary-'))));
test.afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

function stopping<T extends { readonly stop: () => Promise<void> }>(started: T): T {
  stops.push(started.stop);
  return started;
}

test('no process but main ever holds what was typed for a login, or its token @logins', async () => {
  test.setTimeout(300_000);
  const vault = stopping(await startLoginVault());
  const answers = stopping(await startLoginAnswers(vault));
  const proxy = stopping(await startRecordingProxy(answers));
  const all = await waysIn(vault, answers);
  const launched = await launchApp({ userDataDir: dataFolder, args: ['--allow-sandbox-debugging'] });
  const { window } = launched;
  await addressField(window).waitFor();
  await watchDesktop(launched);
  await launched.app.evaluate(({ shell }) => void (shell.openExternal = () => Promise.resolve()));

  for (const way of all) {
    await test.step(way.name, async () => {
      const opening = openByHand(launched, proxy.address, way.login);
      for (const card of way.cards) await typeInto(launched, typeof card === 'function' ? card() : card);
      await way.meanwhile?.(launched);
      expect(await opening).toEqual(expect.objectContaining({ ok: true }));
    });
  }
  await expect(tree(window)).toBeVisible();

  // Main holds the tokens that it sent; the last ones come from every kind of login above.
  const tokens = proxy.requests.map(({ headers }) => headers['x-vault-token']);
  const given = [...new Set(tokens.filter((token) => typeof token === 'string'))];
  expect(given.length).toBeGreaterThanOrEqual(all.length);
  const secrets = new Map([
    ...all.flatMap((way) =>
      way.secrets.map((secret, number) => [`${way.name}, ${String(number + 1)}`, secret] as const),
    ),
    ...given.map((token, number) => [`token ${String(number + 1)}`, token] as const),
  ]);

  const children = childrenOf(launched);
  expect(children.map(processName)).toContain('renderer');
  // The search finds a text that is allowed there.
  expect(findInMemory(children, proxy.address)).not.toEqual([]);
  expect(await tracesOf(launched, secrets)).toEqual([]);

  await launched.close();
  expect(await filesHolding(dataFolder, 'call session.open')).not.toEqual([]);
  expect(await tracesLeft(launched, dataFolder, secrets)).toEqual([]);
});

/** Every login method, set up on the server. */
async function waysIn(vault: LoginVault, answers: LoginAnswers): Promise<readonly Way[]> {
  const user = (
    type: LoginType,
    mount: string,
    password: string,
    wrong = uniqueName('wrong-password'),
  ): Way => ({
    name: `${type} at ${mount}`,
    login: { type, mount: `${mount}/`, fields: { username: 'alice' } },
    cards: [{ Password: wrong }, { Password: password }],
    secrets: [wrong, password],
  });
  const token = uniqueName('canary-token');
  await newToken(vault, { id: token, policies: ['default'] });
  const password = uniqueName('canary-password');
  for (const mount of ['plain', 'guarded', 'phones']) await enableUserpass(vault, mount, 'alice', password);
  const key = await requireTotp(vault, 'guarded', 'alice');
  await requirePush(vault, 'phones');
  const jwt = await enableJwt(vault, ['default']);
  const { roleId, secretId, wrappedId, wrappingToken, wrappedAt } = await enableAppRole(vault, ['default']);
  const okta = user('okta', 'okta', answers.okta.password);
  return [
    {
      name: 'token',
      login: { type: 'token', mount: '', fields: {} },
      cards: [{ Token: token }],
      secrets: [token],
    },
    user('userpass', 'plain', password),
    user('ldap', 'people', vault.ldap.people.alice),
    user('radius', 'radius', vault.radius.people.alice),
    { ...okta, meanwhile: () => answers.decide('approved') },
    {
      name: 'github',
      login: { type: 'github', mount: 'github/', fields: {} },
      cards: [{ 'Personal access token': vault.github.tokens.alice }],
      secrets: [vault.github.tokens.alice],
    },
    {
      name: 'approle',
      login: { type: 'approle', mount: 'approle/', fields: { roleId } },
      cards: [{ 'Secret ID': secretId }],
      secrets: [secretId],
    },
    {
      name: 'approle with a wrapped secret ID',
      login: {
        type: 'approle',
        mount: 'approle/',
        fields: { roleId, secretId: 'wrapped', expectedPath: wrappedAt },
      },
      cards: [{ 'Wrapping token of the secret ID': wrappingToken }],
      secrets: [wrappingToken, wrappedId],
    },
    {
      name: 'jwt',
      login: { type: 'jwt', mount: 'jwt/', fields: { role: 'gateway' } },
      cards: [{ JWT: jwt }],
      secrets: [jwt],
    },
    {
      name: 'kubernetes',
      login: { type: 'kubernetes', mount: 'kubernetes/', fields: { role: answers.kubernetes.role } },
      cards: [{ 'Service account token (JWT)': answers.kubernetes.jwt }],
      secrets: [answers.kubernetes.jwt],
    },
    {
      name: 'any other path',
      login: {
        type: 'other',
        mount: 'plain/',
        fields: { path: 'login/alice', json: '{}' },
        secretFields: ['password'],
      },
      cards: [{ password }],
      secrets: [],
    },
    {
      name: 'a passcode as second factor',
      login: { type: 'userpass', mount: 'guarded/', fields: { username: 'alice' } },
      cards: [{ Password: password }, () => ({ 'Passcode (TOTP) for “totp-guarded”': totpCode(key) })],
      secrets: [key],
    },
    {
      name: 'a push as second factor',
      login: { type: 'userpass', mount: 'phones/', fields: { username: 'alice' } },
      cards: [{ Password: password }],
      secrets: [],
      meanwhile: () => answers.decide('approved'),
    },
    await pastedOidc(vault),
  ];
}

/** A login through an OpenID provider with a pasted callback URL. */
async function pastedOidc(vault: LoginVault): Promise<Way> {
  const provider = stopping(await startIdentityProvider());
  await provider.enableAt(vault, 'oidc', 'http://localhost:8250/oidc/callback', ['default']);
  const secrets = [provider.clientSecret];
  return {
    name: 'oidc',
    login: { type: 'oidc', mount: 'oidc/', fields: { role: 'people', callback: 'paste' } },
    cards: [],
    secrets,
    meanwhile: async (launched) => {
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Open browser' }).click());
      const card = (await launched.trusted()).getByRole('dialog');
      const [authUrl = ''] = /https?:\S+\/auth\?\S+/.exec(await card.innerText()) ?? [];
      const callback = await provider.logInAt(authUrl);
      secrets.push(new URL(callback).searchParams.get('code') ?? '');
      await typeInto(launched, { 'Address the browser ends at': callback });
    },
  };
}
