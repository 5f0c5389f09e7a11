import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import type { ClusterNews, ClusterNode, ClusterStatus } from '../../../shared/vault/cluster.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import type { SealFacts, SystemPanel, SystemFacts } from '../../../shared/vault/system.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSeal, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { toned } from '../../ui/tone.ts';
import { SessionRemedies } from '../../parts/refusal/session-remedies.tsx';
import { WorkspaceProvider } from '../../workspace/workspace.tsx';
import { ClusterScreen } from './cluster-screen.tsx';

const facts: Readonly<Record<SystemPanel, SystemFacts>> = {
  seal: sampleSeal,
  keys: { panel: 'keys', term: 4, installTime: '2026-09-03T10:00:00Z', encryptions: 1_200_000 },
  leader: {
    panel: 'leader',
    haEnabled: false,
    isSelf: false,
    leaderAddress: '',
    clusterAddress: '',
    performanceStandby: false,
    activeTime: '',
    raftCommitted: 0,
    raftApplied: 0,
  },
  rekey: {
    panel: 'rekey',
    started: false,
    threshold: 0,
    shares: 0,
    progress: 0,
    required: 3,
    backup: false,
    verificationRequired: false,
    pgpFingerprints: [],
  },
  'root-generation': {
    panel: 'root-generation',
    started: true,
    progress: 1,
    required: 3,
    complete: false,
    pgpFingerprint: '',
  },
};

// jsdom has no canvas.
vi.mock('./sparkline.tsx', () => ({ default: () => null }));

function node(name: string, more: Partial<ClusterNode> = {}): ClusterNode {
  return {
    name,
    address: `https://${name}:8200`,
    sources: ['connection', 'raft'],
    asked: 'asked',
    roundTripMs: 12.4,
    certificateEnds: '2027-09-01T00:00:00Z',
    answer: {
      initialized: true,
      sealed: false,
      role: name === 'n1' ? 'leader' : 'standby',
      version: '1.21.2',
      clusterId: 'c',
      clusterName: 'pay',
      raftApplied: 500,
      clockSkewMs: 0,
      removed: false,
    },
    ...more,
  };
}

const refused = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens there.' } as const;
const at = '2026-11-22T09:41:00Z';
const trio = [node('n1'), node('n2'), node('n3')];
const healthy: ClusterStatus = {
  seen: { at, nodes: trio, allNamed: true, autopilot: { healthy: true, failureTolerance: 1 } },
  verdict: { state: 'healthy', reasons: [] },
  panels: {
    keys: { facts: facts.keys },
    rekey: { facts: facts.rekey },
    'root-generation': { facts: facts['root-generation'] },
  },
};

beforeEach(() => {
  // Room for every column.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  const nothing = (): void => undefined;
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  }));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sample = { interval: 'now', atMs: 1, latencies: [], series: 9 };
const device = (path: string) => ({ path, type: 'file', description: '', local: false, options: {} });

/** The screen; reports a cluster as soon as it watches. */
function show(answers: Answers = {}, session = sampleSession(), status: ClusterStatus = healthy) {
  const bridge = installFakeBridge({
    'cluster.panel': ({ panel }) => ({
      facts: facts[panel],
      endpoint: `sys/${panel}`,
      by: 'https://n1:8200',
      at: new Date().toISOString(),
      raw: '{}',
    }),
    'app.preferences': () => noAnswer(),
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'audit.list': () => [device('file/'), device('syslog/')],
    'server.metrics': () => ({ ...sample, leases: 41_203, tokens: 8_012 }),
    'cluster.rotation': () => ({ enabled: true, intervalSeconds: 0, maxOperations: 3_865_470_566 }),
    'cluster.watch': ({ watchId }) => {
      bridge.emit('cluster.seen', { watchId, status, roundTrips: {} });
      return noAnswer();
    },
    ...answers,
  });
  bridge.paying = session.token.numUses !== 0;
  const onCount = vi.fn();
  const onCeremony = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <SessionRemedies session={session}>
          <ClusterScreen session={session} onCeremony={onCeremony} onCount={onCount} />
        </SessionRemedies>
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  const tell = (news: Partial<ClusterNews>): void => {
    const watchId = bridge.inputsOf('cluster.watch').at(-1)?.watchId ?? '';
    act(() => bridge.emit('cluster.seen', { watchId, status, roundTrips: {}, ...news }));
  };
  return { bridge, tell, onCount, onCeremony, user: userEvent.setup() };
}

