/** "System operations": a pending root generation, from start to end. */
import { at } from '../../servers/index.ts';
import { many, one } from '../case.ts';
import type { Case } from '../case.ts';
import { alreadyBegun, alsoNewer, another, shareTo, unseen, withNonce } from './under-way.ts';

const atBoth: readonly Case[] = [
  one(
    'root-generation',
    'begun',
    async (s) => (await s.keyHolder(await s.keyed())).beginCeremony('generate-root'),
    {
      sends: 'PUT /v1/sys/generate-root/attempt {} → 200',
      gives: { phase: 'shares', given: 0, needed: 3 },
    },
  ),
  one(
    'root-generation',
    'begun while one is under way',
    async (s) => (await s.underWay('generate-root')).client.beginCeremony('generate-root'),
    {
      sends: 'PUT /v1/sys/generate-root/attempt {} → 400',
      fails: 'invalid-request',
      instead: { sends: [], fails: 'invalid-request', why: alreadyBegun },
    },
  ),
  one(
    'root-generation',
    'progress half-way',
    async (s) => (await s.underWay('generate-root', { given: 2 })).client.ceremonyProgress('generate-root'),
    {
      sends: 'GET /v1/sys/generate-root/attempt → 200',
      gives: { phase: 'shares', given: 2, needed: 3 },
    },
  ),
  one('root-generation', 'a share', shareTo('generate-root', 1), {
    sends: 'PUT /v1/sys/generate-root/update {"key":"share 2","nonce":"nonce 1"} → 200',
    gives: { complete: false, given: 2, needed: 3 },
  }),
  one(
    'root-generation',
    'a share for another nonce',
    async (s) => {
      const { server, client } = await s.underWay('generate-root');
      return client.giveShare('generate-root', server.shares[0] ?? '', another);
    },
    {
      sends: `PUT /v1/sys/generate-root/update {"key":"share 1","nonce":"${another}"} → 400`,
      fails: 'invalid-request',
      instead: { sends: [], fails: 'invalid-request', why: unseen },
    },
  ),
  many(
    'root-generation',
    'from start to end, the token decoded and used',
    async (s) => {
      const server = await s.keyed();
      const client = await s.keyHolder(server);
      const begun = await client.beginCeremony('generate-root');
      if (!begun.outcome.ok) return [begun];
      const steps = [begun];
      const nonce = await server.nonce('generate-root');
      for (const share of server.shares.slice(0, 3))
        steps.push(await client.giveShare('generate-root', share, nonce));
      const last = steps.at(-1)?.outcome;
      const token = String(last?.ok === true ? at(last.value, 'token') : '');
      s.names.call(token, 'decoded token', 'alone');
      return [...steps, await (await s.at(server.place, 'logged-in', { token })).lookup()];
    },
    {
      sends: 'PUT /v1/sys/generate-root/attempt {} → 200',
      gives: { phase: 'shares', given: 0, needed: 3 },
    },
    ...[1, 2].map((count) => ({
      sends: `PUT /v1/sys/generate-root/update {"key":"share ${String(count)}","nonce":"nonce 1"} → 200`,
      gives: { complete: false, given: count, needed: 3 },
    })),
    {
      sends: 'PUT /v1/sys/generate-root/update {"key":"share 3","nonce":"nonce 1"} → 200',
      gives: { complete: true, token: '(some string)' },
    },
    {
      sends: 'GET /v1/auth/token/lookup-self as decoded token → 200',
      gives: { data: { policies: ['root'], path: 'auth/token/root', ttl: '0 s' } },
    },
  ),
  one(
    'root-generation',
    'cancelled',
    async (s) => {
      const { client, nonce } = await s.underWay('generate-root', { given: 1 });
      return client.cancelCeremony('generate-root', nonce);
    },
    {
      sends: 'DELETE /v1/sys/generate-root/attempt → 204',
      gives: null,
      instead: {
        sends: 'DELETE /v1/sys/generate-root/attempt {"nonce":"nonce 1"} → 204',
        gives: { phase: 'idle', given: 0, needed: 3 },
        why: withNonce,
      },
    },
  ),
];

export const rootGenerationCases: readonly Case[] = atBoth.map(alsoNewer);
