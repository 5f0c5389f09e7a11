import { describe, expect, it } from 'vitest';
import type { HaNode } from '../../../shared/vault/system.ts';
import { autopilotState, raftConfiguration } from '../../vault/api/raft.ts';
import type { VaultAnswer, VaultClient } from '../../vault/http/types.ts';
import { autopilotOf, durationMs, namedNodes, type KnownOfNodes } from './nodes.ts';

const nothing: KnownOfNodes = {
  confirmed: [],
  leaderAddress: '',
  haNodes: [],
  raftServers: [],
  autopilot: new Map(),
};

function ha(at: number, hostname = `host${String(at)}`): HaNode {
  return {
    hostname,
    active: at === 1,
    version: '1.21.2',
    lastEcho: '',
    apiAddress: `https://10.0.0.${String(at)}:8200`,
    clusterAddress: `https://10.0.0.${String(at)}:8201`,
  };
}

const raft = (at: number) => ({
  nodeId: `n${String(at)}`,
  address: `10.0.0.${String(at)}:8201`,
  voter: true,
});

describe('the nodes of a cluster', () => {
  it('are joined from all who name them, each once', () => {
    const nodes = namedNodes({
      confirmed: ['https://10.0.0.1:8200/'],
      leaderAddress: 'https://10.0.0.1:8200',
      haNodes: [ha(1), ha(2)],
      raftServers: [raft(1), raft(2), raft(3)],
      autopilot: new Map([['n2', { healthy: true, voter: true, lastContactMs: 1 }]]),
    });
    expect(nodes.map(({ address, name, asked }) => [address, name, asked])).toEqual([
      ['https://10.0.0.1:8200', 'n1', 'asked'],
      ['https://10.0.0.2:8200', 'n2', 'unconfirmed'],
      // Raft knows only its cluster port, which answers no API request.
      ['', 'n3', 'no-address'],
    ]);
    expect(nodes[0]?.sources).toEqual(['connection', 'leader', 'ha-status', 'raft']);
    expect(nodes[1]?.autopilot?.healthy).toBe(true);
  });

  it('are known by the host name where no raft is, and by the address where nobody says one', () => {
    const nodes = namedNodes({ ...nothing, confirmed: ['https://v:8200'], haNodes: [ha(2)] });
    expect(nodes.map(({ name }) => name)).toEqual(['', 'host2']);
  });

  it('are joined by what was known of one that nobody names any more, or by its host', () => {
    const known = { ...nothing, confirmed: ['https://10.0.0.1:8200', 'https://10.0.0.9:8200'] };
    const clusterOf = new Map([['https://10.0.0.9:8200', 'https://10.0.0.2:8201']]);
    const nodes = namedNodes({ ...known, clusterOf, raftServers: [raft(1), raft(2)] });
    expect(nodes.map(({ address, name }) => [address, name])).toEqual([
      ['https://10.0.0.1:8200', 'n1'],
      ['https://10.0.0.9:8200', 'n2'],
    ]);
  });

  it('keep two nodes of one host apart', () => {
    const nodes = namedNodes({
      ...nothing,
      haNodes: [ha(1, 'one'), ha(2, 'one')],
      raftServers: [raft(1), raft(2)],
    });
    expect(nodes.map(({ name }) => name)).toEqual(['n1', 'n2']);
  });

  it.each([
    ['HTTPS://V:8200/', 'https://v:8200'],
    ['https://v:8200', 'https://v:8200//'],
  ])('take %s for %s', (one, other) => {
    expect(namedNodes({ ...nothing, confirmed: [one], leaderAddress: other })).toHaveLength(1);
  });
});

/** Caller whose server answers every request with this `data`. */
function answering(data: unknown) {
  const answer: Pick<VaultAnswer, 'json' | 'text'> = { json: () => ({ data }), text: 'some' };
  const client: Pick<VaultClient, 'send'> = { send: () => Promise.resolve(answer as VaultAnswer) };
  return { client: client as VaultClient, repeatable: true };
}

describe('answers of raft', () => {
  it('are read as the server gives them', async () => {
    const config = { servers: [{ node_id: 'n1', address: '127.0.0.1:8201', leader: true, voter: true }] };
    expect(await raftConfiguration(answering({ config, index: 9 }))).toEqual([
      { nodeId: 'n1', address: '127.0.0.1:8201', leader: true, voter: true },
    ]);
    const said = answering({
      healthy: true,
      failure_tolerance: 1,
      leader: 'n1',
      servers: {
        n1: { healthy: true, status: 'leader', last_contact: '0s' },
        n2: { healthy: false, status: 'non-voter', last_contact: '1.5s' },
      },
    });
    const { state, nodes } = autopilotOf(await autopilotState(said));
    expect(state).toEqual({ healthy: true, failureTolerance: 1 });
    expect([...nodes]).toEqual([
      ['n1', { healthy: true, voter: true, lastContactMs: 0 }],
      ['n2', { healthy: false, voter: false, lastContactMs: 1500 }],
    ]);
  });

  it.each([null, 7, 'text', [], { config: { servers: 'none' } }, { servers: [1] }])(
    'of another form (%j) are none',
    async (data) => {
      expect(await raftConfiguration(answering(data))).toEqual([]);
      expect(autopilotOf(await autopilotState(answering(data))).state).toEqual({
        healthy: false,
        failureTolerance: 0,
      });
    },
  );

  it.each([
    ['0s', 0],
    ['12.3ms', 12.3],
    ['1m2.5s', 62_500],
    ['45µs', 0.045],
    ['', 0],
  ])('duration %s', (text, ms) => {
    expect(durationMs(text)).toBeCloseTo(ms, 6);
  });
});
