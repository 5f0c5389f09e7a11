/** "System operations": policies, listed, written and deleted; reading one is among the server's state. */
import { byRoot, one } from '../case.ts';
import type { Case } from '../case.ts';

const reads = 'path "secret/*" { capabilities = ["read"] }';
const lists = 'path "secret/*" { capabilities = ["list"] }';
const inBody = (text: string): string => JSON.stringify({ policy: text });

export const policyCases: readonly Case[] = [
  byRoot(
    'policy-list',
    'those that there are',
    async (c, s) => {
      const name = await s.ownPolicy(reads);
      return c.policies([name, 'default', 'root', 'no-such-policy']);
    },
    { sends: 'GET /v1/sys/policies/acl?list=true as root → 200', gives: ['own policy', 'default', 'root'] },
  ),
  one(
    'policy-list',
    'in data.policies, where no other place may be listed',
    async (s) => {
      const token = await s.tokenThatMay('path "sys/policy" { capabilities = ["read"] }');
      return (await s.client({ token })).policies(['default', 'root'], 'older');
    },
    { sends: 'GET /v1/sys/policy as token 1 → 200', gives: ['default', 'root'] },
  ),
  one('policy-list', 'not permitted', async (s) => (await s.ordinary()).policies(['default']), {
    sends: 'GET /v1/sys/policies/acl?list=true as token 1 → 403',
    fails: 'forbidden',
  }),
  byRoot('policy-write', 'new', async (c, s) => c.writePolicy(await s.ownPolicy(), reads, null), {
    sends: `PUT /v1/sys/policies/acl/own policy as root ${inBody(reads)} → 204`,
    gives: null,
  }),
  byRoot(
    'policy-write',
    'in place of another',
    async (c, s) => c.writePolicy(await s.ownPolicy(reads), lists, reads),
    {
      sends: `PUT /v1/sys/policies/acl/own policy as root ${inBody(lists)} → 204`,
      gives: null,
    },
  ),
  byRoot(
    'policy-write',
    'what the server cannot parse',
    async (c, s) => c.writePolicy(await s.ownPolicy(), 'path "', null),
    {
      sends: `PUT /v1/sys/policies/acl/own policy as root ${inBody('path "')} → 400`,
      fails: 'invalid-request',
    },
  ),
  one(
    'policy-write',
    'not permitted',
    async (s) => (await s.ordinary()).writePolicy(await s.ownPolicy(), reads, null),
    {
      sends: `PUT /v1/sys/policies/acl/own policy as token 1 ${inBody(reads)} → 403`,
      fails: 'forbidden',
    },
  ),
  byRoot(
    'policy-write',
    'over what somebody else has saved',
    async (c, s) => c.writePolicy(await s.ownPolicy(lists), reads, 'path "older" {}'),
    {
      sends: `PUT /v1/sys/policies/acl/own policy as root ${inBody(reads)} → 204`,
      gives: null,
      instead: {
        sends: [],
        fails: 'invalid-request',
        why: 'A person has not seen what would be replaced: it is refused before it is sent, and shown.',
      },
    },
  ),
  byRoot('policy-delete', 'known', async (c, s) => c.deletePolicy(await s.ownPolicy(reads)), {
    sends: 'DELETE /v1/sys/policies/acl/own policy as root → 204',
    gives: null,
  }),
  byRoot('policy-delete', 'unknown', async (c, s) => c.deletePolicy(await s.ownPolicy()), {
    sends: 'DELETE /v1/sys/policies/acl/own policy as root → 204',
    gives: null,
  }),
  one(
    'policy-delete',
    'not permitted',
    async (s) => (await s.ordinary()).deletePolicy(await s.ownPolicy(reads)),
    {
      sends: 'DELETE /v1/sys/policies/acl/own policy as token 1 → 403',
      fails: 'forbidden',
    },
  ),
  byRoot('policy-delete', 'the server’s own', (c) => c.deletePolicy('default'), {
    sends: 'DELETE /v1/sys/policies/acl/default as root → 400',
    fails: 'invalid-request',
    instead: {
      sends: [],
      fails: 'invalid-request',
      why: 'The server refuses it, always: that is said before a person types the name and anything is sent.',
    },
  }),
];
