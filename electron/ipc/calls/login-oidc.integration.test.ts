/** OIDC against a real provider: the browser's way back, pasting instead, forged and repeated answers, OpenBao's modes. */
import { createServer, request } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must, sharedServers, startFaultProxy, uniqueName, until } from '../../../e2e/servers/index.ts';
import type { FaultProxy } from '../../../e2e/servers/index.ts';
import { startIdentityProvider } from '../../../e2e/servers/identity-provider.ts';
import type { IdentityProvider } from '../../../e2e/servers/identity-provider.ts';
import { freePorts } from '../../../e2e/servers/ports.ts';
import type { LoginOptions } from '../../../shared/vault/login.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const { newApp, stopping } = useTestApps();
const server = sharedServers().dev;
const mount = uniqueName('oidc');
let port = 0;
let provider: IdentityProvider;
let proxy: FaultProxy;
let app: TestApp;

const callbackAt = (host = 'localhost'): string => `http://${host}:${port}/oidc/callback`;

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  provider = stopping(await startIdentityProvider({ redirectUris: [callbackAt()] }));
  await must(server, 'POST', `sys/auth/${mount}`, { type: 'oidc' });
  await must(server, 'POST', `auth/${mount}/config`, {
    oidc_discovery_url: provider.issuer,
    oidc_client_id: provider.clientId,
    oidc_client_secret: provider.clientSecret,
    default_role: 'people',
  });
  const role = { user_claim: 'sub', token_policies: ['payments'], allowed_redirect_uris: [callbackAt()] };
  await must(server, 'POST', `auth/${mount}/role/people`, role);
  const elsewhere = { ...role, allowed_redirect_uris: ['https://vault.example/ui/callback'] };
  await must(server, 'POST', `auth/${mount}/role/elsewhere`, elsewhere);
});
beforeEach(async () => {
  proxy = stopping(await startFaultProxy(server));
  app = newApp();
});

const oidc = (fields: Readonly<Record<string, string>> = {}): LoginOptions => ({
  type: 'oidc',
  mount: `${mount}/`,
  fields: { port: String(port), ...fields },
});
const open = (fields?: Readonly<Record<string, string>>) =>
  app.call('session.open', { ...openOptions(proxy.address), login: oidc(fields) });
const arrived = (part: string): string[] => proxy.arrived.filter((line) => line.includes(part));

/** The page that the system's browser was asked to open, once it was. */
async function opened(): Promise<string> {
  await until(() => Promise.resolve(app.browsed.length > 0 && app.asked.at(-1)?.kind === 'wait'));
  return app.browsed.at(-1) ?? '';
}

async function isFree(): Promise<boolean> {
  return fetch(callbackAt('127.0.0.1')).then(
    () => false,
    () => true,
  );
}

