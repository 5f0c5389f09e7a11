/** The same fact in the same words on every screen: the state of a server, the role of its node, the name of the token. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { ClusterNode, ClusterStatus, NodeAnswer, Verdict } from '../../shared/vault/cluster.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge, noAnswer } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSeal, sampleSession, sampleToken } from '../fixtures/session.fixture.ts';
import { BoardScreen } from '../screens/board/board-screen.tsx';
import { ClusterScreen } from '../screens/cluster/cluster-screen.tsx';
import { HomeScreen } from '../screens/home/home-screen.tsx';
import { toned } from '../ui/tone.ts';
import { WorkspaceProvider } from '../workspace/workspace.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';

// jsdom has no canvas.
vi.mock('../screens/cluster/sparkline.tsx', () => ({ default: () => null }));

const nowMs = Date.parse('2026-11-22T09:41:00Z');
const ago = (seconds: number): string => new Date(nowMs - seconds * 1000).toISOString();
let nextSession = 1;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const well: NodeAnswer = {
  initialized: true,
  sealed: false,
  role: 'standby',
  version: '1.21.2',
  clusterId: 'c',
  clusterName: 'pay',
  removed: false,
};

function node(
  name: string,
  answer: Partial<NodeAnswer> | undefined,
  more: Partial<ClusterNode> = {},
): ClusterNode {
  const address = `https://${name}:8200`;
  const told = answer === undefined ? {} : { answer: { ...well, ...answer } };
  return { name, address, sources: ['connection', 'raft'], asked: 'asked', ...told, ...more };
}

const network: AppError = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens at n1:8200.' };
const sealed = { sealed: true, role: 'unknown' } as const;
const leader = node('n1', { role: 'leader' });

function look(verdict: Verdict, nodes: readonly ClusterNode[], seconds = 2): ClusterStatus {
  return { seen: { at: ago(seconds), nodes, allNamed: true }, verdict, panels: {} };
}

interface Shown {
  readonly session: SessionView;
  readonly bar: string;
  readonly words: Readonly<Record<'bar' | 'home' | 'banner' | 'board' | 'rail', string>>;
}

/** Every place that says the state, after one look at the cluster. */
async function show(change: Partial<SessionView>, status: ClusterStatus): Promise<Shown> {
  const session = sampleSession({
    sessionId: `state-${String(nextSession++)}`,
    node: 'n1',
    seenAt: ago(20),
    ...change,
  });
  const bridge = installFakeBridge({
    'cluster.watch': ({ watchId }) => {
      bridge.emit('cluster.seen', { watchId, status, roundTrips: {} });
      return noAnswer();
    },
    'cluster.panel': () => ({
      facts: sampleSeal,
      endpoint: 'sys/seal-status',
      by: '',
      at: ago(2),
      raw: '{}',
    }),
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'draft.dropped': () => [],
    'answer.list': () => [],
    'profile.list': () => [],
    'audit.list': () => [],
    'server.metrics': noAnswer,
    'clipboard.state': () => ({ clearsAt: '' }),
    'app.preferences': noAnswer,
    'app.info': noAnswer,
    'updates.state': noAnswer,
    'keychain.state': noAnswer,
    'lock.state': () => ({ locked: false, since: '', drafts: 0, oneTimeResults: 0 }),
  });
  const nothing = (): void => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <Rail />
        <StatusBar session={session} />
        <HomeScreen session={session} />
        <ClusterScreen session={session} onCeremony={nothing} onCount={nothing} />
        <BoardScreen sessions={[session]} onOpen={nothing} onClose={nothing} />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  const tile = await screen.findByRole('button', { name: new RegExp(`^${session.name}: .*\\.`) });
  const rail = within(screen.getByRole('navigation', { name: 'Sessions' }));
  const bar = screen.getByRole('contentinfo', { name: 'Status' });
  return {
    session,
    bar: bar.textContent,
    words: {
      bar: bar.querySelector('span')?.textContent ?? '',
      home:
        within(screen.getByRole('region', { name: 'Server' }))
          .getAllByRole('paragraph')[0]
          ?.textContent.trim() ?? '',
      banner: within(screen.getByRole('region', { name: 'Verdict' })).getByRole('status').textContent,
      board: /^[^:]*: ([^.]*)\./.exec(tile.ariaLabel ?? '')?.[1] ?? '',
      rail: rail.getAllByRole('button')[0]?.ariaLabel ?? '',
    },
  };
}

