import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityFacts } from '../../../shared/vault/identity.ts';
import type { MountRow } from '../../../shared/vault/mount-table.ts';
import { plainTuning } from '../../../shared/vault/mount-table.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen } from '../../fixtures/screen.fixture.tsx';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { offeredActions } from '../../workspace/action-registry.ts';
import { AdministrationScreen } from './administration-screen.tsx';

const row = (path: string, more: Partial<MountRow> = {}): MountRow => ({
  path,
  type: 'kv',
  kvVersion: '2',
  accessor: `a_${path}`,
  uuid: 'u',
  pluginVersion: '',
  deprecation: 'supported',
  local: false,
  sealWrap: false,
  builtIn: false,
  tuning: plainTuning,
  ...more,
});
const rows = [
  row('cubbyhole/', { type: 'cubbyhole', kvVersion: '', builtIn: true }),
  row('old/', { kvVersion: '1' }),
  row('payments/', { tuning: { ...plainTuning, description: 'Cards', defaultTtl: '45m' } }),
];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(argument: string, answers: Answers = {}, session = newSession()) {
  const bridge = showScreen(
    session,
    <AdministrationScreen session={session} argument={argument} onOpenForms={() => undefined} />,
    {
      'mount.table': () => ({ rows, types: ['kv', 'pki'] }),
      'identity.list': () => ({ rows: [], total: 0 }),
      'lease.list': ({ prefix }) => ({ prefix, folders: ['auth/'], leases: ['x'], total: 2 }),
      ...answers,
    },
  );
  return { bridge, user: userEvent.setup(), sessionId: session.sessionId };
}

const topics = () => within(screen.getByRole('navigation', { name: 'Administration' }));

