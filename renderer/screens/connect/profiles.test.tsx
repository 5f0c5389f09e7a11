/** Remembered connections: edited, saved, duplicated, exported and imported without losing any input. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Profile } from '../../../shared/vault/connection.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { ConnectScreen } from './connect-screen.tsx';

beforeAll(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  // Preloads the lazy parts of the screen, so that no test waits for their compilation.
  await Promise.all([
    import('./tls-fields.tsx'),
    import('./proxy-fields.tsx'),
    import('./advanced-fields.tsx'),
    import('./check-failure.tsx'),
    import('./export-dialog.tsx'),
    import('./import-dialog.tsx'),
  ]);
});
afterEach(cleanup);

const target = {
  address: 'https://vault.pay.example:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};
const payments: Profile = {
  ...target,
  profileId: 'p1',
  name: 'Payments',
  colour: 'red',
  lastUsed: '2026-11-20T07:00:00Z',
};
const staging: Profile = {
  ...target,
  profileId: 'p2',
  name: 'Staging',
  colour: 'green',
  address: 'https://vault.stg.example:8200',
  lastUsed: '',
  proxy: 'direct',
  headers: [{ name: 'X-Gateway', valueRef: 'gate-ref' }],
  confirmedOrigins: ['https://vault-2.stg.example:8200'],
};

function show(answers: Answers = {}, profileId?: string) {
  let profiles: readonly Profile[] = [payments, staging];
  const bridge = installFakeBridge({
    'profile.list': () => profiles,
    'connection.environment': () => [],
    'app.info': () => ({
      version: '1',
      electronVersion: '1',
      testElectron: false,
      packaged: false,
      platform: 'linux',
      connectTo: '',
    }),
    'app.problems': () => [],
    'connection.environmentProxy': () => ({ proxy: 'http://proxy:3128', source: 'HTTPS_PROXY' }),
    'profile.save': (draft) => {
      const profile = { ...draft, profileId: draft.profileId ?? 'new-id', lastUsed: '' };
      profiles = [...profiles.filter((one) => one.profileId !== profile.profileId), profile];
      return profile;
    },
    'profile.remove': ({ profileId }) => {
      profiles = profiles.filter((one) => one.profileId !== profileId);
      return {};
    },
    'session.open': () => sampleSession(),
    ...answers,
  });
  const client = createQueryClient();
  const screenOf = () => (
    <QueryClientProvider client={client}>
      <ConnectScreen Unauthenticated={() => null} profileId={profileId} />
    </QueryClientProvider>
  );
  const { unmount } = render(screenOf());
  return {
    bridge,
    user: userEvent.setup(),
    comeBack: () => {
      unmount();
      render(screenOf());
    },
  };
}

const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });
const tab = (name: RegExp | string) => screen.getByRole('tab', { name });
const button = (name: string) => screen.getByRole('button', { name });

describe('a remembered connection', () => {
  it('is edited and saved without connecting', async () => {
    const { bridge, user } = show();
    await user.click(await row('Staging'));
    expect(screen.getByText('Saved, not used yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.type(field('Address'), '1');
    expect(screen.getByText('Changed, not saved')).toBeTruthy();
    await user.click(button('Save'));
    await screen.findByText('Saved, not used yet');
    expect(bridge.inputsOf('profile.save')).toEqual([
      {
        ...target,
        profileId: 'p2',
        name: 'Staging',
        colour: 'green',
        address: 'https://vault.stg.example:82001',
        proxy: 'direct',
        headers: [{ name: 'X-Gateway', valueRef: 'gate-ref' }],
        confirmedOrigins: ['https://vault-2.stg.example:8200'],
      },
    ]);
    expect(bridge.inputsOf('session.open')).toEqual([]);
  });

  it('stays changed and says nothing when the person declines what it would be trusted for', async () => {
    const { user } = show({ 'profile.save': failing({ kind: 'cancelled', message: 'Declined.' }) });
    await user.click(await row('Staging'));
    await user.type(field('Address'), '1');
    await user.click(button('Save'));
    await waitFor(() => {
      expect(button('Check connection')).toBeTruthy();
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field('Address').value).toBe('https://vault.stg.example:82001');
    expect(screen.getByText('Changed, not saved')).toBeTruthy();
  });

  it('keeps what was typed while another is looked at, and after coming back to the screen', async () => {
    const { user, comeBack } = show();
    await user.type(field('Address'), 'https://new.example');
    await user.click(await row('Staging'));
    await user.type(field('Address'), '1');
    await user.click(await row('Payments'));
    expect(field('Address').value).toBe('https://vault.pay.example:8200');
    expect((await row('Staging')).textContent).toContain('not saved');
    comeBack();
    await row('Payments');
    expect(field('Address').value).toBe('https://new.example');
    await user.click(await row('Staging'));
    expect(field('Address').value).toBe('https://vault.stg.example:82001');
    await user.click(button('Discard changes'));
    expect(field('Address').value).toBe('https://vault.stg.example:8200');
    await user.click(button('New connection'));
    expect(field('Address').value).toBe('https://new.example');
  });

  it('is saved first when somebody logs in to what was changed', async () => {
    const { bridge, user } = show();
    await user.click(await row('Staging'));
    await user.click(tab(/^Advanced/));
    await user.type(await screen.findByLabelText(/^Namespace/), 'team/');
    await user.click(button('Connect'));
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(1);
    });
    expect(bridge.inputsOf('profile.save')[0]).toMatchObject({ profileId: 'p2', namespace: 'team/' });
    expect(bridge.inputsOf('session.open')[0]).toMatchObject({
      profileId: 'p2',
      target: { namespace: 'team/' },
    });
  });

  it('is duplicated under a free name, without what it has met', async () => {
    const { bridge, user } = show();
    await row('Staging');
    await user.click(button('Duplicate Staging'));
    await row('Staging copy');
    expect(await screen.findByDisplayValue('Staging copy')).toBeTruthy();
    const [copy] = bridge.inputsOf('profile.save');
    expect(copy).not.toHaveProperty('profileId');
    expect(copy).not.toHaveProperty('lastUsed');
    expect(copy).toMatchObject({ headers: staging.headers, confirmedOrigins: staging.confirmedOrigins });
    await user.click(button('Duplicate Staging'));
    await row('Staging copy 2');
  });

  it('is in the form from the beginning where somebody asks for its settings', async () => {
    show({}, 'p2');
    await waitFor(() => {
      expect(field('Address').value).toBe('https://vault.stg.example:8200');
    });
  });

  it('is forgotten, with what was typed for it', async () => {
    const { user } = show();
    await user.click(await row('Staging'));
    await user.click(button('Forget Staging'));
    await waitFor(() => {
      expect(field('Address').value).toBe('');
    });
    expect(screen.queryByRole('button', { name: /^Staging/ })).toBeNull();
  });
});

describe('the settings', () => {
  it('never show a header’s value, and have it typed in the secure prompt', async () => {
    const { bridge, user } = show({
      'connection.enterHeader': () => ({ valueRef: 'new-ref', length: 14 }),
    });
    await user.click(await row('Staging'));
    await user.click(tab(/^Advanced ?: 1 header · 1 node$/));
    await screen.findByRole('button', { name: 'Add a header' });
    expect(screen.getByText('value set')).toBeTruthy();
    expect(button('Change… value of header 1').textContent).toBe('Change…');
    await user.click(button('Add a header'));
    await user.keyboard('X-Other');
    expect(screen.getByText('no value')).toBeTruthy();
    await user.click(button('Set value… of header 2'));
    expect(await screen.findByText('14 characters')).toBeTruthy();
    expect(bridge.inputsOf('connection.enterHeader')).toEqual([
      { name: 'X-Other', address: 'https://vault.stg.example:8200' },
    ]);
    await user.click(button('Add a header'));
    await user.click(button('Remove X-Gateway'));
    await user.click(button('Remove https://vault-2.stg.example:8200'));
    await user.type(field('Another node'), 'https://vault-3.stg.example:8200{Enter}');
    await user.click(button('Save'));
    await waitFor(() => {
      expect(bridge.inputsOf('profile.save')[0]).toMatchObject({
        headers: [{ name: 'X-Other', valueRef: 'new-ref' }],
        confirmedOrigins: ['https://vault-3.stg.example:8200'],
      });
    });
  });

  it('drop a value when its header gets another name', async () => {
    const { user } = show();
    await user.click(await row('Staging'));
    await user.click(tab(/^Advanced/));
    await user.type(await screen.findByLabelText('Name of header 1'), '-Id');
    expect(screen.getByText('no value')).toBeTruthy();
  });

  it('say why a value cannot be typed, and refuse an own proxy without an address', async () => {
    const { bridge, user } = show({
      'connection.enterHeader': failing({
        kind: 'invalid-input',
        field: 'headers',
        message: 'Extra header 1 has no name.',
      }),
    });
    await user.click(await row('Payments'));
    await user.click(tab('Advanced'));
    await user.click(await screen.findByRole('button', { name: 'Add a header' }));
    await user.click(button('Set value… of header 1'));
    expect((await screen.findByRole('alert')).textContent).toBe('Extra header 1 has no name.');
    await user.click(button('Remove header 1'));
    await user.click(tab('Proxy'));
    expect(await screen.findByText('http://proxy:3128, from HTTPS_PROXY.')).toBeTruthy();
    await user.click(field('Own proxy'));
    await user.click(button('Connect'));
    expect(screen.getByRole('alert').textContent).toContain('Type the address of the proxy');
    expect(bridge.inputsOf('profile.save')).toEqual([]);
    await user.click(field('None'));
    await user.click(button('Save'));
    await waitFor(() => {
      expect(bridge.inputsOf('profile.save')[0]).toMatchObject({ proxy: 'direct' });
    });
  });
});

describe('many connections', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    ...payments,
    profileId: `m${String(index)}`,
    name: `Server ${String(index)}`,
    address: `https://host-${String(index)}.example`,
  }));

  it('are found by name and address', async () => {
    const { user } = show({ 'profile.list': () => many });
    await row('Server 3');
    const filter = screen.getByRole('searchbox', { name: 'Find a connection' });
    await user.type(filter, 'HOST-7');
    expect(screen.getAllByRole('button', { name: /^Duplicate/ })).toHaveLength(1);
    await user.type(filter, 'x');
    expect(screen.getByText('No name or address contains “HOST-7x”.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getAllByRole('button', { name: /^Duplicate/ })).toHaveLength(9);
  });

  it('have no filter while they are few', async () => {
    show({ 'profile.list': () => many.slice(1) });
    await row('Server 3');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('a file of connections', () => {
  it('gets those that are chosen, and is named', async () => {
    const { bridge, user } = show({ 'profile.export': () => ({ fileName: 'team.json' }) });
    await row('Staging');
    await user.click(button('Export…'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Payments'));
    await user.click(dialog.getByRole('button', { name: 'Export 1…' }));
    expect((await screen.findByText(/written to/)).textContent).toContain(
      '1 connection was written to team.json',
    );
    expect(bridge.inputsOf('profile.export')).toEqual([{ profileIds: ['p2'] }]);
  });

  it('is not written when the save dialog is closed, which is no error', async () => {
    const { user } = show({ 'profile.export': failing({ kind: 'cancelled', message: 'Closed.' }) });
    await row('Staging');
    await user.click(button('Export…'));
    await user.click(await screen.findByRole('button', { name: 'Export all…' }));
    expect(await screen.findByRole('button', { name: 'Export all…' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('brings connections, and says what to know about them', async () => {
    const problem = 'Staging: choose its client certificate again.';
    const { user } = show({ 'profile.import': () => ({ added: [staging], problems: [problem] }) });
    await user.click(button('Import…'));
    const dialog = await screen.findByRole('dialog', { name: '1 connection imported' });
    expect(dialog.textContent).toContain('Staging');
    expect(dialog.textContent).toContain(problem);
  });

  it('that cannot be used says why; a closed dialog says nothing', async () => {
    const message = 'The file comes from a newer Strongroom.';
    const { bridge, user } = show({ 'profile.import': failing({ kind: 'invalid-input', message }) });
    await user.click(button('Import…'));
    expect((await screen.findByRole('dialog', { name: 'Nothing was imported' })).textContent).toContain(
      message,
    );
    await user.click(button('Close'));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    bridge.answers['profile.import'] = failing({ kind: 'cancelled', message: 'Closed.' });
    await user.click(button('Import…'));
    await screen.findByRole('button', { name: 'Import…' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('beside the form', () => {
  it('is said what happened to the app’s own files', async () => {
    const problem = 'The connections could not be read; the file was set aside as profiles.json.broken.';
    show({ 'app.problems': () => [problem] });
    expect(await screen.findByText(problem)).toBeTruthy();
  });

  it('a node that the server points to is confirmed by saving it', async () => {
    const { bridge, user } = show({
      'session.open': failing({
        kind: 'redirect-refused',
        location: 'https://vault-9.stg.example:8200',
        message: 'It redirected.',
      }),
    });
    await user.click(await row('Staging'));
    await user.click(button('Connect'));
    await user.click(await screen.findByRole('button', { name: 'Confirm vault-9.stg.example:8200…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('session.open')).toHaveLength(2);
    });
    expect(bridge.inputsOf('profile.save')[0]).toMatchObject({
      profileId: 'p2',
      confirmedOrigins: ['https://vault-2.stg.example:8200', 'https://vault-9.stg.example:8200'],
    });
  });

  it('a chosen CA file is tried at once', async () => {
    const { bridge, user } = show({
      'session.open': failing({ kind: 'tls', reason: 'unknown-ca', message: 'Not trusted.' }),
      'connection.chooseFile': () => ({ fileId: 'f9', name: 'own-ca.pem' }),
      'connection.describeFile': () => ({ form: 'pem', certificates: [], files: 1, privateKey: 'none' }),
      'connection.check': () => ({ steps: [], elapsedMs: 1 }),
    });
    await user.click(await row('Payments'));
    await user.click(button('Connect'));
    await user.click(await screen.findByRole('button', { name: 'Trust a CA file…' }));
    expect(await screen.findAllByText('own-ca.pem')).not.toEqual([]);
    await waitFor(() => {
      expect(bridge.inputsOf('connection.check').at(-1)?.target.tls.ca?.fileId).toBe('f9');
    });
    expect(screen.getByText('Changed, not saved')).toBeTruthy();
  });
});
