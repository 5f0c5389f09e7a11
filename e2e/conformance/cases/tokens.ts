/** "Token operations": look up, renew and revoke, by the token presented, by value and by accessor. */
import { byRoot, many, one } from '../case.ts';
import type { Case } from '../case.ts';
import type { Client, Scene } from '../scene.ts';

const wrapping = { wrap_info: { token: '(some string)', ttl: 'about 2 min' } };
const unknown = 'hvs.not-a-token-of-this-server';
const described = { data: { policies: ['default'], display_name: 'token-conformance', num_uses: 0 } };
const renewed = { lease_duration: 'about 30 min', warnings: [] };
const hour = { lease_duration: 'about 60 min', warnings: [] };

async function own(s: Scene, options: Readonly<Record<string, unknown>> = {}): Promise<Client> {
  return s.client({ token: (await s.token(options)).token });
}

const lookUps: readonly Case[] = [
  one('lookup', 'self', async (s) => (await own(s)).lookup(), {
    sends: 'GET /v1/auth/token/lookup-self as token 1 → 200',
    gives: described,
  }),
  one('lookup', 'self, wrapped', async (s) => (await own(s)).lookup(undefined, false, 120), {
    sends: 'GET /v1/auth/token/lookup-self as token 1 wrapped 120 → 200',
    gives: wrapping,
  }),
  byRoot('lookup', 'by value', async (c, s) => c.lookup((await s.token()).token), {
    sends: 'POST /v1/auth/token/lookup as root {"token":"token 1"} → 200',
    gives: described,
  }),
  byRoot('lookup', 'by value, wrapped', async (c, s) => c.lookup((await s.token()).token, false, 120), {
    sends: 'POST /v1/auth/token/lookup as root wrapped 120 {"token":"token 1"} → 200',
    gives: wrapping,
  }),
  byRoot('lookup', 'by accessor', async (c, s) => c.lookup((await s.token()).accessor, true), {
    sends: 'POST /v1/auth/token/lookup-accessor as root {"accessor":"accessor 1"} → 200',
    gives: { data: { ...described.data, id: '(empty)' } },
  }),
  byRoot('lookup', 'by accessor, wrapped', async (c, s) => c.lookup((await s.token()).accessor, true, '2m'), {
    sends: 'POST /v1/auth/token/lookup-accessor as root wrapped 2m {"accessor":"accessor 1"} → 200',
    gives: wrapping,
  }),
  byRoot('lookup', 'root token', (c) => c.lookup(), {
    sends: 'GET /v1/auth/token/lookup-self as root → 200',
    gives: { data: { policies: ['root'], ttl: '0 s', expire_time: '(null)' } },
  }),
  byRoot('lookup', 'unknown value', (c) => c.lookup(unknown), {
    sends: `POST /v1/auth/token/lookup as root {"token":"${unknown}"} → 403`,
    fails: 'forbidden',
  }),
  byRoot('lookup', 'unknown accessor', (c) => c.lookup('not-an-accessor', true), {
    sends: 'POST /v1/auth/token/lookup-accessor as root {"accessor":"not-an-accessor"} → 400',
    fails: 'invalid-request',
  }),
  byRoot('lookup', 'a token as accessor', async (c, s) => c.lookup((await s.token()).token, true), {
    sends: 'POST /v1/auth/token/lookup-accessor as root {"accessor":"token 1"} → 400',
    fails: 'invalid-request',
    instead: {
      sends: [],
      fails: 'invalid-request',
      why: 'A token goes only where it is meant to: in the field of an accessor it is a slip, and is not sent.',
    },
  }),
  one(
    'lookup',
    'not permitted by value',
    async (s) => {
      const token = await s.tokenThatMay();
      return (await s.client({ token })).lookup((await s.token()).token);
    },
    { sends: 'POST /v1/auth/token/lookup as token 1 {"token":"token 2"} → 403', fails: 'forbidden' },
  ),
  many(
    'lookup',
    'a limited token until it is used up',
    async (s) => {
      const { token } = await s.token({ num_uses: 2 });
      const c = await s.outside({ token });
      return [await c.isAuthenticated(), await c.lookup(), await c.lookup()];
    },
    { sends: 'GET /v1/auth/token/lookup-self as token 1 → 200', gives: true },
    { sends: 'GET /v1/auth/token/lookup-self as token 1 → 200', gives: { data: { num_uses: -1 } } },
    { sends: 'GET /v1/auth/token/lookup-self as token 1 → 403', fails: 'forbidden' },
  ),
];