describe('administration', () => {
  it('shows the topic of its argument, the first one without', async () => {
    show('');
    expect(await screen.findByRole('region', { name: 'Secrets engines' })).toBeTruthy();
    expect(topics().getByRole('button', { name: 'Secrets engines' }).getAttribute('aria-current')).toBe(
      'page',
    );
    cleanup();
    show('leases');
    expect(await screen.findByRole('region', { name: 'Leases' })).toBeTruthy();
  });

  it('moves among the topics by arrows', async () => {
    const { user } = show('');
    topics().getByRole('button', { name: 'Secrets engines' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Auth methods');
  });
});

describe('mounts', () => {
  it('are filtered, and one shows what can be done with it', async () => {
    const { user } = show('secrets-engines');
    await user.type(await screen.findByRole('searchbox', { name: 'Filter' }), 'cards');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await user.click(screen.getByRole('row', { name: /payments/ }));
    const drawer = within(screen.getByRole('complementary', { name: 'payments/' }));
    expect(drawer.getByText('45m')).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Upgrade to v2…' })).toBeNull();
    expect(drawer.getByRole('button', { name: 'Disable…' })).toBeTruthy();
  });

  it('of the server itself are neither moved nor disabled', async () => {
    const { user } = show('secrets-engines');
    await user.click(await screen.findByRole('row', { name: /cubbyhole/ }));
    const drawer = within(screen.getByRole('complementary', { name: 'cubbyhole/' }));
    expect(drawer.getByRole('button', { name: 'Tune…' })).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Disable…' })).toBeNull();
    expect(drawer.queryByRole('button', { name: 'Move…' })).toBeNull();
  });

  it('are upgraded, and a person who declines has changed nothing', async () => {
    const { bridge, user, sessionId } = show('secrets-engines', {
      'mount.upgrade': failing({ kind: 'cancelled', message: 'Cancelled.' }),
    });
    await user.click(await screen.findByRole('row', { name: /old/ }));
    await user.click(screen.getByRole('button', { name: 'Upgrade to v2…' }));
    expect(bridge.inputsOf('mount.upgrade')).toEqual([{ sessionId, path: 'old/' }]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(bridge.inputsOf('mount.table')).toHaveLength(1);
  });

  it('are tuned by what was changed, from what the person has seen', async () => {
    const { bridge, user, sessionId } = show('secrets-engines', { 'mount.tune': () => ({ warnings: [] }) });
    await user.click(await screen.findByRole('row', { name: /payments/ }));
    await user.click(screen.getByRole('button', { name: 'Tune…' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Save…' }).getAttribute('aria-disabled')).toBe('true');
    await user.type(dialog.getByRole('textbox', { name: 'Max TTL' }), '2h');
    await user.click(dialog.getByRole('button', { name: 'Save…' }));
    const before = { ...plainTuning, description: 'Cards', defaultTtl: '45m' };
    expect(bridge.inputsOf('mount.tune')).toEqual([
      { sessionId, kind: 'secret', path: 'payments/', before, tuning: { ...before, maxTtl: '2h' } },
    ]);
  });

  it('that may not be listed are shown as far as they may be, with the refusal', async () => {
    show('secrets-engines', {
      'mount.table': () => ({
        rows,
        refusal: { kind: 'forbidden', message: 'no', path: 'sys/mounts', method: 'GET' },
      }),
    });
    const card = await screen.findByRole('region', { name: 'Not permitted' });
    expect(card.textContent).toContain('Needs read on sys/mounts');
    expect(screen.getByRole('row', { name: /payments/ })).toBeTruthy();
    // There can be more than this token sees.
    expect(screen.getByText(`${String(rows.length)} visible`)).toBeTruthy();
  });

  it('cost a token of limited uses nothing unasked', async () => {
    const session = newSession({ token: { ...sampleToken, numUses: 3 } });
    const { bridge, user } = show('secrets-engines', {}, session);
    const ask = await screen.findByRole('button', { name: 'Ask the server (1 use)' });
    expect(bridge.inputsOf('mount.table')).toEqual([]);
    await user.click(ask);
    expect(await screen.findByRole('row', { name: /payments/ })).toBeTruthy();
    expect(offeredActions().filter(({ key }) => key === 'refresh')).toEqual([]);
  });
});

describe('leases', () => {
  it('are walked down, and a prefix is revoked as a whole', async () => {
    const { bridge, user, sessionId } = show('leases', {
      'lease.revokePrefix': () => ({
        before: { leases: 3, atLeast: false },
        after: { leases: 1, atLeast: false },
        left: ['auth/x'],
        warnings: [],
      }),
    });
    const revoke = await screen.findByRole('button', { name: 'Revoke prefix…' });
    expect(revoke.getAttribute('aria-disabled')).toBe('true');
    await user.click(await screen.findByRole('row', { name: 'auth/' }));
    expect(bridge.inputsOf('lease.list').at(-1)).toMatchObject({ prefix: 'auth/' });
    await user.click(revoke);
    await user.click(screen.getByRole('button', { name: 'Count and revoke…' }));
    expect(await screen.findByText('auth/: 3 leases before, 1 lease left.')).toBeTruthy();
    expect(bridge.inputsOf('lease.revokePrefix')).toEqual([{ sessionId, prefix: 'auth/', force: false }]);
  });

  it('are selected by Space or box, also in several folders, and revoked with what became of each', async () => {
    const { bridge, user, sessionId } = show('leases', {
      'lease.list': ({ prefix }) => ({
        prefix,
        folders: prefix === '' ? ['db/'] : [],
        total: 2,
        leases: prefix === '' ? ['x', 'y'] : ['z'],
      }),
      'lease.revokeMany': () => ({ jobId: 'j' }),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select x' }));
    const line = screen.getByRole('row', { name: /y$/ });
    line.focus();
    await user.keyboard(' ');
    expect(line.getAttribute('aria-selected')).toBe('true');
    // Space opens a folder: a prefix is revoked in another way.
    expect(screen.queryByRole('checkbox', { name: 'Select db/' })).toBeNull();
    await user.click(screen.getByRole('row', { name: 'db/' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
    await user.click(screen.getByRole('button', { name: 'Revoke 3 selected…' }));
    expect(bridge.inputsOf('lease.revokeMany')).toEqual([{ sessionId, leaseIds: ['x', 'y', 'db/z'] }]);
    const read = bridge.inputsOf('lease.list').length;
    act(() => {
      bridge.emit('lease.revoked', {
        jobId: 'j',
        done: 3,
        total: 3,
        rows: [
          { leaseId: 'x', outcome: 'revoked' },
          { leaseId: 'y', outcome: 'gone' },
          { leaseId: 'db/z', outcome: 'failed', reason: 'The engine is away.' },
        ],
      });
      bridge.emit('job.ended', {
        jobId: 'j',
        outcome: 'done',
        foldersRead: 3,
        namesSeen: 3,
        unread: [],
        unreadCount: 1,
      });
    });
    expect(await screen.findByText('1 revoked · 1 already gone · 1 failed')).toBeTruthy();
    expect(screen.getByText(/The engine is away\./)).toBeTruthy();
    expect(bridge.inputsOf('lease.list').length).toBeGreaterThan(read);
    // Leases that failed to revoke stay selected.
    expect(screen.getByRole('button', { name: 'Revoke 1 selected…' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry the failed…' }));
    expect(bridge.inputsOf('lease.revokeMany').at(-1)).toEqual({ sessionId, leaseIds: ['db/z'] });
  });

  it('of tokens are not renewed here', async () => {
    const { user } = show('leases', {
      'lease.list': () => ({ prefix: '', folders: [], leases: ['auth/a/login/x'], total: 1 }),
      'lease.read': ({ leaseId }) => ({
        leaseId,
        issued: '',
        expires: '',
        renewed: '',
        renewable: true,
        ttlSeconds: 60,
      }),
    });
    await user.click(await screen.findByRole('row', { name: /auth\/a\/login\/x$/ }));
    expect(await screen.findByText('by renewing its token')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull();
  });
});

describe('identity', () => {
  it('is looked up by name, and the answer is read as the one that is shown', async () => {
    const facts: IdentityFacts = {
      kind: 'entity',
      id: 'e1',
      name: 'alice',
      created: '',
      updated: '',
      policies: ['ops'],
      metadata: {},
      disabled: true,
      aliases: [],
      groupIds: [],
      groupType: '',
      memberEntityIds: [],
      memberGroupIds: [],
      canonicalId: '',
      mount: '',
      mountAccessor: '',
      raw: '{}',
    };
    const { bridge, user, sessionId } = show('identity', {
      'identity.find': () => facts,
      'identity.read': () => facts,
    });
    await user.type(await screen.findByRole('searchbox', { name: 'Filter, or look up' }), 'alice{Enter}');
    const drawer = within(await screen.findByRole('complementary'));
    expect(await drawer.findByText('disabled')).toBeTruthy();
    expect(bridge.inputsOf('identity.find')).toEqual([
      { sessionId, kind: 'entity', by: 'name', text: 'alice', mountAccessor: '' },
    ]);
    expect(bridge.inputsOf('mount.table')).toEqual([]);
  });
});
