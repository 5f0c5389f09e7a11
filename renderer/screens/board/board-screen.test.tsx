// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ClusterNews, ClusterNode, Verdict } from '../../../shared/vault/cluster.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { toned } from '../../ui/tone.ts';
import { BoardScreen } from './board-screen.tsx';
import { LockedBoard } from './locked-board.tsx';

beforeEach(() => {
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
});
afterEach(cleanup);

const token = {
  ...sampleToken,
  ttlSeconds: 7_200,
  lookedUpAt: new Date().toISOString(),
  expireTime: new Date(Date.now() + 7_200_000).toISOString(),
};
const payments = sampleSession({ sessionId: 'p', name: 'Payments', environment: 'production', token });
const staging = sampleSession({ sessionId: 's', name: 'Staging', colour: 'amber' });

function node(name: string, change: Partial<ClusterNode>): ClusterNode {
  return {
    name,
    address: `https://${name}`,
    sources: ['connection'],
    asked: 'asked',
    answer: {
      initialized: true,
      sealed: false,
      role: 'standby',
      version: '1.21.2',
      removed: false,
      clusterId: 'c',
      clusterName: 'c',
    },
    ...change,
  };
}

function news(verdict: Verdict, nodes: readonly ClusterNode[]): ClusterNews {
  const seen = { at: new Date().toISOString(), nodes };
  return { status: { seen, verdict, panels: {} }, roundTrips: {} };
}