const renewals: readonly Case[] = [
  byRoot('renew', 'with an increment', async (c, s) => c.renew((await s.token()).token, 1800), {
    sends: 'POST /v1/auth/token/renew as root {"increment":1800,"token":"token 1"} → 200',
    gives: renewed,
  }),
  byRoot('renew', 'with an increment as text', async (c, s) => c.renew((await s.token()).token, '30m'), {
    sends: 'POST /v1/auth/token/renew as root {"increment":"30m","token":"token 1"} → 200',
    gives: { auth: { lease_duration: 'about 30 min' } },
  }),
  byRoot('renew', 'with null', async (c, s) => c.renew((await s.token()).token, null), {
    sends: 'POST /v1/auth/token/renew as root {"increment":null,"token":"token 1"} → 200',
    gives: hour,
  }),
  byRoot('renew', 'wrapped', async (c, s) => c.renew((await s.token()).token, 1800, 120), {
    sends: 'POST /v1/auth/token/renew as root wrapped 120 {"increment":1800,"token":"token 1"} → 200',
    gives: wrapping,
  }),
  byRoot(
    'renew',
    'more than the maximum',
    async (c, s) => c.renew((await s.token({ explicit_max_ttl: '2h' })).token, 315_360_000),
    {
      sends: 'POST /v1/auth/token/renew as root {"increment":315360000,"token":"token 1"} → 200',
      gives: { lease_duration: 'about 120 min' },
    },
  ),
  byRoot('renew', 'increment 0', async (c, s) => c.renew((await s.token()).token, 0), {
    sends: 'POST /v1/auth/token/renew as root {"increment":0,"token":"token 1"} → 200',
    gives: hour,
  }),
  byRoot('renew', 'negative increment', async (c, s) => c.renew((await s.token()).token, -5), {
    sends: 'POST /v1/auth/token/renew as root {"increment":-5,"token":"token 1"} → 400',
    fails: 'invalid-request',
  }),
  byRoot(
    'renew',
    'a token that cannot be renewed',
    async (c, s) => c.renew((await s.token({ renewable: false })).token, null),
    {
      sends: 'POST /v1/auth/token/renew as root {"increment":null,"token":"token 1"} → 400',
      fails: 'invalid-request',
    },
  ),
  byRoot('renew', 'the root token', (c, s) => c.renew(s.root, null), {
    sends: 'POST /v1/auth/token/renew as root {"increment":null,"token":"root"} → 400',
    fails: 'invalid-request',
  }),
  byRoot('renew', 'an unknown token', (c) => c.renew(unknown, null), {
    sends: `POST /v1/auth/token/renew as root {"increment":null,"token":"${unknown}"} → 400`,
    fails: 'invalid-request',
  }),
  one('renew-self', 'with an increment', async (s) => (await own(s)).renewSelf(1800), {
    sends: 'POST /v1/auth/token/renew-self as token 1 {"increment":1800} → 200',
    gives: renewed,
  }),
  one('renew-self', 'with null, wrapped', async (s) => (await own(s)).renewSelf(null, 120), {
    sends: 'POST /v1/auth/token/renew-self as token 1 wrapped 120 {"increment":null} → 200',
    gives: wrapping,
  }),
  one('renew-self', 'with null', async (s) => (await own(s)).renewSelf(null), {
    sends: 'POST /v1/auth/token/renew-self as token 1 {"increment":null} → 200',
    gives: hour,
  }),
  one('renew-self', 'a batch token', async (s) => (await own(s, { type: 'batch' })).renewSelf(null), {
    sends: 'POST /v1/auth/token/renew-self as token 1 {"increment":null} → 400',
    fails: 'invalid-request',
  }),
];

