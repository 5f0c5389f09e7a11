/** The server pages over a bridge that a test controls. Charts are drawn in the real app only. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { JobEnd } from '../../../../shared/ipc/contract.ts';
import type { Quota } from '../../../../shared/vault/quota.ts';
import type { ServerKind } from '../../../../shared/vault/server.ts';
import type { ChosenSnapshot } from '../../../../shared/vault/raft.ts';
import { failing } from '../../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen, withRoom } from '../../../fixtures/screen.fixture.tsx';
import { sampleToken } from '../../../fixtures/session.fixture.ts';
import type { TopicPageProps } from '../topic.ts';
import { AuditPage } from './audit-page.tsx';
import { InFlightPage } from './in-flight-page.tsx';
import { PluginsPage } from './plugins-page.tsx';
import { QuotasPage } from './quotas-page.tsx';
import { SnapshotsPage } from './snapshots-page.tsx';
import { VersionsPage } from './versions-page.tsx';

withRoom();

function show(
  Page: (props: TopicPageProps) => React.ReactNode,
  answers: Answers,
  numUses = 0,
  kind: ServerKind = 'vault',
) {
  const { health } = newSession({});
  const session = newSession({ token: { ...sampleToken, numUses }, health: { ...health, kind } });
  const bridge = showScreen(session, <Page session={session} detail="" />, answers);
  return { bridge, session, user: userEvent.setup() };
}

const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
const done = () => ({ warnings: [] });
const notOffered = failing({ kind: 'not-offered', message: 'Only Vault Enterprise has it.' });

describe('audit devices', () => {
  const device = {
    path: 'file/',
    type: 'file',
    description: 'to disk',
    local: false,
    options: { file_path: '/var/log/vault.log' },
  };

  it('say that nothing is recorded where there is none, and are enabled with what they need first', async () => {
    const { bridge, session, user } = show(AuditPage, { 'audit.list': () => [], 'audit.enable': done });
    expect(await screen.findByText('No audit devices')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Enable device…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Enable an audit device' });
    const enable = within(dialog).getByRole('button', { name: 'Enable…' });
    expect(isDisabled(enable)).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'File' }), '/var/log/a.log');
    await user.click(enable);
    await waitFor(() => {
      expect(bridge.inputsOf('audit.enable')).toEqual([
        {
          sessionId: session.sessionId,
          device: {
            path: 'file',
            type: 'file',
            description: '',
            local: false,
            options: { file_path: '/var/log/a.log' },
          },
        },
      ]);
    });
    await waitFor(() => {
      expect(bridge.inputsOf('audit.list')).toHaveLength(2);
    });
  });

  it.each([
    ['configuration', 'Copy stanza', /^This server takes audit devices from its configuration only/],
    ['unknown', 'Enable…', /^If this server refuses/],
  ] as const)(
    'are shown as a stanza to OpenBao, which may take them from its configuration (%s)',
    async (management, action, words) => {
      const { bridge, user } = show(
        AuditPage,
        { 'audit.list': () => [], 'audit.management': () => management, 'audit.enable': done },
        ...([0, 'openbao'] as const),
      );
      await user.click(await screen.findByRole('button', { name: 'Enable device…' }));
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText(words)).toBeTruthy();
      await user.type(within(dialog).getByRole('textbox', { name: 'File' }), '/var/log/a.log');
      await user.clear(within(dialog).getByRole('textbox', { name: 'Path' }));
      await user.type(within(dialog).getByRole('textbox', { name: 'Path' }), 'main');
      const text = 'audit "file" "main" {\n  options {\n    file_path = "/var/log/a.log"\n  }\n}';
      await user.click(within(dialog).getByRole('button', { name: 'Copy this stanza' }));
      await user.click(within(dialog).getByRole('button', { name: action }));
      await waitFor(() => {
        const copied = { text };
        expect(bridge.inputsOf('clipboard.copyText')).toEqual(
          management === 'configuration' ? [copied, copied] : [copied],
        );
      });
      expect(bridge.inputsOf('audit.enable')).toHaveLength(management === 'configuration' ? 0 : 1);
    },
  );

  it('warn of a blocked device, hash a value, and are disabled', async () => {
    const hash = `hmac-sha256:${'0'.repeat(64)}`;
    const { bridge, user } = show(AuditPage, {
      'audit.list': () => [device],
      'audit.hash': () => ({ hash }),
      'audit.disable': done,
    });
    expect(await screen.findByText(/stops responding/)).toBeTruthy();
    await user.click(await screen.findByRole('row', { name: /^file\// }));
    await user.click(await screen.findByRole('button', { name: 'Hash a value…' }));
    expect(await screen.findByText(hash)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Disable…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('audit.disable')).toMatchObject([{ path: 'file' }]);
    });
  });

  it('show the one card where they may not be listed', async () => {
    const forbidden = failing({ kind: 'forbidden', message: 'no', path: 'sys/audit', method: 'GET' });
    show(AuditPage, { 'audit.list': forbidden });
    const card = await screen.findByRole('region', { name: 'Not permitted' });
    expect(card.textContent).toContain('sys/audit');
  });

  it('are not listed unasked with a token of limited uses', async () => {
    const { bridge, user } = show(AuditPage, { 'audit.list': () => [device] }, 3);
    await user.click(await screen.findByRole('button', { name: 'Ask the server (1 use)' }));
    await screen.findByRole('row', { name: /^file\// });
    expect(bridge.inputsOf('audit.list')).toHaveLength(1);
  });
});

describe('quotas', () => {
  const quota: Quota = {
    kind: 'rate-limit',
    name: 'all',
    path: '',
    role: '',
    inheritable: false,
    rate: 100,
    intervalSeconds: 1,
    blockSeconds: 0,
    maxLeases: 0,
  };

  it('are edited and deleted; what the server does not offer is said', async () => {
    const { bridge, user } = show(QuotasPage, {
      'quota.list': ({ kind }) =>
        kind === 'rate-limit' ? { quotas: [quota], unread: ['hidden'] } : notOffered(),
      'quota.save': done,
      'quota.delete': done,
    });
    expect(await screen.findByText(/1 more could not be read: hidden/)).toBeTruthy();
    await user.click(await screen.findByRole('row', { name: /^all/ }));
    await user.click(await screen.findByRole('button', { name: 'Edit…' }));
    const field = await screen.findByRole('textbox', { name: 'Requests' });
    await user.clear(field);
    expect(isDisabled(screen.getByRole('button', { name: 'Save…' }))).toBe(true);
    await user.type(field, '250');
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('quota.save')).toMatchObject([
        { quota: { ...quota, rate: 250 }, created: false },
      ]);
    });
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('quota.delete')).toMatchObject([{ kind: 'rate-limit', name: 'all' }]);
    });
    await user.click(screen.getByRole('tab', { name: /^Lease counts/ }));
    expect(await screen.findByText('Only Vault Enterprise has it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create quota…' })).toBeNull();
  });
});

describe('plugins', () => {
  const mine = {
    type: 'secret',
    name: 'mine',
    version: 'v1.0.0',
    builtin: false,
    deprecation: '',
    sha256: 'ab'.repeat(32),
  };
  const kv = {
    type: 'secret',
    name: 'kv',
    version: 'v0.25.0+builtin',
    builtin: true,
    sha256: '',
    deprecation: 'supported',
  };

  it('of one’s own are pinned and deregistered, those built in are not', async () => {
    const { bridge, user } = show(PluginsPage, {
      'plugin.list': () => ({ plugins: [kv, mine], pins: [] }),
      'plugin.pin': done,
      'plugin.deregister': done,
    });
    await user.click(await screen.findByRole('row', { name: /^kv/ }));
    expect(await screen.findByRole('button', { name: 'Reload…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Deregister…' })).toBeNull();
    await user.click(screen.getByRole('row', { name: /^mine/ }));
    await user.click(await screen.findByRole('button', { name: 'Pin this version…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('plugin.pin')).toMatchObject([{ name: 'mine', version: 'v1.0.0' }]);
    });
    await user.click(screen.getByRole('button', { name: 'Deregister…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('plugin.deregister')).toMatchObject([{ name: 'mine', version: 'v1.0.0' }]);
    });
  });

  it('offer no pin where the server has none', async () => {
    const { user } = show(PluginsPage, { 'plugin.list': () => ({ plugins: [mine] }) });
    await user.click(await screen.findByRole('row', { name: /^mine/ }));
    await screen.findByRole('button', { name: 'Reload…' });
    expect(screen.queryByRole('button', { name: /^Pin/ })).toBeNull();
  });
});

describe('snapshots', () => {
  const chosen: ChosenSnapshot = {
    fileId: 'f',
    fileName: 'monday.snap',
    index: 41,
    term: 3,
    bytes: 2_097_152,
    nodes: [{ nodeId: 'n1', address: '127.0.0.1:8201' }],
  };
  const end = (change: Partial<JobEnd> = {}): JobEnd => ({
    jobId: 'j',
    outcome: 'done',
    foldersRead: 0,
    namesSeen: 0,
    unread: [],
    unreadCount: 0,
    ...change,
  });

  it('are saved with progress; another one is not begun meanwhile', async () => {
    const { bridge, user } = show(SnapshotsPage, {
      'snapshot.save': () => ({ jobId: 'j', fileName: 'monday.snap' }),
      'job.cancel': () => ({}),
    });
    const save = await screen.findByRole('button', { name: 'Save snapshot…' });
    await user.click(save);
    await screen.findByRole('group', { name: 'Snapshot monday.snap' });
    bridge.emit('snapshot.progressed', { jobId: 'j', phase: 'download', bytes: 1_048_576, total: 0 });
    expect(await screen.findByText('Downloading · 1.0 MiB')).toBeTruthy();
    expect(isDisabled(save)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(bridge.inputsOf('job.cancel')).toEqual([{ jobId: 'j' }]);
    bridge.emit('snapshot.progressed', { jobId: 'j', phase: 'check', bytes: 2_097_152, total: 2_097_152 });
    bridge.emit('job.ended', end());
    expect(await screen.findByText('Saved as monday.snap, 2.0 MiB. Its checksums match.')).toBeTruthy();
    expect(isDisabled(save)).toBe(false);
  });

  it('are looked at before they are restored; to force it is a choice of its own', async () => {
    const { bridge, user } = show(SnapshotsPage, {
      'snapshot.choose': () => chosen,
      'snapshot.restore': () => ({ jobId: 'j' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Choose a snapshot…' }));
    expect(await screen.findByText('2.0 MiB, checksums match')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Force restore…' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore snapshot…' }));
    await screen.findByRole('group', { name: 'Snapshot monday.snap' });
    const error = { kind: 'invalid-request', message: 'Of a cluster with other unseal keys.' } as const;
    bridge.emit('job.ended', end({ outcome: 'stopped', error }));
    expect(await screen.findByText('The snapshot was not restored')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^A snapshot of another cluster/ }));
    await user.click(await screen.findByRole('button', { name: 'Force restore…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('snapshot.restore').map(({ force }) => force)).toEqual([false, true]);
    });
    bridge.emit('job.ended', end());
    expect(
      await screen.findByText(/Unseal this cluster with the keys of the snapshot’s cluster/),
    ).toBeTruthy();
  });

  it('that are not whole are refused with the reason', async () => {
    const { user } = show(SnapshotsPage, {
      'snapshot.choose': failing({ kind: 'invalid-input', field: 'file', message: 'It is truncated.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Choose a snapshot…' }));
    expect(await screen.findByText('It is truncated.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Restore snapshot…' })).toBeNull();
  });
});

it('requests under way have a client and a duration', async () => {
  const request = {
    id: 'r',
    method: 'GET',
    path: 'secret/data/a',
    client: '10.0.0.7:4711',
    since: '2026-11-22T21:00:00Z',
  };
  show(InFlightPage, {
    'server.inFlight': () => ({ requests: [request], count: 5, at: '2026-11-22T21:01:30Z' }),
  });
  const row = await screen.findByRole('row', { name: /secret\/data\/a/ });
  expect(row.textContent).toContain('1 min');
  expect(row.textContent).toContain('10.0.0.7:4711');
  expect(screen.getByText('The 1 oldest of 5.')).toBeTruthy();
});

it('versions tell when they were installed', async () => {
  const version = { version: '1.21.2', installed: '2026-11-22T21:34:01Z', built: '', previous: '1.20.0' };
  show(VersionsPage, { 'server.versions': () => [version] });
  expect((await screen.findByRole('row', { name: /^1\.21\.2/ })).textContent).toContain('1.20.0');
});