const stale = sampleSession().health;

const states: readonly (readonly [string, Partial<SessionView>, ClusterStatus])[] = [
  ['Healthy', {}, look({ state: 'healthy', reasons: [] }, [leader, node('n2', {})])],
  [
    'Degraded',
    {},
    look({ state: 'degraded', reasons: ['n2: certificate expires in 10 days.'] }, [leader, node('n2', {})]),
  ],
  // The session still takes its node for the leader.
  [
    'No leader',
    { health: { ...stale, standby: false } },
    look({ state: 'no-leader', reasons: ['2 of 3 nodes sealed: n2, n3.'] }, [
      node('n1', {}),
      node('n2', sealed),
      node('n3', sealed),
    ]),
  ],
  ['Sealed', {}, look({ state: 'sealed', reasons: ['All nodes sealed.'] }, [node('n1', sealed)])],
  // The session has met the seal, before the server was gone.
  [
    'Unreachable',
    { health: { ...stale, sealed: true }, trouble: { kind: 'sealed', message: 'Sealed.' } },
    look({ state: 'unreachable', reasons: ['No answer: x.'] }, [node('n1', undefined, { problem: network })]),
  ],
  [
    'Not initialised',
    {},
    look({ state: 'not-initialized', reasons: ['No keys.'] }, [node('n1', { initialized: false })]),
  ],
  [
    '1 of 2 nodes asked',
    {},
    look({ state: 'partly-asked', reasons: ['Not asked: n2.'], asked: { nodes: 1, of: 2 } }, [
      leader,
      node('n2', undefined, { asked: 'unconfirmed' }),
    ]),
  ],
];

describe('the state of a server', () => {
  it.each(states)('is one word wherever it stands: %s', async (word, change, status) => {
    const { words, session } = await show(change, status);
    const { rail, ...others } = words;
    expect(others).toEqual({ bar: word, home: word, banner: word, board: word });
    const isMarked = word !== 'Healthy' && word !== '1 of 2 nodes asked';
    expect(rail).toBe(isMarked ? `${session.name}: ${word.toLowerCase()}` : session.name);
  });

  it('is what the newer of two reads says, where they differ', async () => {
    const open = look({ state: 'healthy', reasons: [] }, [leader], 30);
    const newer = { seenAt: ago(1), trouble: { kind: 'sealed', message: 'It is sealed.' } } as const;
    const { words } = await show(newer, open);
    expect(words).toMatchObject({ bar: 'Sealed', home: 'Sealed', banner: 'Sealed' });
  });

  it.each([
    ['Healthy', 'dim'],
    ['Degraded', 'warn'],
  ] as const)(
    'stays %s while a newer check of the own node agrees, and says how old it is',
    async (word, tone) => {
      const state = word === 'Healthy' ? 'healthy' : 'degraded';
      const { words } = await show({ seenAt: ago(1) }, look({ state, reasons: [] }, [leader], 600));
      expect(words).toMatchObject({ banner: word, board: word });
      expect(words).toMatchObject({ bar: `${word} 10 min ago`, home: `${word} 10 min ago` });
      expect(screen.getByRole('region', { name: 'Verdict' }).textContent).toContain('10 min ago');
      const bar = screen.getByRole('contentinfo', { name: 'Status' }).querySelector('span');
      expect(bar?.className).toContain(toned(tone));
    },
  );
});

describe('the role of a node', () => {
  it.each([
    ['leader', states[0]],
    ['standby', states[2]],
  ] as const)('is the same in the status bar and in its row: %s', async (role, state) => {
    if (state === undefined) throw new Error('no state');
    const { bar } = await show(state[1], state[2]);
    expect(bar).toContain(`n1 ${role}`);
    expect(screen.getByRole('row', { name: /^n1/ }).textContent).toContain(role);
  });
});

describe('the token', () => {
  it.each([
    ['token', 'token'],
    ['', 'token'],
    ['userpass-ops', 'userpass-ops'],
  ])('that the server calls “%s” has a name in the status bar and on Home', async (displayName, name) => {
    const [, , status] = states[0] ?? [];
    if (status === undefined) throw new Error('no state');
    const { bar } = await show({ token: { ...sampleToken, displayName } }, status);
    expect(bar).toContain(`${name} ·`);
    expect(screen.getByRole('region', { name: 'Token' }).textContent).toContain(name);
  });
});
