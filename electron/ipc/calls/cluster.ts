/** `cluster.*`: every node of a cluster at a glance. Works without a login. */
import * as z from 'zod/mini';
import type { ClusterNews } from '../../../shared/vault/cluster.ts';
import { aPlace } from '../about.ts';
import { call } from '../call.ts';
import { id } from './fields.ts';
import { where } from './service-fields.ts';

/** Faster would be a load on the servers that nobody sees a use of. */
const FASTEST_MS = 200;
const SLOWEST_MS = 60_000;

export const clusterCalls = [
  call('cluster.watch', {
    input: z.strictObject({
      where,
      watchId: id,
      everyMs: z.union([z.literal(0), z.int().check(z.gte(FASTEST_MS), z.lte(SLOWEST_MS))]),
    }),
    effect: 'read',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-passphrase', 'enter-fields', 'confirm-trust'],
    run: async (place, { watchId, everyMs }, { services, signal }) => {
      const { unauthenticated, clusters, emit } = services;
      // The first contact with a server is a person's to confirm; a session's was.
      if (!('sessionId' in place)) await unauthenticated.at(place, () => Promise.resolve(), { signal });
      const onNews = (news: ClusterNews): void => emit('cluster.seen', { watchId, ...news });
      await clusters.watch(place, { everyMs, onNews, signal });
      return {};
    },
  }),
] as const;
