import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FileDescription, EnvironmentCredentials, Profile } from '../../../shared/vault/connection.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { offeredActions } from '../../workspace/action-registry.ts';
import { ConnectScreen } from './connect-screen.tsx';

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  // Preloads the lazy parts of the screen, so that no test waits for their compilation.
  await Promise.all([
    import('./tls-fields.tsx'),
    import('./proxy-fields.tsx'),
    import('./advanced-fields.tsx'),
    import('./check-details.tsx'),
    import('./check-failure.tsx'),
  ]);
});
afterEach(cleanup);

const profile: Profile = {
  profileId: 'p1',
  name: 'Payments production',
  colour: 'red',
  address: 'https://vault.pay.example:8200',
  namespace: '',
  tls: { useSystemStore: false, skipVerify: false, ca: { fileId: 'f1', name: 'ca.pem' } },
  timeoutMs: 5000,
  proxy: '',
  lastUsed: '2026-11-20T07:00:00Z',
};

const found: EnvironmentCredentials = {
  environmentId: 'o1',
  sources: ['VAULT_ADDR', '~/.vault-token'],
  target: {
    address: 'https://offered.example:8200',
    namespace: '',
    tls: { useSystemStore: true, skipVerify: false },
    timeoutMs: 30_000,
    proxy: '',
  },
  tokenFrom: '~/.vault-token',
  problems: [],
};

const described: FileDescription = {
  form: 'pem',
  certificates: [],
  files: 1,
  privateKey: 'none',
};

function show(answers: Answers = {}) {
  const bridge = installFakeBridge({
    'profile.list': () => [profile],
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
    'connection.environmentProxy': () => ({ proxy: '', source: '' }),
    'connection.describeFile': () => described,
    'session.open': () => sampleSession(),
    ...answers,
  });
  const opened: string[] = [];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConnectScreen Unauthenticated={() => null} onOpened={(sessionId) => opened.push(sessionId)} />
    </QueryClientProvider>,
  );
  return { bridge, opened, user: userEvent.setup() };
}

const address = () => screen.getByLabelText<HTMLInputElement>('Address');