function show(sessions: readonly SessionView[], answers: Answers = {}) {
  const opened: string[] = [];
  let closed = 0;
  const bridge = installFakeBridge({ 'profile.list': () => [], 'cluster.watch': noAnswer, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BoardScreen sessions={sessions} onOpen={(id) => opened.push(id)} onClose={() => closed++} />
    </QueryClientProvider>,
  );
  return { bridge, opened, closed: () => closed };
}

describe('the board', () => {
  it('says of each session its verdict in a word, a sentence and nodes, and what ends soon', async () => {
    const { bridge, opened } = show([payments, staging]);
    const watches = bridge.inputsOf('cluster.watch');
    expect(watches.map(({ where }) => where)).toEqual([{ sessionId: 'p' }, { sessionId: 's' }]);
    const [first, second] = watches.map(({ watchId }) => watchId);
    const soon = new Date(Date.now() + 11.5 * 86_400_000).toISOString();
    bridge.emit('cluster.seen', {
      watchId: first ?? '',
      ...news({ state: 'degraded', reasons: ['n3 is sealed.', 'No further node can fail.'] }, [
        node('n1', {}),
        node('n3', { certificateEnds: soon }),
      ]),
    });
    bridge.emit('cluster.seen', {
      watchId: second ?? '',
      ...news({ state: 'healthy', reasons: [] }, [node('n1', {})]),
    });
    const tile = await screen.findByRole('button', {
      name: /^Payments: Degraded\. n3 is sealed\. And 1 more finding/,
    });
    const cell = tile.closest('li') ?? tile;
    expect(cell.textContent).toContain('production');
    expect(within(cell).getByRole('img', { name: 'n3: standby' })).toBeTruthy();
    expect(cell.textContent).toMatch(/Token (2 h|1 h)/);
    expect(cell.textContent).toContain('Certificate of n3: 11 days');
    expect(await screen.findByRole('button', { name: /^Staging: Healthy\. 1 node/ })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('1 of 2 healthy');
    await userEvent.click(tile);
    expect(opened).toEqual(['p']);
  });

  it('has the worst first, and says when the oldest look was', async () => {
    const { bridge } = show([payments, staging]);
    const names = () =>
      screen.getAllByRole('listitem').map(({ textContent }) => /Payments|Staging/.exec(textContent)?.[0]);
    expect(names()).toEqual(['Payments', 'Staging']);
    const [first, second] = bridge.inputsOf('cluster.watch').map(({ watchId }) => watchId);
    const look = (verdict: Verdict, at: string): ClusterNews => ({
      status: { seen: { at, nodes: [node('n1', {})] }, verdict, panels: {} },
      roundTrips: {},
    });
    const [older, newer] = ['2026-11-22T09:41:07Z', '2026-11-22T09:41:09Z'] as const;
    bridge.emit('cluster.seen', { watchId: first ?? '', ...look({ state: 'healthy', reasons: [] }, newer) });
    bridge.emit('cluster.seen', {
      watchId: second ?? '',
      ...look({ state: 'sealed', reasons: ['x.'] }, older),
    });
    await waitFor(() => expect(names()).toEqual(['Staging', 'Payments']));
    expect(screen.getByText('as of 2026-11-22 09:41:07 UTC')).toBeTruthy();
  });

  it('marks the node that its sentence is about, whatever its role', async () => {
    const { bridge } = show([payments]);
    const [watchId = ''] = bridge.inputsOf('cluster.watch').map((input) => input.watchId);
    const verdict = {
      state: 'expires-soon',
      reasons: ['n2: certificate expires in 10 days.'],
      about: 'https://n2',
    } as const;
    bridge.emit('cluster.seen', { watchId, ...news(verdict, [node('n1', {}), node('n2', {})]) });
    const toneOf = (name: string): string => screen.getByRole('img', { name }).className;
    await screen.findByRole('button', { name: /^Payments: Expires soon/ });
    expect(screen.getByText('1 of 1 healthy')).toBeTruthy();
    expect(toneOf('n2: standby')).toContain(toned('warn'));
    expect(toneOf('n1: standby')).toContain(toned('ok'));
  });

  it('says the address of an only node once', async () => {
    const { bridge } = show([payments]);
    const [watchId = ''] = bridge.inputsOf('cluster.watch').map((input) => input.watchId);
    const reasons = ['10.0.0.1:8200 refused the connection.'];
    const { answer: _, ...gone } = node('10.0.0.1:8200', {});
    bridge.emit('cluster.seen', { watchId, ...news({ state: 'unreachable', reasons }, [gone]) });
    const tile = await screen.findByRole('button', { name: /^Payments: Unreachable/ });
    expect(tile.closest('li')?.textContent.match(/10\.0\.0\.1/g)).toHaveLength(1);
  });

  it('asks nothing for a session that is locked, and closes with Escape', async () => {
    const locked = sampleSession({
      sessionId: 'l',
      name: 'Old',
      trouble: { kind: 'locked', message: 'Locked.' },
    });
    const { bridge, closed } = show([locked]);
    expect(await screen.findByRole('button', { name: /^Old: Locked/ })).toBeTruthy();
    expect(bridge.inputsOf('cluster.watch')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(closed()).toBe(1);
  });

  it('fills the screen by a call that a person pays for', async () => {
    const { bridge } = show([payments], { 'board.fullScreen': () => ({}) });
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(bridge.inputsOf('board.fullScreen')).toEqual([{ on: true }]);
  });
});

describe('the board of a locked app', () => {
  it('shows health, and why a server is not asked, and asks for nothing else', async () => {
    const bridge = installFakeBridge({
      'profile.list': () => [],
      'board.health': () => [
        {
          sessionId: 'p',
          status: {
            at: new Date().toISOString(),
            verdict: { state: 'sealed', reasons: ['Every node that answers is sealed.'] },
            nodes: [{ name: 'n1', state: 'sealed' }],
          },
        },
        { sessionId: 's', problem: 'Not asked while locked: this connection needs a client key.' },
      ],
    });
    let unlocked = 0;
    render(
      <QueryClientProvider client={createQueryClient()}>
        <LockedBoard sessions={[payments, staging]} onUnlock={() => unlocked++} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Sealed')).toBeTruthy();
    expect(screen.getByText('Every node that answers is sealed.')).toBeTruthy();
    expect(screen.getByText('Not asked')).toBeTruthy();
    expect(new Set(bridge.calls.map(({ name }) => name))).toEqual(new Set(['board.health', 'profile.list']));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Locked · 0 of 2 healthy'));
    await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
    expect(unlocked).toBe(1);
  });
});
