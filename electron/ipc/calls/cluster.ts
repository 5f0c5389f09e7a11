/** `cluster.*`: every node of a cluster at a glance. Works without a login. */
import * as z from 'zod/mini';
import type { ClusterNews } from '../../../shared/vault/cluster.ts';
import { systemPanels } from '../../../shared/vault/system.ts';
import { actOnCluster, keyRotation, setKeyRotation } from '../../core/cluster/actions.ts';
import { readPanel } from '../../core/cluster/panels.ts';
import { change, read, readOfPlace, write } from '../presets.ts';
import { id, originText } from './fields.ts';

/** A shorter interval would load the servers without a visible use. */
const FASTEST_MS = 200;
const SLOWEST_MS = 60_000;
/** A hundred years. */
const MOST_SECONDS = 3_155_760_000;

export const clusterCalls = [
  readOfPlace(
    'cluster.watch',
    { watchId: id, everyMs: z.union([z.literal(0), z.int().check(z.gte(FASTEST_MS), z.lte(SLOWEST_MS))]) },
    async (place, { watchId, everyMs }, { services, signal }) => {
      const { unauthenticated, clusters, emit } = services;
      // The user confirms the first contact with a server; a session's was confirmed.
      if (!('sessionId' in place)) await unauthenticated.at(place, () => Promise.resolve(), { signal });
      const onNews = (news: ClusterNews): void => emit('cluster.seen', { watchId, ...news });
      await clusters.watch(place, { everyMs, onNews, signal });
      return {};
    },
  ),
  readOfPlace('cluster.panel', { panel: z.enum(systemPanels) }, (place, { panel }, { services, signal }) =>
    // Each node has a seal of its own.
    services.clusters.at(place, (at) => readPanel(at, panel), { isAboutOwn: panel === 'seal', signal }),
  ),
  write('cluster.rotate', 'Rotate the encryption key', {}, (session, _input, { signal }) =>
    actOnCluster(session, 'rotate', signal),
  ),
  read('cluster.rotation', {}, (session, _input, { signal }) => keyRotation(session, signal)),
  write(
    'cluster.setRotation',
    'Change automatic rotation',
    {
      enabled: z.boolean(),
      intervalSeconds: z.int().check(z.gte(0), z.lte(MOST_SECONDS)),
      maxOperations: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
    },
    (session, { enabled, intervalSeconds, maxOperations }, { signal }) =>
      setKeyRotation(session, { enabled, intervalSeconds, maxOperations }, signal),
  ),
  write('cluster.seal', 'Seal the node', {}, (session, _input, { signal }) =>
    actOnCluster(session, 'seal', signal),
  ),
  write('cluster.stepDown', 'Step down', {}, (session, _input, { signal }) =>
    actOnCluster(session, 'step-down', signal),
  ),
  change(
    'cluster.forgetNode',
    { says: 'Forget the node', costs: 'gesture', asks: 'nothing' },
    { address: originText },
    async (_session, { sessionId, address }, { services: { sessions, clusters } }) => {
      if (sessions.get(sessionId).client.options.confirmedOrigins.includes(address))
        await sessions.forgetOrigin(sessionId, address);
      clusters.forgetNode({ sessionId }, address);
      return {};
    },
  ),
] as const;
