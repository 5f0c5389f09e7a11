/** The same fact in the same words on every screen: the state of a server, the role of its node, the name of the token. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { ClusterNode, ClusterStatus, NodeAnswer, Verdict } from '../../shared/vault/cluster.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge, noAnswer } from '../fixtures/fake-bridge.fixture.ts';
import { contradictionsIn, saidFacts } from '../fixtures/said-facts.fixture.ts';
import type { SaidFact } from '../fixtures/said-facts.fixture.ts';
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
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
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
  vi.restoreAllMocks();
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

/** Every place that says the state, after one look at the cluster. */
async function show(change: Partial<SessionView>, status: ClusterStatus): Promise<readonly SaidFact[]> {
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
  await screen.findByRole('button', { name: new RegExp(`^${session.name}: .*\\.`) });
  await screen.findByRole('button', { name: /^Seal (?!—)/ });
  return saidFacts();
}

function wordsOf(said: readonly SaidFact[], fact: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    said.filter((one) => one.fact === fact).map(({ place, words }) => [place, words]),
  );
}

const bar = () => screen.getByRole('contentinfo', { name: 'Status' });

const stale = sampleSession().health;

const states: readonly (readonly [string, Partial<SessionView>, ClusterStatus])[] = [
  ['Healthy', {}, look({ state: 'healthy', reasons: [] }, [leader, node('n2', {})])],
  [
    'Expires soon',
    {},
    look({ state: 'expires-soon', reasons: ['n2: certificate expires in 10 days.'] }, [
      leader,
      node('n2', {}),
    ]),
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
    look({ state: 'unreachable', reasons: ['n1 does not answer.'] }, [
      node('n1', undefined, { problem: network }),
    ]),
  ],
  [
    'Not initialised',
    {},
    look({ state: 'not-initialized', reasons: ['No keys.'] }, [node('n1', { initialized: false })]),
  ],
  [
    'Partly checked',
    {},
    look({ state: 'partly-asked', reasons: ['Not asked: n2.'], asked: { nodes: 1, of: 2 } }, [
      leader,
      node('n2', undefined, { asked: 'unconfirmed' }),
    ]),
  ],
];

describe('the state of a server', () => {
  it.each(states)('is one word wherever it stands: %s', async (word, change, status) => {
    const said = await show(change, status);
    const isMarked = word !== 'Healthy' && word !== 'Partly checked';
    const everywhere = { bar: word, home: word, banner: word, board: word };
    expect(wordsOf(said, 'state')).toEqual(isMarked ? { ...everywhere, rail: word } : everywhere);
    expect(contradictionsIn(said)).toEqual([]);
  });

  it('is what the newer of two reads says, where they differ', async () => {
    const open = look({ state: 'healthy', reasons: [] }, [leader], 30);
    const newer = { seenAt: ago(1), trouble: { kind: 'sealed', message: 'It is sealed.' } } as const;
    const said = await show(newer, open);
    expect(new Set(Object.values(wordsOf(said, 'state')))).toEqual(new Set(['Sealed']));
  });

  it.each([
    ['Healthy', 'dim'],
    ['Degraded', 'warn'],
  ] as const)(
    'stays %s while a newer check of the own node agrees, and says how old it is',
    async (word, tone) => {
      const state = word === 'Healthy' ? 'healthy' : 'degraded';
      const said = await show({ seenAt: ago(1) }, look({ state, reasons: [] }, [leader], 600));
      expect(wordsOf(said, 'state')).toMatchObject({ bar: word, home: word, banner: word, board: word });
      for (const place of [bar(), screen.getByRole('region', { name: 'Server' })])
        expect(place.textContent).toContain(`${word} 10 min ago`);
      expect(screen.getByRole('region', { name: 'Verdict' }).textContent).toContain('10 min ago');
      expect(bar().querySelector('span')?.className).toContain(toned(tone));
    },
  );
});

describe('the nodes of a server', () => {
  it.each([
    ['leader', states[0]],
    ['standby', states[2]],
  ] as const)('have one role, seal and number wherever they stand: %s', async (role, state) => {
    if (state === undefined) throw new Error('no state');
    const said = await show(state[1], state[2]);
    expect(wordsOf(said, 'role')).toEqual({ bar: role, row: role, board: role });
    expect(wordsOf(said, 'version')).toEqual({ bar: '1.21.2', row: '1.21.2' });
    const count = role === 'leader' ? '2' : '3';
    expect(wordsOf(said, 'number of nodes')).toEqual({ rows: count, banner: count, home: count });
    expect(wordsOf(said, 'leader')).toEqual({ rows: role === 'leader' ? 'n1' : 'none' });
    if (role === 'standby') {
      expect(wordsOf(said, 'nodes sealed')).toEqual({ rows: '2', banner: '2' });
      expect(wordsOf(said, 'nodes unsealed')).toEqual({ rows: '1', card: '1' });
    } else expect(wordsOf(said, 'seal')).toEqual({ row: 'unsealed', card: 'unsealed' });
  });
});

describe('the token', () => {
  it.each([
    ['token', 'token'],
    ['', 'token'],
    ['userpass-ops', 'userpass-ops'],
  ])('that the server calls “%s” has one name and one time left', async (displayName, name) => {
    const [, , status] = states[0] ?? [];
    if (status === undefined) throw new Error('no state');
    const said = await show({ token: { ...sampleToken, displayName } }, status);
    expect(wordsOf(said, 'who')).toEqual({ bar: name, home: name });
    expect(Object.keys(wordsOf(said, 'time left'))).toEqual(['bar', 'home']);
    expect(contradictionsIn(said)).toEqual([]);
  });
});

it('finds two forms of “Last known”', () => {
  const cards = ['Seal Unsealed Last known', 'Leases 5 Last known. No answer', 'Tokens 5 Last known'];
  render(cards.map((text) => <button key={text}>{text}</button>));
  expect(contradictionsIn(saidFacts())).toEqual([
    'age: card “Last known”, card “Last known. No answer”, card “Last known”',
  ]);
});

it('finds what two places say differently', () => {
  expect(
    contradictionsIn([
      { fact: 'state', place: 'bar', words: 'Unsealed' },
      { fact: 'state', place: 'banner', words: 'No leader' },
      { fact: 'role', place: 'bar', words: 'standby' },
      { fact: 'role', place: 'row', words: 'standby' },
    ]),
  ).toEqual(['state: bar “Unsealed”, banner “No leader”']);
});
