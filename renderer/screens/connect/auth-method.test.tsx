import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnvironmentCredentials, Profile } from '../../../shared/vault/connection.ts';
import type { LoginMethods } from '../../../shared/vault/login.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers, FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { ConnectScreen } from './connect-screen.tsx';
import type { UnauthenticatedProps } from './unauthenticated.ts';

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await Promise.all([
    import('./login-section.tsx'),
    import('../../parts/login/other-fields.tsx'),
    import('./check-failure.tsx'),
  ]);
});
afterEach(cleanup);

const remembered: Profile = {
  profileId: 'p1',
  name: 'Payments',
  colour: 'red',
  address: 'https://vault.pay.example:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
  lastUsed: '2026-11-20T07:00:00Z',
  login: { type: 'ldap', mount: 'team/ldap/', fields: { username: 'ops' } },
};

const found: EnvironmentCredentials = {
  environmentId: 'o1',
  sources: ['~/.vault-token'],
  tokenFrom: '~/.vault-token',
  problems: [],
};

const listed: LoginMethods = {
  methods: [
    { type: 'ldap', mount: 'team/ldap/', description: 'Corporate directory' },
    { type: 'kerberos', mount: 'krb/', description: '' },
  ],
  server: 'Vault 1.21.2',
  namespaces: false,
};

let bridge: FakeBridge;
let user: ReturnType<typeof userEvent.setup>;

function Unauthenticated({ server }: UnauthenticatedProps) {
  return (
    <output>
      {server.kind} at {server.target.address}
    </output>
  );
}

function show(answers: Answers = {}): void {
  bridge = installFakeBridge({
    'profile.list': () => [remembered],
    'connection.environment': () => [found],
    'app.info': () => ({
      version: '1',
      electronVersion: '1',
      testElectron: false,
      packaged: false,
      platform: 'linux',
      connectTo: '',
    }),
    'profile.save': (draft) => ({ ...draft, profileId: draft.profileId ?? 'new', lastUsed: '' }),
    'profile.remove': () => ({}),
    'app.problems': () => [],
    'answer.list': () => [],
    'login.methods': () => listed,
    'session.open': () => sampleSession(),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConnectScreen Unauthenticated={Unauthenticated} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  user = userEvent.setup();
});

const address = () => screen.getByLabelText('Address');
const method = () => screen.getByRole('combobox', { name: 'Auth method' });

async function choose(name: string): Promise<void> {
  if (screen.queryAllByRole('option').length === 0) await user.click(method());
  await user.click(await screen.findByRole('option', { name }));
}

/** Opens the list of auth methods of a new connection. */
async function start(answers: Answers = {}): Promise<void> {
  show(answers);
  await user.type(address(), 'https://a.example');
  await user.click(method());
  await screen.findByRole('option', { name: 'AppRole' });
}

async function logIn(): Promise<unknown> {
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => {
    expect(bridge.inputsOf('session.open')).toHaveLength(1);
  });
  return bridge.inputsOf('session.open')[0]?.login;
}