describe('ConnectScreen', () => {
  it('has the focus in the address', () => {
    show();
    expect(document.activeElement).toBe(address());
  });

  it('sends what was typed, remembers it, and names it after the host', async () => {
    const { bridge, opened, user } = show();
    await user.keyboard('https://vault.stg.example:8200');
    await user.click(screen.getByLabelText('Green'));
    await user.click(screen.getByLabelText('Staging'));
    await user.click(screen.getByRole('tab', { name: 'Advanced' }));
    await user.type(await screen.findByLabelText(/Namespace/), 'team/');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => {
      expect(opened).toEqual(['one']);
    });
    const target = {
      address: 'https://vault.stg.example:8200',
      namespace: 'team/',
      tls: { useSystemStore: true, skipVerify: false },
      timeoutMs: 30_000,
      proxy: '',
    };
    const name = 'vault.stg.example:8200';
    const look = { name, colour: 'green', environment: 'staging' };
    expect(bridge.inputsOf('profile.save')).toEqual([{ ...target, ...look }]);
    expect(bridge.inputsOf('session.open')).toEqual([{ target, ...look, profileId: 'new' }]);
  });

  it('logs in with Enter, and saves nothing when it is not to be remembered', async () => {
    const { bridge, user } = show();
    await user.click(screen.getByLabelText('Remember this connection'));
    await user.type(address(), 'https://a.example{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
    });
    expect(bridge.inputsOf('profile.save')).toEqual([]);
    expect(bridge.inputsOf('session.open')[0]).not.toHaveProperty('profileId');
  });

  it('opens a remembered connection as it is', async () => {
    const { bridge, user } = show();
    await user.dblClick(await screen.findByText('Payments production'));
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
    });
    expect(bridge.inputsOf('profile.save')).toEqual([]);
    expect(bridge.inputsOf('session.open')[0]).toMatchObject({
      profileId: 'p1',
      colour: 'red',
      target: { timeoutMs: 5000, tls: { ca: { fileId: 'f1' }, useSystemStore: false } },
    });
  });

  it('imports what the environment offers only when asked', async () => {
    const { bridge, user } = show();
    const use = await screen.findByRole('button', { name: 'Fill in' });
    expect(address().value).toBe('');
    await user.click(use);
    expect(address().value).toBe('https://offered.example:8200');
    expect(bridge.inputsOf('session.open')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')[0]).toMatchObject({ environmentId: 'o1' });
    });
  });

  it('says of the environment that it is filled in only while the address is its own', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Fill in' }));
    expect(screen.getByRole('button', { name: 'Filled in' })).toBeTruthy();
    await user.type(address(), '1');
    expect(screen.queryByRole('button', { name: 'Filled in' })).toBeNull();
  });

  it('shows an input error at its field and forgets the connection that was only tried', async () => {
    const message = 'The address has no scheme.';
    const { bridge, user } = show({
      'session.open': failing({ kind: 'invalid-input', field: 'address', message }),
    });
    await user.type(address(), 'vault.example{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(message);
    expect(address().getAttribute('aria-describedby')).toBe(alert.id);
    expect(bridge.inputsOf('profile.remove')).toEqual([{ profileId: 'new' }]);
    await user.type(address(), 's');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['target.proxy', /Proxy address/],
    ['tls.serverName', /Server name/],
    ['timeoutMs', /Request timeout/],
  ])('shows the tab of a field that is wrong: %s', async (field, label) => {
    const { user } = show({
      'session.open': failing({ kind: 'invalid-input', field, message: 'Not so.' }),
    });
    expect(screen.queryByLabelText(label)).toBeNull();
    await user.type(address(), 'https://a.example{Enter}');
    expect((await screen.findByLabelText(label)).getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['target.headers.0.value', 'confirmedOrigins'])('shows what is wrong with %s', async (field) => {
    const { user } = show({
      'session.open': failing({ kind: 'invalid-input', field, message: 'Not so.' }),
    });
    await user.type(address(), 'https://a.example{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Not so.');
    expect(screen.getByRole('button', { name: 'Add a header' })).toBeTruthy();
  });

  it('is silent when the trusted view is closed', async () => {
    const { user } = show({ 'session.open': failing({ kind: 'cancelled', message: 'Closed.' }) });
    await user.type(address(), 'https://a.example{Enter}');
    await screen.findByRole('button', { name: 'Connect' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for an address before anything is sent', async () => {
    const { bridge, user } = show();
    // The footer comes with something to say.
    expect(screen.queryByRole('region', { name: 'Connection' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect(screen.getByRole('alert').textContent).toContain('Type the address');
    expect(bridge.inputsOf('connection.check')).toEqual([]);
  });

  it('cancels a check', async () => {
    const { bridge, user } = show({ 'connection.check': noAnswer });
    await user.type(address(), 'https://a.example');
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    await user.click(screen.getByRole('button', { name: 'Stop checking' }));
    expect(bridge.cancelled()).toBe(1);
  });

  it('shows the report of a check with the precise error', async () => {
    const { user } = show({
      'connection.check': () => ({
        steps: [
          { step: 'address', outcome: 'ok', detail: 'The address is https://a.example.' },
          { step: 'name', outcome: 'unused', detail: 'An IP address.' },
          { step: 'tls', outcome: 'failed', detail: 'The issuer is not trusted.' },
          { step: 'answer', outcome: 'skipped', detail: '' },
        ],
        error: { kind: 'tls', reason: 'unknown-ca', message: 'Issued by “Own CA”.' },
        elapsedMs: 12,
      }),
    });
    await user.type(address(), 'https://a.example');
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Issued by “Own CA”.');
    const steps = screen.getByRole('list', { name: 'Connection check' });
    expect(steps.textContent).toContain('DNS: not used. An IP address.');
    expect(steps.textContent).toContain('TLS: failed. The issuer is not trusted.');
    expect(steps.textContent).toContain('Server: not reached');
    expect(screen.getByRole('button', { name: 'Trust a CA file…' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Details…' }));
    const details = await screen.findByRole('dialog', { name: 'Connection check' });
    expect(details.textContent).toContain('The address is https://a.example.');
  });

  it.each([
    ['Initialise…', { initialized: false, sealed: true }],
    ['Seal status and unsealing…', { initialized: true, sealed: true }],
  ] as const)('offers “%s” where a check finds what needs it', async (name, state) => {
    const { user } = show({
      'connection.check': () => ({
        steps: [{ step: 'state', outcome: 'failed', detail: 'Nobody can log in.' }],
        health: {
          kind: 'vault',
          version: '1.21.2',
          standby: true,
          performanceStandby: false,
          enterprise: false,
          namespaces: false,
          clusterName: '',
          clusterId: '',
          ...state,
        },
        elapsedMs: 12,
      }),
    });
    await user.type(address(), 'https://a.example');
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    const footer = within(screen.getByRole('region', { name: 'Connection' }));
    expect(await footer.findByRole('button', { name })).toBeTruthy();
  });

  it('shows the steps of a check as they end', async () => {
    const { bridge, user } = show({ 'connection.check': noAnswer });
    await user.type(address(), 'https://a.example');
    await user.click(screen.getByRole('button', { name: 'Check connection' }));
    const steps = screen.getByRole('list', { name: 'Connection check' });
    expect(steps.textContent).toBe('DNS: checkingTCPTLSServerState');
    act(() => {
      bridge.emit('connection.stepped', { step: 'address', outcome: 'ok', detail: 'An address.' });
      bridge.emit('connection.stepped', { step: 'name', outcome: 'ok', detail: 'Found.' });
    });
    expect(steps.textContent).toBe('DNS: passed. Found.TCP: checkingTLSServerState');
  });

  it('checks by itself where a login did not reach the server, and says where it stopped', async () => {
    const { bridge, user } = show({
      'session.open': failing({ kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' }),
      'connection.check': () => ({
        steps: [
          { step: 'name', outcome: 'ok', detail: 'Found.' },
          { step: 'connection', outcome: 'failed', detail: 'Nothing listens.' },
        ],
        error: { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' },
        elapsedMs: 3,
      }),
    });
    await user.type(address(), 'https://a.example{Enter}');
    await screen.findByText(/^: failed/);
    expect(screen.getByRole('list', { name: 'Connection check' }).textContent).toContain('TCP: failed');
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing listens.');
    expect(bridge.inputsOf('connection.check')).toHaveLength(1);
  });

  it.each(['forbidden', 'cancelled'] as const)(
    'checks nothing after a login that ended with %s',
    async (kind) => {
      const { bridge, user } = show({ 'session.open': failing({ kind, message: 'No.' }) });
      await user.type(address(), 'https://a.example{Enter}');
      await screen.findByRole('button', { name: 'Check connection' });
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
      expect(bridge.inputsOf('connection.check')).toEqual([]);
    },
  );

  it('connects from the keyboard to what is chosen in the list', async () => {
    const { bridge, user } = show();
    (await screen.findByRole('button', { name: /^Payments production/ })).focus();
    await user.keyboard('{Enter}');
    expect(address().value).toBe('https://vault.pay.example:8200');
    expect(bridge.inputsOf('session.open')).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
    });
  });

  it('checks from the palette, and no longer once the form has changed', async () => {
    const { bridge, user } = show({ 'connection.check': noAnswer });
    await user.type(address(), 'https://a.example');
    act(() => {
      offeredActions()
        .find(({ id }) => id === 'connect.check')
        ?.run();
    });
    await screen.findByText('Checking…');
    expect(bridge.inputsOf('connection.check')).toHaveLength(1);
    // Its result would be about another address.
    await user.type(address(), ':8200');
    expect(bridge.cancelled()).toBe(1);
  });

  it('chooses the colour with the environment, until a person chooses one', async () => {
    const { user } = show();
    const isChosen = (colour: string) => screen.getByLabelText<HTMLInputElement>(colour).checked;
    await user.click(screen.getByLabelText('Production'));
    expect(isChosen('Red')).toBe(true);
    await user.click(screen.getByLabelText('Development'));
    expect(isChosen('Green')).toBe(true);
    await user.click(screen.getByLabelText('Violet'));
    await user.click(screen.getByLabelText('Production'));
    expect(isChosen('Violet')).toBe(true);
  });

  it('connects from the palette', async () => {
    const { bridge, user } = show();
    await user.type(address(), 'https://a.example');
    act(() => {
      offeredActions()
        .find(({ id }) => id === 'connect.open')
        ?.run();
    });
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
    });
  });

  it('shows the badge that a connection would have, and takes an environment in words of one’s own', async () => {
    const { bridge, user } = show();
    await screen.findByText('Payments production');
    await user.type(screen.getByLabelText(/^Name/), 'Payments p');
    expect(screen.getByRole('group', { name: 'Badge' }).textContent).toContain('PA');
    await user.click(screen.getByLabelText('Other'));
    await user.keyboard('disaster recovery');
    await user.type(address(), 'https://a.example');
    // Connect is what remembers a new one; without connecting, the palette saves it.
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    act(() => {
      offeredActions()
        .find(({ id }) => id === 'connect.save')
        ?.run();
    });
    await waitFor(() => {
      expect(bridge.inputsOf('profile.save')[0]).toMatchObject({ environment: 'disaster recovery' });
    });
  });
});