describe('logging in in the browser', () => {
  it.each(['127.0.0.1', '[::1]'])('comes back to %s and goes on by itself', async (host) => {
    const opening = open();
    const page = await opened();
    expect(new URL(page).origin).toBe(provider.issuer);
    const back = (await provider.logInAt(page)).replace('localhost', host);
    const answer = await fetch(back);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await answer.text();
    expect(text).toContain('You can close this page');
    expect(text).not.toMatch(/script/i);
    const result = await opening;
    expect(result).toMatchObject({
      value: {
        token: { displayName: `${mount}-alice`, policies: expect.arrayContaining(['payments']) as string[] },
        login: { type: 'oidc' },
      },
    });
    expect(app.asked).toMatchObject([{ kind: 'wait', field: { secret: true } }]);
    expect(arrived('/oidc/callback')).toHaveLength(1);
    expect(await isFree()).toBe(true);
    const code = new URL(back).searchParams.get('code') ?? 'none';
    expect(code.length).toBeGreaterThan(10);
    expect(app.crossed()).not.toContain(code);
  });

  it('takes a form that the provider posts', async () => {
    const opening = open();
    const back = new URL(await provider.logInAt(await opened()));
    const posted = await fetch(callbackAt('127.0.0.1'), { method: 'POST', body: back.searchParams });
    expect(posted.status).toBe(200);
    expect(await opening).toMatchObject({ ok: true });
  });

  it('takes the form of a provider that is told to answer by one', async () => {
    const posting = uniqueName('oidc');
    await must(server, 'POST', `sys/auth/${posting}`, { type: 'oidc' });
    await must(server, 'POST', `auth/${posting}/config`, {
      oidc_discovery_url: provider.issuer,
      oidc_client_id: provider.clientId,
      oidc_client_secret: provider.clientSecret,
      oidc_response_mode: 'form_post',
    });
    const role = { user_claim: 'sub', allowed_redirect_uris: [callbackAt()] };
    await must(server, 'POST', `auth/${posting}/role/people`, role);
    const login = { ...oidc({ role: 'people' }), mount: posting };
    const opening = app.call('session.open', { ...openOptions(proxy.address), login });
    const { url, form } = await provider.follow(await opened());
    expect(form?.get('code')).not.toBeNull();
    await fetch(url.replace('localhost', '127.0.0.1'), { method: 'POST', body: form ?? null });
    expect(await opening).toMatchObject({ value: { token: { displayName: `${posting}-alice` } } });
  });

  it('hands an ID token in by a body, never in an address', async () => {
    const { client_token } = (
      (await must(server, 'POST', 'auth/token/create', {})) as { auth: { client_token: string } }
    ).auth;
    proxy.add({ fault: { kind: 'html', status: 200 }, method: 'POST', url: /oidc\/callback/ });
    const body = { auth: { client_token } };
    proxy.add({ fault: { kind: 'answer', status: 200, body }, method: 'GET', url: /oidc\/callback/ });
    const opening = open();
    const state = new URL(await opened()).searchParams.get('state') ?? '';
    const form = new URLSearchParams({ state, id_token: 'eyJcanary.id.token' });
    await fetch(callbackAt('127.0.0.1'), { method: 'POST', body: form });
    expect(await opening).toMatchObject({ ok: true });
    expect(arrived('/oidc/callback').map((line) => line.split(' ')[0])).toEqual(['POST', 'GET']);
    expect(proxy.arrived.join()).not.toContain('canary');
    expect(app.crossed()).not.toContain('canary');
  });

  it('takes one answer, and only to this login', async () => {
    const release = Promise.withResolvers<undefined>();
    proxy.add({ fault: { kind: 'delay', until: release.promise }, url: /oidc\/callback/ });
    const opening = open();
    const back = new URL(await provider.logInAt(await opened()));
    const forged = new URL(back);
    forged.searchParams.set('state', 'of-another-login');
    expect((await fetch(forged)).status).toBe(400);
    await until(() => Promise.resolve(app.asked.length === 2));
    expect(app.asked[1]).toHaveProperty('problem', expect.stringContaining('belongs to another login'));
    for (const path of ['/', '/oidc/callback/x', '/favicon.ico'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(callbackAt('127.0.0.1'))).status).toBe(400);
    expect((await fetch(back, { method: 'DELETE' })).status).toBe(404);
    const [first, second] = [await fetch(back), await fetch(back).catch(() => undefined)];
    expect(await first.text()).toContain('goes on with the login');
    // The listener can be gone by then; if not, it says so.
    if (second !== undefined) expect(await second.text()).toContain('used already');
    release.resolve(undefined);
    expect(await opening).toMatchObject({ ok: true });
    expect(arrived('/oidc/callback')).toHaveLength(1);
  });

  it('does not answer under another name of this machine', async () => {
    const opening = open();
    await opened();
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/oidc/callback?state=a&code=b', headers: { host: 'evil.example' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      asked.once('error', reject);
      asked.end();
    });
    expect(status).toBe(404);
    await fetch((await provider.logInAt(app.browsed[0] ?? '')).replace('localhost', '127.0.0.1'));
    expect(await opening).toMatchObject({ ok: true });
  });

  it('tells what the provider says against it', async () => {
    const opening = open();
    const back = await provider.logInAt(await opened(), 'mallory');
    await fetch(back.replace('localhost', '127.0.0.1'));
    expect(await opening).toMatchObject({
      error: { kind: 'forbidden', message: expect.stringContaining('mallory is not known here') as string },
    });
    expect(arrived('/oidc/callback')).toEqual([]);
  });

  it('is given up with the prompt, or by a lock, and the port is free again', async () => {
    app.answers.push(null);
    expect(await open()).toMatchObject({ error: { kind: 'cancelled' } });
    expect(await isFree()).toBe(true);
    await app.login(server.address, server.rootToken);
    const opening = open();
    app.browsed.length = 0;
    await opened();
    await app.call('lock.now', {});
    expect(await opening).toMatchObject({ ok: false });
    expect(await isFree()).toBe(true);
  });
});