describe('the auth method', () => {
  it('is a token unless told, and nobody is asked before', () => {
    show();
    expect(method().textContent).toContain('Token');
    expect(bridge.inputsOf('login.methods')).toEqual([]);
  });

  it('asks a server whose address is typed what it offers, first in the list with description and mount', async () => {
    await start();
    expect(await screen.findByText('Vault 1.21.2: 2 auth methods listed')).toBeTruthy();
    expect(bridge.inputsOf('login.methods')).toMatchObject([
      { where: { target: { address: 'https://a.example' }, name: 'a.example' } },
    ]);
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual([
      'Token',
      'LDAP · Corporate directoryteam/ldap/',
      'kerberoskrb/',
      'User name and password',
    ]);
    expect(screen.getByRole('group', { name: 'On this server' })).toBeTruthy();
    await user.click(await screen.findByRole('option', { name: /Corporate directory/ }));
    // The mount path is known.
    expect(screen.queryByLabelText('Mount path')).toBeNull();
    await user.type(screen.getByLabelText(/User name/), 'ops');
    expect(await logIn()).toEqual({ type: 'ldap', mount: 'team/ldap/', fields: { username: 'ops' } });
    expect(bridge.inputsOf('profile.save')[0]?.login).toEqual(bridge.inputsOf('session.open')[0]?.login);
  });

  it('takes a method that it has no form for as free fields', async () => {
    await start();
    await screen.findByText(/2 auth methods listed/);
    await choose('kerberos krb/');
    expect(await screen.findByLabelText('Path below the mount')).toHaveProperty('value', 'login');
    await user.type(screen.getByLabelText(/Secret fields/), 'ticket');
    expect(await logIn()).toEqual({
      type: 'other',
      mount: 'krb/',
      fields: { path: 'login' },
      secretFields: ['ticket'],
    });
  });

  it('asks nobody while an address is still being typed, then only when told', async () => {
    show();
    await user.click(method());
    await choose('LDAP');
    await user.type(address(), 'https://b.example');
    expect(bridge.inputsOf('login.methods')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'List auth methods' }));
    await screen.findByText(/2 auth methods listed/);
    await user.type(address(), ':8200');
    expect(bridge.inputsOf('login.methods')).toHaveLength(1);
    expect(screen.queryByText(/2 auth methods listed/)).toBeNull();
  });

  it('says in place why the server did not tell, and what to do where it is sealed', async () => {
    await start({ 'login.methods': failing({ kind: 'sealed', message: 'It is sealed.' }) });
    const alert = await screen.findByText(/The auth methods cannot be listed/);
    await user.keyboard('{Escape}');
    expect(alert).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Seal status and unsealing…' })[0] ?? alert);
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('says that a server offers none to everybody', async () => {
    await start({ 'login.methods': () => ({ ...listed, methods: [] }) });
    expect(await screen.findByText('Vault 1.21.2: 0 auth methods listed')).toBeTruthy();
  });

  it('remembers how, with the connection', async () => {
    show();
    await user.click(await screen.findByText('Payments'));
    expect((await screen.findByRole('combobox', { name: 'Auth method' })).textContent).toContain('LDAP');
    expect(screen.getByText(/^Last login/)).toBeTruthy();
    await user.type(await screen.findByLabelText(/User name/), '2');
    expect(screen.getByText('Changed, not saved')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(bridge.inputsOf('profile.save')[0]).toMatchObject({
      profileId: 'p1',
      login: { ...remembered.login, fields: { username: 'ops2' } },
    });
  });

  it('goes with a copy of the connection', async () => {
    show();
    await user.click(await screen.findByRole('button', { name: 'Duplicate Payments' }));
    await waitFor(() => {
      expect(bridge.inputsOf('profile.save')[0]?.login).toEqual(remembered.login);
    });
  });

  it('loses nothing of one type while another is looked at', async () => {
    await start();
    await choose('AppRole');
    await user.type(screen.getByLabelText(/Role ID/), 'r-1');
    await user.click(screen.getByLabelText('In a wrapping token'));
    await user.type(screen.getByLabelText(/Expected creation path/), 'auth/approle/role/x/secret-id');
    await choose('GitHub');
    expect(screen.getByText(/A personal access token of GitHub is asked for/)).toBeTruthy();
    await choose('AppRole');
    expect(await logIn()).toEqual({
      type: 'approle',
      mount: 'approle/',
      fields: { roleId: 'r-1', secretId: 'wrapped', expectedPath: 'auth/approle/role/x/secret-id' },
    });
  });

  it('may live in a namespace of its own', async () => {
    await start();
    await choose('OIDC');
    await user.click(screen.getByLabelText('Paste the callback URL'));
    await user.type(screen.getByLabelText(/^Port/), '8251');
    await user.click(screen.getByLabelText(/another namespace/));
    await user.type(screen.getByLabelText('Login namespace'), 'team/');
    expect(await logIn()).toEqual({
      type: 'oidc',
      mount: 'oidc/',
      namespace: 'team/',
      fields: { port: '8251', callback: 'paste' },
    });
  });

  it('says that a certificate login needs a client certificate', async () => {
    await start();
    await choose('TLS certificate');
    expect(screen.getByRole('note').textContent).toContain('needs a client certificate');
  });

  it('says at its field what is wrong, before anything is sent and after', async () => {
    const message = 'The mount path of the login method cannot be used.';
    await start({ 'session.open': failing({ kind: 'invalid-input', field: 'login.mount', message }) });
    await choose('User name and password');
    const mount = () => screen.getByLabelText('Mount path');
    await user.clear(mount());
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(mount().getAttribute('aria-invalid')).toBe('true');
    expect(bridge.inputsOf('session.open')).toEqual([]);
    await user.type(mount(), '../x');
    expect(mount().getAttribute('aria-invalid')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mount().getAttribute('aria-invalid')).toBe('true');
  });

  it('does not send a token of the environment to a login that takes none', async () => {
    show();
    await user.type(address(), 'https://a.example');
    await user.click(await screen.findByRole('button', { name: 'Fill in' }));
    expect(screen.getByRole('button', { name: 'Filled in' })).toBeTruthy();
    await choose('LDAP');
    expect(screen.getByRole('button', { name: 'Fill in' })).toBeTruthy();
    await logIn();
    expect(bridge.inputsOf('session.open')[0]).not.toHaveProperty('environmentId');
  });
});

describe('without logging in', () => {
  it.each([
    ['Open a wrapping token…', 'wrapping'],
    ['Seal status and unsealing…', 'cluster'],
  ])('%s needs an address', async (name, kind) => {
    show();
    await user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('alert').textContent).toContain('Type the address');
    await user.type(address(), 'https://a.example');
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(`${kind} at https://a.example`)).toBeTruthy();
    expect(screen.queryByLabelText('Address')).toBeNull();
  });

  it('is offered where a login failed because the server is sealed', async () => {
    show({ 'session.open': failing({ kind: 'sealed', message: 'The server is sealed.' }) });
    await user.type(address(), 'https://a.example{Enter}');
    await screen.findByRole('alert');
    await user.click(screen.getAllByRole('button', { name: 'Seal status and unsealing…' })[1] as HTMLElement);
    expect(screen.queryByLabelText('Address')).toBeNull();
  });
});