const card = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}(?:[: ]|$)`) });
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }));
const panel = (name: string) => within(screen.getByRole('complementary', { name }));
const banner = () => within(screen.getByRole('region', { name: 'Verdict' }));

describe('the verdict', () => {
  it('says in a word how the cluster is, and with how many nodes', async () => {
    show();
    expect((await screen.findByRole('status')).textContent).toBe('Healthy');
    expect(screen.getByRole('region', { name: 'Verdict' }).textContent).toContain(
      '3 nodes · tolerates 1 failure',
    );
  });

  it('says why, the worst first, and is not given before each node has answered', async () => {
    const reasons = ['n3 is sealed.', 'No further node can fail.'];
    const { verdict: _, ...unjudged } = healthy;
    const { tell, user } = show({}, sampleSession(), unjudged);
    expect((await screen.findByRole('status')).textContent).toBe('Unsealed');
    tell({ status: { ...healthy, verdict: { state: 'degraded', reasons } } });
    expect(screen.getByRole('status').textContent).toBe('Degraded');
    expect(screen.getByText('n3 is sealed.')).toBeTruthy();
    expect(screen.queryByText('No further node can fail.')).toBeNull();
    await user.click(banner().getByRole('button', { name: '1 more' }));
    expect(screen.getByText('No further node can fail.')).toBeTruthy();
  });
});

describe('the button of the verdict', () => {
  const judged = (status: Partial<ClusterStatus>) => ({ ...healthy, ...status });
  const sealedTrio = trio.map((one): ClusterNode => ({
    ...one,
    answer: { ...one.answer, sealed: true, role: 'unknown' } as ClusterNode['answer'] & object,
  }));
  const sealed = judged({
    seen: { at, nodes: sealedTrio, allNamed: true },
    verdict: { state: 'sealed', reasons: ['All nodes sealed.'] },
  });
  const seals = (...confirmed: readonly boolean[]) =>
    confirmed.map((isConfirmed, index) => ({ address: `https://n${String(index)}`, confirmed: isConfirmed }));

  it('takes a share at once where the cluster is sealed', async () => {
    const { bridge, user, onCeremony } = show(
      { 'ceremony.unseal': () => seals(true) },
      sampleSession(),
      sealed,
    );
    await user.click(await screen.findByRole('button', { name: 'Unseal…' }));
    expect(bridge.inputsOf('ceremony.unseal')).toEqual([{ where: { sessionId: 'one' }, more: [] }]);
    expect(onCeremony).not.toHaveBeenCalled();
  });

  it('leads on to where nodes are confirmed for shares', async () => {
    const { user, onCeremony } = show(
      { 'ceremony.unseal': () => seals(true, false) },
      sampleSession(),
      sealed,
    );
    await user.click(await screen.findByRole('button', { name: 'Unseal…' }));
    await waitFor(() => expect(onCeremony).toHaveBeenCalledWith('unseal'));
  });

  it('shows the node that the sentence is about', async () => {
    const reasons = ['n2: certificate expires in 10 days.'];
    const about = 'https://n2:8200';
    const { user } = show(
      {},
      sampleSession(),
      judged({ verdict: { state: 'expires-soon', reasons, about } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Show node' }));
    expect(panel('n2').getByText('https://n2:8200')).toBeTruthy();
  });

  it('leads an empty server to its keys, and is not there for a healthy one', async () => {
    const verdict = { state: 'not-initialized', reasons: ['It has no keys and no data yet.'] } as const;
    const { user, onCeremony, tell } = show({}, sampleSession(), judged({ verdict }));
    await user.click(await screen.findByRole('button', { name: 'Initialise…' }));
    expect(onCeremony).toHaveBeenCalledWith('init');
    tell({ status: healthy });
    expect(banner().queryByRole('button')).toBeNull();
  });
});

describe('the nodes', () => {
  it('stand in a row each, with what differs marked', async () => {
    const odd = node('n3', { certificateEnds: '2026-12-03T12:00:00Z' });
    const answer = {
      ...trio[2]?.answer,
      sealed: true,
      version: '1.20.4',
      raftApplied: 290,
    } as ClusterNode['answer'];
    const nodes = [...trio.slice(0, 2), { ...odd, ...(answer === undefined ? {} : { answer }) }];
    show({}, sampleSession(), { ...healthy, seen: { ...healthy.seen, nodes } });
    await screen.findByRole('grid', { name: 'Nodes' });
    expect(row('n1').getByText('leader')).toBeTruthy();
    expect(row('n3').getByText('sealed')).toBeTruthy();
    expect(row('n3').getByTitle('Most nodes run 1.21.2')).toBeTruthy();
    expect(row('n3').getByText('210')).toBeTruthy();
    expect(row('n3').getByText('11 days')).toBeTruthy();
    expect(row('n1').getByText('12 ms')).toBeTruthy();
  });

  it('are confirmed by a person where only the server names them, and then asked', async () => {
    const { answer: _, ...unasked } = node('n2', { asked: 'unconfirmed' });
    const { bridge, user } = show({ 'profile.confirmOrigins': () => sampleSession() }, sampleSession(), {
      ...healthy,
      seen: { ...healthy.seen, nodes: [node('n1'), unasked] },
    });
    await user.click(await screen.findByRole('button', { name: 'Confirm node…' }));
    expect(bridge.inputsOf('profile.confirmOrigins')).toEqual([
      { sessionId: 'one', origins: ['https://n2:8200'] },
    ]);
    await waitFor(() => expect(bridge.inputsOf('cluster.watch')).toHaveLength(2));
  });

  it('are confirmed by one press where there are several', async () => {
    const unasked = ['n2', 'n3'].map((name) => {
      const { answer: _, ...rest } = node(name, { asked: 'unconfirmed' });
      return rest;
    });
    const { bridge, user } = show({ 'profile.confirmOrigins': () => sampleSession() }, sampleSession(), {
      ...healthy,
      seen: { ...healthy.seen, nodes: [node('n1'), ...unasked] },
      verdict: {
        state: 'partly-asked',
        asked: { nodes: 1, of: 3 },
        reasons: ['Not asked until you confirm: n2, n3.'],
      },
    });
    expect((await screen.findByRole('status')).textContent).toBe('Partly checked');
    expect(screen.getByRole('region', { name: 'Verdict' }).textContent).toContain('1 of 3 nodes asked');
    // Two of the three can be sealed.
    expect((await screen.findByText('1 of 3 nodes unsealed')).className).not.toContain(toned('ok'));
    await user.click(await screen.findByRole('button', { name: 'Confirm both…' }));
    expect(bridge.inputsOf('profile.confirmOrigins')).toEqual([
      { sessionId: 'one', origins: ['https://n2:8200', 'https://n3:8200'] },
    ]);
  });

  it('are forgotten where they were taken out for good, and only there', async () => {
    const { answer: _, ...gone } = node('n4', { sources: ['connection'], problem: { ...refused } });
    const { bridge, user } = show({ 'cluster.forgetNode': () => ({}) }, sampleSession(), {
      ...healthy,
      seen: { ...healthy.seen, nodes: [...trio, gone] },
    });
    await user.click(await screen.findByText('n3'));
    expect(screen.queryByRole('button', { name: 'Forget this node' })).toBeNull();
    await user.click(screen.getByText('n4'));
    await user.click(screen.getByRole('button', { name: 'Forget this node' }));
    expect(bridge.inputsOf('cluster.forgetNode')).toEqual([{ sessionId: 'one', address: 'https://n4:8200' }]);
  });

  it('say that a certificate has expired, and show the chain', async () => {
    const certificate = {
      subject: 'CN=n3',
      issuer: 'CN=ca',
      names: [],
      validFrom: '2025-01-01T00:00:00Z',
      sha256: 'AB',
      validTo: '2026-11-20T09:30:00Z',
    };
    const { answer: _, ...rest } = node('n3', {
      chain: [certificate],
      problem: { kind: 'tls', reason: 'expired', message: 'It has expired.', chain: [certificate] },
    });
    const { user } = show({}, sampleSession(), {
      ...healthy,
      seen: { ...healthy.seen, nodes: [...trio.slice(0, 2), rest] },
    });
    await screen.findByRole('grid', { name: 'Nodes' });
    await user.click(row('n3').getByText('certificate expired'));
    expect(screen.getByText('Its certificate was refused')).toBeTruthy();
    expect(screen.getByText('Certificate expires').parentElement?.textContent).toMatch(/CN=n3.*2026-11-20/);
  });

  it('show all that is known of one', async () => {
    const { user } = show();
    await user.click(await screen.findByText('n2'));
    expect(panel('n2').getByText('in sync with this machine')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

describe('the drawer', () => {
  it('stands beside the page, for one node or part at a time, and is closed by what opened it', async () => {
    const { user } = show();
    const key = await screen.findByRole('button', { name: /^Encryption key/ });
    await user.click(await screen.findByText('n2'));
    const page = banner().getByRole('status').closest('section')?.parentElement;
    const names = () => screen.queryAllByRole('complementary').map(({ ariaLabel }) => ariaLabel);
    expect(names()).toEqual(['n2']);
    expect(page?.contains(screen.getByRole('complementary'))).toBe(false);
    expect(screen.getByRole('row', { current: true }).textContent).toContain('n2');
    await user.click(key);
    expect(names()).toEqual(['Encryption key']);
    expect(key.ariaExpanded).toBe('true');
    expect(screen.queryByRole('row', { current: true })).toBeNull();
    await user.click(key);
    expect(names()).toEqual([]);
  });
});

describe('the full screen', () => {
  it('fills the window where the screen is refused, says why, and ends by Escape', async () => {
    const message = 'Press a key or click first.';
    const { bridge, user } = show({ 'board.fullScreen': failing({ kind: 'invalid-input', message }) });
    await user.click(await screen.findByRole('button', { name: 'Full screen' }));
    expect(await screen.findByText('The window does not fill the screen')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
    expect(bridge.inputsOf('board.fullScreen')).toEqual([{ on: true }, { on: false }]);
  });
});

describe('the full screen of a wall', () => {
  it('has no idle parts and no buttons of its own but the way back', async () => {
    const reasons = ['n2: certificate expires in 10 days.', 'Versions differ: 1, 2.'];
    const verdict = { state: 'degraded', reasons, about: 'https://n2:8200' } as const;
    const { user } = show({ 'board.fullScreen': () => ({}) }, sampleSession(), { ...healthy, verdict });
    await user.click(await screen.findByRole('button', { name: 'Full screen' }));
    expect(screen.getByText('Versions differ: 1, 2.')).toBeTruthy();
    for (const name of ['Show node', /^Rekey:/, /^Leader/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('raft', () => {
  const settings = {
    cleanupDeadServers: false,
    deadServerLastContactThreshold: '24h0m0s',
    lastContactThreshold: '10s',
    serverStabilizationTime: '10s',
    maxTrailingLogs: 1000,
    minQuorum: 0,
  };
  const peer = (nodeId: string, leader: boolean) => ({
    nodeId,
    leader,
    address: '127.0.0.1:8201',
    voter: true,
    healthy: true,
    lastContact: '1.588s',
  });

  it('tells of its peers in the words of the nodes, and changes the settings of autopilot together', async () => {
    const { bridge, user } = show({
      'raft.status': () => ({
        at,
        settings,
        peers: [peer('n1', true), peer('n3', false), { ...peer('n2', false), voter: false }],
        state: { healthy: true, failureTolerance: 0 },
      }),
      'raft.saveAutopilot': () => ({ warnings: [] }),
    });
    await screen.findByText('Healthy');
    await user.click(card('Raft'));
    expect(await panel('Raft').findByText('leader · healthy')).toBeTruthy();
    expect(panel('Raft').getAllByText(/^last contact 1 s ago/)).toHaveLength(2);
    expect(panel('Raft').getByText('standby, no vote · healthy')).toBeTruthy();
    const names = screen
      .getByRole('complementary', { name: 'Raft' })
      .textContent.match(/n\d(?=leader|standby)/g);
    expect(names).toEqual(['n1', 'n2', 'n3']);
    await user.click(panel('Raft').getByRole('button', { name: 'Edit settings…' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Remove dead nodes' }));
    const voters = screen.getByRole('textbox', { name: 'Min quorum' });
    expect(voters).toHaveProperty('value', '3');
    // Removing dead nodes down to fewer than three voters would leave a cluster without a majority.
    await user.clear(voters);
    await user.type(voters, '2');
    expect(screen.getByRole('button', { name: 'Save…' })).toHaveProperty('ariaDisabled', 'true');
    await user.clear(voters);
    await user.type(voters, '3');
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('raft.saveAutopilot')).toMatchObject([
        { settings: { ...settings, cleanupDeadServers: true, minQuorum: 3 } },
      ]);
    });
  });

  it('loses a node by its drawer, which closes', async () => {
    const { bridge, user } = show({ 'raft.removePeer': () => ({ warnings: [] }) });
    await user.click(await screen.findByText('n2'));
    await user.click(panel('n2').getByRole('button', { name: 'Remove node…' }));
    expect(bridge.inputsOf('raft.removePeer')).toEqual([{ sessionId: 'one', nodeId: 'n2' }]);
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it('is said not to be offered by another storage', async () => {
    const { user } = show({ 'raft.status': failing({ kind: 'not-offered', message: 'no' }) });
    await screen.findByText('Healthy');
    await user.click(card('Raft'));
    expect(await panel('Raft').findByText('Not offered by this server')).toBeTruthy();
  });
});

describe('the timeline', () => {
  it('tells what changed, the latest first', async () => {
    const { tell } = show();
    await screen.findByText('No changes yet.');
    const event = (text: string) => ({ at, kind: 'sealed', tone: 'bad', text }) as const;
    tell({
      timeline: { since: '2026-11-21T08:00:00Z', events: [event('n3 sealed'), event('n2 sealed')] },
    });
    const list = screen.getByRole('list', { name: 'Timeline' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replace(/^.*(?=n\d)/, '')),
    ).toEqual(['n2 sealed', 'n3 sealed']);
    expect(screen.getByText(/^First look/)).toBeTruthy();
  });

  it('is red for what fails, green for what returns and grey for what follows', async () => {
    const { tell } = show();
    await screen.findByText('No changes yet.');
    const sealed = { at, kind: 'sealed', tone: 'bad', text: 'n3 sealed', then: 'degraded' } as const;
    const unsealed = { at, kind: 'unsealed', tone: 'good', text: 'n3 unsealed' } as const;
    const moved = { at, kind: 'leader', tone: 'plain', text: 'Leader moved: n1 → n2' } as const;
    tell({ timeline: { since: at, events: [sealed, unsealed, moved] } });
    const classOf = (text: string) => screen.getByText(text).className;
    expect(classOf('n3 sealed')).toBe(toned('danger'));
    expect(classOf('n3 unsealed')).toBe(toned('ok'));
    for (const text of ['→ degraded', 'Leader moved: n1 → n2']) expect(classOf(text)).toContain(toned('dim'));
  });
});

describe('the line of round trips', () => {
  it('stands for the time watched so far', async () => {
    const { tell } = show();
    await screen.findByRole('columnheader', { name: 'Last minute' });
    const trip = (atMs: number) => ({ atMs, roundTripMs: 1 });
    tell({ roundTrips: { 'https://n1:8200': [trip(0), trip(130_000)], 'https://n2:8200': [trip(70_000)] } });
    expect(screen.getByRole('columnheader', { name: 'Last 3 min' })).toBeTruthy();
  });
});

describe('watching', () => {
  it('ends while the window is hidden, and begins again when it is seen', async () => {
    const { bridge } = show();
    await screen.findByText('Healthy');
    const see = (state: DocumentVisibilityState): void => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    see('hidden');
    expect(bridge.cancelled()).toBe(1);
    expect(bridge.inputsOf('cluster.watch')).toHaveLength(1);
    see('visible');
    expect(bridge.inputsOf('cluster.watch')).toHaveLength(2);
    vi.restoreAllMocks();
  });

  it('is once for a token with limited uses, which pays for nothing unasked', async () => {
    const { bridge, user } = show({}, sampleSession({ token: { ...sampleToken, numUses: 3 } }), {
      ...healthy,
      panels: {},
    });
    await screen.findByText('Healthy');
    expect(bridge.inputsOf('cluster.watch')).toMatchObject([{ everyMs: 0 }]);
    await user.click(card('Encryption key'));
    expect(
      await panel('Encryption key').findByRole('button', { name: 'Ask the server (1 use)' }),
    ).toBeTruthy();
    const asked = () => bridge.inputsOf('cluster.panel').filter((input) => input.panel === 'keys');
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refresh Encryption key' }));
    expect(await panel('Encryption key').findByText('Term 4')).toBeTruthy();
  });
});

describe('the cards', () => {
  it('say the one thing to know', async () => {
    show();
    await screen.findByText('Healthy');
    expect((await screen.findByText('Shamir, threshold 3 of 5')).closest('button')).toBe(card('Seal'));
    expect(card('Seal').textContent).toContain('Unsealed');
    expect(card('Encryption key').textContent).toContain('Term 4');
    expect(card('Leader').textContent).toBe('Leader: n1');
    expect(card('Rekey').textContent).toBe('Rekey: none');
    expect(card('Root generation').textContent).toContain('1 of 3 shares entered');
  });

  it('open a view with its time and its raw answer', async () => {
    const { user } = show();
    await screen.findByText('Healthy');
    await user.click(card('Encryption key'));
    expect(await panel('Encryption key').findByText('1,200,000')).toBeTruthy();
    expect(panel('Encryption key').getByText('sys/keys')).toBeTruthy();
    expect(panel('Encryption key').getByText(/^Read/)).toBeTruthy();
    expect(await panel('Encryption key').findByText('after 3,865,470,566 encryptions')).toBeTruthy();
  });

  it('show in their views what the watch has just heard, without asking a second time', async () => {
    const { bridge, tell, user } = show();
    await screen.findByText('Healthy');
    await user.click(card('Encryption key'));
    expect(await panel('Encryption key').findByText('1,200,000')).toBeTruthy();
    const keys = { ...facts.keys, term: 5, encryptions: 1_200_001 } as SystemFacts;
    tell({ status: { ...healthy, panels: { ...healthy.panels, keys: { facts: keys } } } });
    expect(panel('Encryption key').getByText('1,200,001')).toBeTruthy();
    expect(panel('Encryption key').getByText('Term 5')).toBeTruthy();
    expect(bridge.inputsOf('cluster.panel').filter((input) => input.panel === 'keys')).toHaveLength(1);
  });

  it('let the encryption key be rotated, the node be sealed, the leader step down', async () => {
    const done = () => ({});
    const leader = { ...facts.leader, haEnabled: true } as SystemFacts;
    const { bridge, user } = show({
      'cluster.rotate': done,
      'cluster.seal': done,
      'cluster.stepDown': done,
      'cluster.panel': ({ panel: which }) => ({
        facts: which === 'leader' ? leader : facts[which],
        endpoint: 'sys/x',
        by: '',
        at,
        raw: '{}',
      }),
    });
    await screen.findByText('Healthy');
    for (const [name, button, call] of [
      ['Encryption key', 'Rotate…', 'cluster.rotate'],
      ['Seal', 'Seal…', 'cluster.seal'],
      ['Leader', 'Step down…', 'cluster.stepDown'],
    ] as const) {
      await user.click(card(name));
      await user.click(await panel(name).findByRole('button', { name: button }));
      expect(bridge.inputsOf(call)).toEqual([{ sessionId: 'one' }]);
    }
  });

  it('stand in the line of what is idle while the token may not read them, and offer nothing there', async () => {
    const problem: AppError = { kind: 'forbidden', message: 'no', path: 'sys/key-status' };
    const { user } = show({ 'cluster.panel': failing(problem) }, sampleSession(), {
      ...healthy,
      panels: { keys: { problem } },
    });
    await screen.findByText('Healthy');
    expect(card('Encryption key').textContent).toBe('Encryption key: no permission');
    await user.click(card('Encryption key'));
    expect((await panel('Encryption key').findByRole('alert')).textContent).toContain('Needs read');
    expect(panel('Encryption key').queryByRole('button', { name: 'Rotate…' })).toBeNull();
  });

  it('leave raft out where nothing says that it is the storage', async () => {
    const { raftApplied: _, ...answer } = node('n1').answer ?? {};
    const alone = node('n1', { sources: ['connection'], answer: answer as ClusterNode['answer'] & object });
    show({}, sampleSession(), { ...healthy, seen: { at, nodes: [alone], allNamed: true } });
    await screen.findByText('Healthy');
    expect(card('Leader')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Raft/ })).toBeNull();
  });

  it('calls the seal of a node that does not answer last known, and looks again when asked to', async () => {
    const { answer: _, ...silent } = node('n1', { problem: refused });
    const verdict = { state: 'unreachable', reasons: ['n1 does not answer.'] } as const;
    const seen = { at, nodes: [silent], allNamed: true } as const;
    const { bridge, user } = show({}, sampleSession(), { ...healthy, seen, verdict });
    expect(await screen.findByRole('button', { name: 'Seal Unsealed Last known' })).toBeTruthy();
    expect(within(card('Seal')).getByText('Unsealed').className).toContain(toned('dim'));
    const looks = bridge.inputsOf('cluster.watch').length;
    await user.click(banner().getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(bridge.inputsOf('cluster.watch').length).toBe(looks + 1));
  });

  it('do not call a cluster unsealed while a node of it is sealed', async () => {
    const { answer: _, ...rest } = node('n3');
    const sealed = {
      ...rest,
      answer: { ...node('n3').answer, sealed: true } as ClusterNode['answer'] & object,
    };
    show({}, sampleSession(), {
      ...healthy,
      seen: { ...healthy.seen, nodes: [node('n1'), node('n2'), sealed] },
    });
    await screen.findByRole('grid', { name: 'Nodes' });
    expect(await screen.findByText('2 of 3 nodes unsealed')).toBeTruthy();
  });

  it('keep the last good answer while a later refresh fails, and say from when it is', async () => {
    const { bridge, user } = show();
    await screen.findByText('Healthy');
    await user.click(card('Seal'));
    await panel('Seal').findByText('Unsealed');
    const before = bridge.answers['cluster.panel'];
    bridge.answers['cluster.panel'] = failing({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'No answer.',
    });
    await user.click(screen.getByRole('button', { name: 'Refresh Seal' }));
    expect(await panel('Seal').findByText('The latest refresh failed')).toBeTruthy();
    expect(panel('Seal').getByText('Unsealed')).toBeTruthy();
    expect(panel('Seal').getByText(/^Last good answer/)).toBeTruthy();
    if (before !== undefined) bridge.answers['cluster.panel'] = before;
    await user.click(screen.getByRole('button', { name: 'Refresh Seal' }));
    expect(await panel('Seal').findByText(/^Read/)).toBeTruthy();
  });

  it('lead to the root namespace where only that has them, and offer nothing else', async () => {
    const error: AppError = { kind: 'root-namespace-only', message: 'Only the root namespace offers it.' };
    const { user } = show(
      { 'cluster.panel': failing(error), 'audit.list': failing(error) },
      sampleSession({ namespace: 'team' }),
      { ...healthy, panels: { rekey: { problem: error } } },
    );
    await screen.findByText('Healthy');
    expect(card('Rekey').textContent).toContain('root namespace');
    await waitFor(() => {
      expect(card('Audit').textContent).toBe('Audit: root namespace');
    });
    await user.click(card('Rekey'));
    await panel('Rekey').findByText('Only in the root namespace');
    expect(panel('Rekey').queryByRole('button', { name: 'Rekey…' })).toBeNull();
    expect(panel('Rekey').getByRole('button', { name: 'Open root namespace' })).toBeTruthy();
  });

  it.each([
    [{ kind: 'sealed', message: 'It is sealed.' }, 'Sealed', 'It is sealed.'],
    [{ kind: 'not-offered', message: 'Not here.' }, 'Not offered', 'Not here.'],
  ] as const)('say honestly what they cannot: %o', async (error, word, sentence) => {
    const { user } = show({ 'cluster.panel': failing(error) }, sampleSession(), {
      ...healthy,
      panels: { rekey: { problem: error } },
    });
    await screen.findByText('Healthy');
    expect(card('Rekey').textContent).toContain(word.toLowerCase());
    await user.click(card('Rekey'));
    expect(await panel('Rekey').findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('let a person ask why they were refused', async () => {
    const path = 'sys/key-status';
    const { user } = show({ 'cluster.panel': failing({ kind: 'forbidden', message: 'no', path }) });
    await screen.findByText('Healthy');
    await user.click(card('Encryption key'));
    const refusal = await panel('Encryption key').findByRole('region', { name: 'Not permitted' });
    expect(refusal.textContent).toContain(`Needs read on ${path}`);
    expect(within(refusal).getByRole('button', { name: 'Why was I refused?' })).toBeTruthy();
  });
});

describe('the counts', () => {
  it('are asked once, beside the watch, and lead to where they are administered', async () => {
    const { bridge, user, onCount } = show();
    await screen.findByText('Healthy');
    expect((await screen.findByText('41k')).closest('button')).toBe(card('Leases'));
    expect(card('Audit').textContent).toContain('2');
    expect((await screen.findByText('8,012')).closest('button')).toBe(card('Tokens'));
    for (const name of ['Audit', 'Leases', 'Tokens']) await user.click(card(name));
    expect(onCount.mock.calls).toEqual([['audit'], ['leases'], ['tokens']]);
    for (const call of ['audit.list', 'server.metrics'] as const)
      expect(bridge.inputsOf(call)).toEqual([{ sessionId: 'one' }]);
  });

  it('say so where the server has not counted yet, and warn where nothing is recorded', async () => {
    show({ 'server.metrics': () => ({ ...sample, leases: 0 }), 'audit.list': () => [] });
    expect((await screen.findByText('Not reported yet')).closest('button')).toBe(card('Tokens'));
    expect(card('Leases').textContent).toBe('Leases 0 ');
    expect(card('Audit').textContent).toContain('None');
  });

  it('are said to be from before while the cluster answers nobody', async () => {
    const { tell } = show();
    await screen.findByText('41k');
    tell({ status: { ...healthy, verdict: { state: 'sealed', reasons: ['All are sealed.'] } } });
    for (const name of ['Audit', 'Leases', 'Tokens']) expect(card(name).textContent).toContain('Last known');
  });

  it('name what is missing for one, in the line of what is idle', async () => {
    const path = 'sys/metrics';
    const { user, onCount } = show({
      'server.metrics': failing({ kind: 'forbidden', message: 'no', path }),
    });
    await screen.findByText('Healthy');
    expect(await screen.findAllByText(/: no permission$/)).toHaveLength(2);
    await user.click(card('Leases'));
    const refusal = screen.getByRole('region', { name: 'Not permitted' });
    expect(refusal.textContent).toContain('Leases not counted');
    expect(refusal.textContent).toContain(`Needs read on ${path}`);
    expect(onCount).not.toHaveBeenCalled();
    await user.click(card('Leases'));
    expect(screen.queryByRole('region', { name: 'Not permitted' })).toBeNull();
  });

  it('cost a token with limited uses nothing unasked', async () => {
    const { bridge } = show({}, sampleSession({ token: { ...sampleToken, numUses: 3 } }));
    await screen.findByText('Healthy');
    expect(card('Leases').textContent).toContain('Asked for only when opened');
    for (const call of ['audit.list', 'server.metrics'] as const) expect(bridge.inputsOf(call)).toEqual([]);
  });
});

describe('the rate', () => {
  it('is the one that a person has set, and is saved for all sessions', async () => {
    const preferences = { clusterEveryMs: 10_000 } as Preferences;
    const { bridge, user } = show({
      'app.preferences': () => preferences,
      'app.setPreferences': (change) => ({ ...preferences, ...change }),
    });
    await waitFor(() => expect(bridge.inputsOf('cluster.watch').at(-1)).toMatchObject({ everyMs: 10_000 }));
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.hover(await screen.findByText('Update every'));
    await user.click(await screen.findByRole('menuitemradio', { name: '30 s' }));
    expect(bridge.inputsOf('app.setPreferences')).toEqual([{ clusterEveryMs: 30_000 }]);
    expect(bridge.inputsOf('cluster.watch').at(-1)).toMatchObject({ everyMs: 30_000 });
  });
});

describe('another node that is sealed', () => {
  const sealedNode = (name: string): ClusterNode => {
    const one = node(name);
    return one.answer === undefined ? one : { ...one, answer: { ...one.answer, sealed: true } };
  };
  const withSealed = (...names: readonly string[]): ClusterStatus => ({
    ...healthy,
    seen: { ...healthy.seen, nodes: [node('n1'), ...names.map(sealedNode)] },
  });

  it('is unsealed from the card that says so, beside what seals the node of the session', async () => {
    const { user, onCeremony, tell } = show({}, sampleSession(), withSealed('n2'));
    await user.click(await screen.findByRole('button', { name: /^Seal .*1 of 2 nodes unsealed/ }));
    await user.click(await screen.findByRole('button', { name: 'Unseal n2…' }));
    expect(onCeremony).toHaveBeenCalledWith('unseal');
    expect(screen.getByRole('button', { name: 'Seal…' })).toBeTruthy();
    tell({ status: withSealed('n2', 'n3') });
    expect(await screen.findByRole('button', { name: 'Unseal 2 nodes…' })).toBeTruthy();
  });
});

describe('a ceremony that ended while it was watched', () => {
  it('is said on its card, and why in its view', async () => {
    const ended = 'The leader changed from n1:8200 to n2:8200';
    const { user } = show({}, sampleSession(), {
      ...healthy,
      panels: { ...healthy.panels, rekey: { facts: facts.rekey, ended } },
    });
    await user.click(await screen.findByRole('button', { name: /^Rekey .*Ended: open to see why/ }));
    expect(await screen.findByText(ended)).toBeTruthy();
  });
});

describe('a sealed server', () => {
  const sealed: SealFacts = { ...sampleSeal, sealed: true, progress: 1 };
  const look = ({ panel: which }: { panel: SystemPanel }) => ({
    facts: which === 'seal' ? sealed : facts[which],
    endpoint: 'sys/seal-status',
    by: '',
    at: '2026-11-20T09:00:00Z',
    raw: '{}',
  });

  it('takes a share, and says why one was refused', async () => {
    const { bridge, user } = show({
      'cluster.panel': look,
      'ceremony.unseal': () => [
        {
          address: 'https://v-1:8200',
          confirmed: true,
          problem: { kind: 'server-error', message: 'The server failed.' },
        },
      ],
      'ceremony.resetUnseal': () => [],
    });
    await screen.findByText('Healthy');
    await user.click(card('Seal'));
    await user.click(await screen.findByRole('button', { name: 'Enter unseal key…' }));
    expect(await screen.findByText('The server failed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start over…' }));
    expect(bridge.inputsOf('ceremony.resetUnseal')).toEqual([{ where: { sessionId: 'one' }, more: [] }]);
  });

  it('says nothing where the person closed the view', async () => {
    const { user } = show({
      'cluster.panel': look,
      'ceremony.unseal': failing({ kind: 'cancelled', message: 'Cancelled.' }),
    });
    await screen.findByText('Healthy');
    await user.click(card('Seal'));
    await user.click(await screen.findByRole('button', { name: 'Enter unseal key…' }));
    expect(await screen.findByRole('button', { name: 'Enter unseal key…' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