describe('pasting the address instead', () => {
  it('needs no port, refuses what belongs elsewhere, and finishes the login', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => void holder.listen(port, '127.0.0.1', resolve));
    try {
      const pasted = Promise.withResolvers<string>();
      app.answers.push('http://localhost/nonsense', '?state=another&code=c', pasted.promise);
      const opening = open({ callback: 'paste' });
      await until(() => Promise.resolve(app.asked.length === 3));
      expect(JSON.stringify(app.asked[0])).toContain('Then paste the address');
      expect(app.asked[0]).toHaveProperty(
        'lines',
        expect.arrayContaining([expect.stringContaining(app.browsed[0] ?? '-')]),
      );
      expect(app.asked[1]).toHaveProperty('problem', expect.stringContaining('not the address'));
      expect(app.asked[2]).toHaveProperty('problem', expect.stringContaining('another login'));
      const back = await provider.logInAt(app.browsed[0] ?? '');
      pasted.resolve(` ${back}\n`);
      expect(await opening).toMatchObject({ ok: true, value: { login: { fields: { callback: 'paste' } } } });
      expect(app.crossed()).not.toContain(new URL(back).searchParams.get('code') ?? 'none');
    } finally {
      await new Promise((resolve) => void holder.close(resolve));
    }
  });

  it('is possible beside the listener, too', async () => {
    const pasted = Promise.withResolvers<string>();
    app.answers.push(pasted.promise);
    const opening = open();
    const back = await provider.logInAt(await opened());
    pasted.resolve(new URL(back).search);
    expect(await opening).toMatchObject({ ok: true });
    expect(await isFree()).toBe(true);
  });
});

describe('before the browser is opened', () => {
  it('says that the port is taken and what to do, and sends nothing', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const holder = createServer();
      await new Promise<void>((resolve) => void holder.listen(port, host, resolve));
      try {
        expect(await open()).toMatchObject({
          error: {
            kind: 'invalid-input',
            field: 'login.port',
            message: expect.stringMatching(
              `Port ${port} .* used by another program.*Nothing was sent`,
            ) as string,
            hint: expect.stringContaining('paste the callback URL') as string,
          },
        });
      } finally {
        await new Promise((resolve) => void holder.close(resolve));
      }
    }
    expect(arrived('/oidc/')).toEqual([]);
    expect(app.asked).toEqual([]);
    expect(await isFree()).toBe(true);
  });

  it('explains an empty address of the login page', async () => {
    const result = await open({ role: 'elsewhere' });
    expect(result).toMatchObject({ error: { kind: 'forbidden' } });
    expect(JSON.stringify(result)).toContain('the role “elsewhere”');
    expect(JSON.stringify(result)).toContain(callbackAt());
    expect(app.browsed).toEqual([]);
    expect(await isFree()).toBe(true);
  });

  it('says that there is no such role', async () => {
    expect(await open({ role: 'nobody' })).toMatchObject({
      error: { kind: 'forbidden', message: expect.stringContaining('nobody') as string },
    });
  });

  it.each(['0', '65536', '-1', '80 80', 'x'])('refuses %j as a port', async (typed) => {
    expect(await open({ port: typed })).toMatchObject({ error: { field: 'login.port' } });
  });

  it('does not open a page without a state: its answer could be anybody’s', async () => {
    const data = { auth_url: `${provider.issuer}/auth?client_id=vault` };
    proxy.add({ fault: { kind: 'answer', status: 200, body: { data } }, url: /auth_url/ });
    expect(await open()).toMatchObject({ error: { kind: 'bad-answer' } });
    expect(app.browsed).toEqual([]);
  });
});

describe('OpenBao’s direct and device modes', () => {
  it('are asked until they are done, and show the code to type', async () => {
    const data = {
      auth_url: `${provider.issuer}/device`,
      state: 's-1',
      poll_interval: 0.01,
      user_code: 'WDJB-MJHT',
    };
    proxy.add({ fault: { kind: 'answer', status: 200, body: { data } }, url: /auth_url/ });
    const not = (error: string) => ({ kind: 'answer', status: 400, body: { errors: [error] } }) as const;
    proxy.add({ fault: not('authorization_pending'), url: /oidc\/poll/, times: 3 });
    const { client_token } = (
      (await must(server, 'POST', 'auth/token/create', { display_name: 'device' })) as {
        auth: { client_token: string };
      }
    ).auth;
    proxy.add({
      fault: { kind: 'answer', status: 200, body: { auth: { client_token } } },
      url: /oidc\/poll/,
    });
    expect(await open()).toMatchObject({ value: { token: { displayName: 'token-device' } } });
    expect(app.asked).toMatchObject([{ kind: 'wait', code: 'WDJB-MJHT' }]);
    expect(app.browsed).toEqual([`${provider.issuer}/device`]);
    expect(arrived('/oidc/poll')).toHaveLength(4);
  });

  it('end with what the server says', async () => {
    const data = { auth_url: `${provider.issuer}/device`, state: 's-1', poll_interval: '0.01' };
    proxy.add({ fault: { kind: 'answer', status: 200, body: { data } }, url: /auth_url/ });
    proxy.add({
      fault: { kind: 'answer', status: 400, body: { errors: ['expired_token'] } },
      url: /oidc\/poll/,
    });
    expect(await open()).toMatchObject({
      error: { kind: 'forbidden', message: expect.stringContaining('expired_token') as string },
    });
    expect(arrived('/oidc/poll')).toHaveLength(1);
  });
});