const lookUp = (as: string, status: number) =>
  `POST /v1/auth/token/lookup as root {"token":"${as}"} → ${String(status)}`;

const knownFirst =
  'The server says that it has revoked what it never knew; a person is told that nothing was there to revoke.';

const revocations: readonly Case[] = [
  many(
    'revoke',
    'by value: its child goes too',
    async (s) => {
      const { parent, child } = await s.family();
      const c = await s.client();
      return [await c.revoke(parent), await c.lookup(parent), await c.lookup(child)];
    },
    { sends: 'POST /v1/auth/token/revoke as root {"token":"token 1"} → 204', gives: null },
    { sends: lookUp('token 1', 403), fails: 'forbidden' },
    { sends: lookUp('child', 403), fails: 'forbidden' },
  ),
  many(
    'revoke',
    'orphan: its child lives on',
    async (s) => {
      const { parent, child } = await s.family();
      const c = await s.client();
      return [await c.revoke(parent, true), await c.lookup(parent), await c.lookup(child)];
    },
    { sends: 'POST /v1/auth/token/revoke-orphan as root {"token":"token 1"} → 204', gives: null },
    { sends: lookUp('token 1', 403), fails: 'forbidden' },
    { sends: lookUp('child', 200), gives: { data: { orphan: true } } },
  ),
  many(
    'revoke',
    'by accessor',
    async (s) => {
      const { token, accessor } = await s.token();
      const c = await s.client();
      return [await c.revoke(accessor, false, true), await c.lookup(token)];
    },
    { sends: 'POST /v1/auth/token/revoke-accessor as root {"accessor":"accessor 1"} → 204', gives: null },
    { sends: lookUp('token 1', 403), fails: 'forbidden' },
  ),
  many(
    'revoke',
    'orphan and accessor together',
    async (s) => {
      const { token, accessor } = await s.token();
      const c = await s.client();
      return [await c.revoke(accessor, true, true), await c.lookup(token)];
    },
    // Rule 2: an invalid request. Neither client sends it.
    { sends: [], fails: 'invalid-request' },
    { sends: lookUp('token 1', 200), gives: described },
  ),
  byRoot('revoke', 'an unknown token', (c) => c.revoke(unknown), {
    sends: `POST /v1/auth/token/revoke as root {"token":"${unknown}"} → 204`,
    gives: null,
    instead: { sends: [], fails: 'forbidden', why: knownFirst },
  }),
  byRoot('revoke', 'an unknown accessor', (c) => c.revoke('not-an-accessor', false, true), {
    sends: 'POST /v1/auth/token/revoke-accessor as root {"accessor":"not-an-accessor"} → 200',
    gives: null,
    instead: { sends: [], fails: 'invalid-request', why: knownFirst },
  }),
  byRoot('revoke', 'a batch token', async (c, s) => c.revoke((await s.token({ type: 'batch' })).token), {
    sends: 'POST /v1/auth/token/revoke as root {"token":"token 1"} → 400',
    fails: 'invalid-request',
    instead: {
      sends: [],
      fails: 'invalid-request',
      why: 'The look-up that says whose token it is also says that it is a batch token, which no server revokes.',
    },
  }),
  many(
    'revoke-self',
    'then nothing works',
    async (s) => {
      const c = await own(s);
      return [await c.revokeSelf(), await c.isAuthenticated(), await c.lookup()];
    },
    { sends: 'POST /v1/auth/token/revoke-self as token 1 → 204', gives: null },
    { sends: 'GET /v1/auth/token/lookup-self as token 1 → 403', gives: false },
    { sends: 'GET /v1/auth/token/lookup-self as token 1 → 403', fails: 'forbidden' },
  ),
];

export const tokenCases: readonly Case[] = [...lookUps, ...renewals, ...revocations];
