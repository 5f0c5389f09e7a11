/** "System operations": a pending rekey, from start to end. */
import { many, one } from '../case.ts';
import type { Case, Expected } from '../case.ts';
import type { Scene, Step } from '../scene.ts';
import { alreadyBegun, alsoNewer, another, shareTo, unseen, withNonce } from './under-way.ts';

const numbers = { shares: 3, threshold: 2, verify: true };
const asNumbers = '{"require_verification":true,"secret_shares":3,"secret_threshold":2}';
const noNonce =
  'Vault 1.21 cancels a ceremony younger than ten minutes for nobody who does not know its nonce; hvac 0.11 does not send it.';

const rekeyWhole: Expected[] = [
  {
    sends:
      'PUT /v1/sys/rekey/init {"require_verification":true,"secret_shares":5,"secret_threshold":3} → 200',
    gives: { phase: 'shares', given: 0, needed: 3, shares: 5, threshold: 3, verifies: true },
  },
  ...[1, 2].map((count) => ({
    sends: `PUT /v1/sys/rekey/update {"key":"share ${String(count)}","nonce":"nonce 1"} → 200`,
    gives: { complete: false, given: count, needed: 3 },
  })),
  {
    sends: 'PUT /v1/sys/rekey/update {"key":"share 3","nonce":"nonce 1"} → 200',
    gives: { complete: true, newShares: 5 },
  },
  {
    sends: 'GET /v1/sys/rekey/verify → 200',
    gives: { phase: 'verification', given: 0, needed: 3, shares: 5, threshold: 3 },
  },
  ...[1, 2].map((count) => ({
    sends: `PUT /v1/sys/rekey/verify {"key":"new share ${String(count)}","nonce":"nonce 2"} → 200`,
    gives: { complete: false, given: count, needed: 3 },
  })),
  {
    sends: 'PUT /v1/sys/rekey/verify {"key":"new share 3","nonce":"nonce 2"} → 200',
    gives: { complete: true },
  },
];

async function wholeRekey(s: Scene): Promise<readonly Step[]> {
  const server = await s.keyed();
  const client = await s.keyHolder(server);
  const begun = await client.beginCeremony('rekey', { shares: 5, threshold: 3, verify: true });
  if (!begun.outcome.ok) return [begun];
  const steps = [begun];
  const nonce = await server.nonce('rekey');
  for (const share of server.shares.slice(0, 3)) steps.push(await client.giveShare('rekey', share, nonce));
  const fresh = server.newShares();
  const verification = await server.nonce('rekey', 'verification');
  steps.push(await client.ceremonyProgress('rekey', 'verification'));
  for (const share of fresh.slice(0, 3))
    steps.push(await client.giveShare('rekey', share, verification, 'verification'));
  server.replaceShares(fresh);
  return steps;
}

/** A rekey whose new shares await verification. */
async function verifying(s: Scene) {
  const { server, client, nonce } = await s.underWay('rekey', { numbers });
  for (const share of server.shares.slice(0, 3)) await client.giveShare('rekey', share, nonce);
  const verification = await server.nonce('rekey', 'verification');
  return { client, nonce, verification };
}

