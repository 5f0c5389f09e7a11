/**
 * Servers of the faults that befall a whole server: all cells of such a fault meet it in the same moment, on one
 * server, which is mended once all their jobs have ended.
 */
import { makeTestApp } from '../../electron/ipc/calls/services.fixture.ts';
import { ask, at, health, must, newKvMount, startRaftCluster, until } from '../servers/index.ts';
import type { KvMount, RaftCluster, RaftNode, Reachable } from '../servers/index.ts';
import { unseal } from '../servers/seals.ts';
import type { Ground } from './scene.ts';

/** The ground of one of the cells that share a server. */
export interface Party {
  readonly ground: Ground;
  /** The cell has ended: nobody waits for it any more. */
  readonly leave: () => void;
}

export interface OwnServer {
  readonly join: () => Party;
  readonly stop: () => Promise<void>;
}

/** A point that so many come to, or leave before; then `work` is done once, and all go on. */
function meeting(count: number, work: () => Promise<void>) {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let here = 0;
  const arrive = (): void => {
    here++;
    if (here === count) work().then(() => resolve(undefined), reject);
  };
  return (): { readonly come: () => Promise<void>; readonly leave: () => void } => {
    let isHere = false;
    const once = (): void => {
      if (!isHere) arrive();
      isHere = true;
    };
    return {
      come: async () => {
        once();
        await promise;
      },
      leave: once,
    };
  };
}

type Place = Pick<Ground, 'server' | 'leader' | 'from' | 'to' | 'v1'>;

function shared(
  count: number,
  place: Place,
  { breaks, mends }: { readonly breaks: () => Promise<void>; readonly mends: () => Promise<void> },
): OwnServer['join'] {
  const [breaking, mending] = [meeting(count, breaks), meeting(count, mends)];
  return () => {
    const [toBreak, toMend] = [breaking(), mending()];
    return {
      ground: {
        ...place,
        newApp: makeTestApp,
        break: toBreak.come,
        mend: async () => {
          // A job that has ended before its fault is waited for by nobody.
          toBreak.leave();
          await toMend.come();
        },
      },
      leave: () => {
        toBreak.leave();
        toMend.leave();
      },
    };
  };
}

/** New mounts for the cells of a server. */
export async function mountsOf(
  server: Reachable,
): Promise<{ readonly from: KvMount; readonly to: KvMount; readonly v1: KvMount }> {
  return {
    from: await newKvMount(server, 2),
    to: await newKvMount(server, 2),
    v1: await newKvMount(server, 1),
  };
}

async function untilUsable(server: Reachable, { from, to }: Pick<Place, 'from' | 'to'>): Promise<void> {
  for (const { path } of [from, to])
    await until(async () => (await ask(server, 'GET', `${path}config`)).status === 200);
}

/** One node on disk, for `count` cells: it is sealed, or killed and started again. */
export async function startOwnServer(count: number, how: 'sealed' | 'killed'): Promise<OwnServer> {
  const { nodes, shares, rootToken, stop } = await startRaftCluster({ nodes: 1 });
  const node = nodes[0] as RaftNode;
  const server = { address: node.address, rootToken };
  const mounts = await mountsOf(server);
  const join = shared(
    count,
    { server, ...mounts },
    {
      breaks: async () => {
        if (how === 'killed') await node.stop();
        else await must(server, 'PUT', 'sys/seal');
      },
      mends: async () => {
        // Sealing has ended a node, too, once in ten runs on a busy machine.
        const isUp = await health(node).then(
          (answer) => answer !== undefined,
          () => false,
        );
        if (!isUp) await node.stop().then(node.restart);
        await unseal(server, shares);
        await untilUsable(server, mounts);
      },
    },
  );
  return { join, stop };
}

const leads = async (node: RaftNode): Promise<boolean> => at(await health(node), 'standby') === false;

async function leaderOf({ nodes }: RaftCluster): Promise<RaftNode | undefined> {
  for (const node of nodes) if (await leads(node)) return node;
  return undefined;
}

/** Three nodes, for `count` cells: the apps use a standby, and the leader is killed. */
export async function startOwnCluster(count: number): Promise<OwnServer> {
  const cluster = await startRaftCluster({ voters: true });
  const { rootToken, shares, stop } = cluster;
  const door = cluster.standbys[0] as RaftNode;
  const server = { address: door.address, rootToken };
  const mounts = await mountsOf(server);
  const leader = async (): Promise<Reachable> => ({
    address: (await leaderOf(cluster))?.address ?? door.address,
    rootToken,
  });
  let killed: RaftNode | undefined;
  const join = shared(
    count,
    { server, leader, ...mounts },
    {
      breaks: async () => {
        killed = await leaderOf(cluster);
        await killed?.stop();
      },
      mends: async () => {
        await until(async () => (await leaderOf(cluster)) !== undefined);
        await killed?.restart();
        if (killed !== undefined) await unseal(killed, shares);
        await untilUsable(server, mounts);
      },
    },
  );
  return { join, stop };
}