const atBoth: readonly Case[] = [
  one('rekey', 'begun', async (s) => (await s.keyHolder(await s.keyed())).beginCeremony('rekey', numbers), {
    sends: `PUT /v1/sys/rekey/init ${asNumbers} → 200`,
    gives: { phase: 'shares', given: 0, needed: 3, shares: 3, threshold: 2, verifies: true },
  }),
  one(
    'rekey',
    'begun while one is under way',
    async (s) => (await s.underWay('rekey')).client.beginCeremony('rekey', numbers),
    {
      sends: `PUT /v1/sys/rekey/init ${asNumbers} → 400`,
      fails: 'invalid-request',
      instead: { sends: [], fails: 'invalid-request', why: alreadyBegun },
    },
  ),
  one(
    'rekey',
    'a threshold above the number of shares',
    async (s) => {
      const client = await s.keyHolder(await s.keyed());
      return client.beginCeremony('rekey', { shares: 2, threshold: 3, verify: false });
    },
    {
      sends:
        'PUT /v1/sys/rekey/init {"require_verification":false,"secret_shares":2,"secret_threshold":3} → 400',
      fails: 'invalid-request',
      instead: {
        sends: [],
        fails: 'invalid-request',
        why: 'Numbers that no server takes are refused in the form, before anything is sent.',
      },
    },
  ),
  one(
    'rekey',
    'progress half-way',
    async (s) => (await s.underWay('rekey', { given: 2, numbers })).client.ceremonyProgress('rekey'),
    {
      sends: 'GET /v1/sys/rekey/init → 200',
      gives: { phase: 'shares', given: 2, needed: 3, shares: 3, threshold: 2, verifies: true },
    },
  ),
  one('rekey', 'a share', shareTo('rekey', 1), {
    sends: 'PUT /v1/sys/rekey/update {"key":"share 2","nonce":"nonce 1"} → 200',
    gives: { complete: false, given: 2, needed: 3 },
  }),
  one(
    'rekey',
    'the same share twice',
    async (s) => {
      const { server, client, nonce } = await s.underWay('rekey', { given: 1 });
      return client.giveShare('rekey', server.shares[0] ?? '', nonce);
    },
    {
      sends: 'PUT /v1/sys/rekey/update {"key":"share 1","nonce":"nonce 1"} → 400',
      fails: 'invalid-request',
    },
  ),
  one(
    'rekey',
    'what is no share',
    async (s) => {
      const { client, nonce } = await s.underWay('rekey');
      return client.giveShare('rekey', 'not a share!', nonce);
    },
    {
      sends: 'PUT /v1/sys/rekey/update {"key":"not a share!","nonce":"nonce 1"} → 400',
      fails: 'invalid-request',
      instead: {
        sends: [],
        fails: 'invalid-request',
        why: 'A text that is neither hex nor base64 is asked for again before it is sent.',
      },
    },
  ),
  one(
    'rekey',
    'a share for another nonce',
    async (s) => {
      const { server, client } = await s.underWay('rekey');
      return client.giveShare('rekey', server.shares[0] ?? '', another);
    },
    {
      sends: `PUT /v1/sys/rekey/update {"key":"share 1","nonce":"${another}"} → 400`,
      fails: 'invalid-request',
      instead: { sends: [], fails: 'invalid-request', why: unseen },
    },
  ),
  many('rekey', 'from start to end, with verification', wholeRekey, ...rekeyWhole),
  one(
    'rekey',
    'verification begun anew',
    async (s) => {
      const { client, verification } = await verifying(s);
      return client.cancelCeremony('rekey', verification, 'verification');
    },
    {
      sends: 'DELETE /v1/sys/rekey/verify → 200',
      gives: null,
      instead: {
        sends: 'DELETE /v1/sys/rekey/verify {"nonce":"nonce 2"} → 200',
        gives: { phase: 'verification', given: 0, needed: 2 },
        why: withNonce,
      },
    },
  ),
  one(
    'rekey',
    'cancelled',
    async (s) => {
      const { client, nonce } = await s.underWay('rekey', { given: 1 });
      return client.cancelCeremony('rekey', nonce);
    },
    {
      sends: 'DELETE /v1/sys/rekey/init → 400',
      fails: 'invalid-request',
      instead: {
        sends: 'DELETE /v1/sys/rekey/init {"nonce":"nonce 1"} → 204',
        gives: { phase: 'idle', given: 0, needed: 3 },
        why: noNonce,
      },
    },
  ),
  one(
    'rekey',
    'of recovery keys, where there are none',
    async (s) => (await s.keyHolder(await s.keyed())).ceremonyProgress('recovery-rekey'),
    {
      sends: 'GET /v1/sys/rekey-recovery-key/init → 400',
      fails: 'invalid-request',
      instead: {
        sends: 'GET /v1/sys/rekey-recovery-key/init → 400',
        fails: 'not-offered',
        why: 'A server that is unsealed by shares has no recovery keys: that is no fault of the request.',
      },
    },
  ),
  many(
    'rekey',
    'of recovery keys, from start to end',
    async (s) => {
      const server = await s.keyed('recovery');
      const client = await s.keyHolder(server);
      const begun = await client.beginCeremony('recovery-rekey', { shares: 3, threshold: 2, verify: false });
      if (!begun.outcome.ok) return [begun];
      const steps = [begun];
      const nonce = await server.nonce('recovery-rekey');
      for (const share of server.shares.slice(0, 2))
        steps.push(await client.giveShare('recovery-rekey', share, nonce));
      server.replaceShares(server.newShares());
      steps.push(await client.ceremonyProgress('recovery-rekey'));
      return steps;
    },
    {
      sends:
        'PUT /v1/sys/rekey-recovery-key/init {"require_verification":false,"secret_shares":3,"secret_threshold":2} → 200',
      gives: { phase: 'shares', given: 0, needed: 2, shares: 3, threshold: 2, verifies: false },
    },
    {
      sends: 'PUT /v1/sys/rekey-recovery-key/update {"key":"share 1","nonce":"nonce 1"} → 200',
      gives: { complete: false, given: 1, needed: 2 },
    },
    {
      sends: 'PUT /v1/sys/rekey-recovery-key/update {"key":"share 2","nonce":"nonce 1"} → 200',
      gives: { complete: true, newShares: 3 },
    },
    {
      sends: 'GET /v1/sys/rekey-recovery-key/init → 200',
      gives: { phase: 'idle', given: 0, needed: 2 },
    },
  ),
];

export const rekeyCases: readonly Case[] = atBoth.map(alsoNewer);
