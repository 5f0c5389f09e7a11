/** "System operations", and connection options: namespace, TLS, client certificate, timeout. */
import { byRoot, one } from '../case.ts';
import type { Case, Expected } from '../case.ts';
import type { Client, Scene } from '../scene.ts';
import { namespaces } from '../stage.ts';
import { atNewer, newerOnly } from './under-way.ts';

const plainly = 'It tells everybody: no token is sent where none is needed.';
const sealed = { sealed: true, t: 3, n: 5 };
const open = { sealed: false, initialized: true };
const idle = { started: false };

/** Progress, which OpenBao reports at the newer endpoint, under `data`. */
function progress(expected: Expected): Expected {
  const { hvac, ours } = atNewer(expected);
  return { ...expected, openbao: { hvac, ours: { ...ours, gives: { data: ours.gives } }, why: newerOnly } };
}

/** Progress requested without a token: OpenBao refuses it. */
function untold(older: string, newer: string): Expected {
  return {
    sends: `GET /v1/${older} → 200`,
    gives: idle,
    openbao: {
      hvac: { sends: `GET /v1/${older} → 405`, fails: 'other' },
      ours: { sends: `GET /v1/${newer} → 403`, fails: 'forbidden' },
      why: newerOnly,
    },
  };
}

/** A client of the server with pending ceremonies: OpenBao requires a token to view them. */
function besideCeremonies(s: Scene): Promise<Client> {
  const { ceremony } = s.places;
  return s.product === 'vault'
    ? s.at(ceremony, 'outside')
    : s.at(ceremony, 'logged-in', { token: s.rootOf.ceremony });
}

const states: readonly Case[] = [
  one('seal-status', 'without a token', async (s) => (await s.outside()).sealStatus(), {
    sends: 'GET /v1/sys/seal-status → 200',
    gives: open,
  }),
  byRoot('seal-status', 'with a token', (c) => c.sealStatus(), {
    sends: 'GET /v1/sys/seal-status as root → 200',
    gives: open,
    instead: { sends: 'GET /v1/sys/seal-status → 200', gives: open, why: plainly },
  }),
  one('seal-status', 'sealed server', async (s) => (await s.at(s.places.sealed, 'outside')).sealStatus(), {
    sends: 'GET /v1/sys/seal-status → 200',
    gives: sealed,
  }),
  byRoot('key-status', 'with a token', (c) => c.keyStatus(), {
    sends: 'GET /v1/sys/key-status as root → 200',
    gives: { term: 1 },
  }),
  one('key-status', 'without a token', async (s) => (await s.outside()).keyStatus(), {
    sends: 'GET /v1/sys/key-status → 403',
    fails: 'forbidden',
  }),
  one('key-status', 'not permitted', async (s) => (await s.ordinary()).keyStatus(), {
    sends: 'GET /v1/sys/key-status as token 1 → 403',
    fails: 'forbidden',
  }),
  one('leader', 'without a token', async (s) => (await s.outside()).leader(), {
    sends: 'GET /v1/sys/leader → 200',
    gives: { ha_enabled: false },
  }),
  byRoot('leader', 'with a token', (c) => c.leader(), {
    sends: 'GET /v1/sys/leader as root → 200',
    gives: { ha_enabled: false },
    instead: { sends: 'GET /v1/sys/leader → 200', gives: { ha_enabled: false }, why: plainly },
  }),
  one('leader', 'of a cluster', async (s) => (await s.at(s.places.cluster, 'outside')).leader(), {
    sends: 'GET /v1/sys/leader → 200',
    gives: { ha_enabled: true, is_self: true },
  }),
  byRoot('policy', 'known', async (c, s) => c.policy(await s.policy()), {
    sends: 'GET /v1/sys/policies/acl/conformance as root → 200',
    gives: 'path "secret/*" { capabilities = ["read"] }',
  }),
  one(
    'policy',
    'in data.rules, where no other place may be read',
    async (s) => {
      const token = await s.tokenThatMay('path "sys/policy/*" { capabilities = ["read"] }');
      return (await s.client({ token })).policy(await s.policy(), 'older');
    },
    {
      sends: 'GET /v1/sys/policy/conformance as token 1 → 200',
      gives: 'path "secret/*" { capabilities = ["read"] }',
    },
  ),
  byRoot('policy', 'unknown', (c) => c.policy('no-such-policy'), {
    sends: 'GET /v1/sys/policies/acl/no-such-policy as root → 404',
    fails: 'invalid-path',
  }),
  one('policy', 'not permitted', async (s) => (await s.ordinary()).policy('default', 'older'), {
    sends: 'GET /v1/sys/policy/default as token 1 → 403',
    fails: 'forbidden',
  }),
  byRoot(
    'rekey-progress',
    'none under way',
    (c) => c.rekey(),
    progress({ sends: 'GET /v1/sys/rekey/init as root → 200', gives: idle }),
  ),
  one(
    'rekey-progress',
    'without a token',
    async (s) => (await s.outside()).rekey(),
    untold('sys/rekey/init', 'sys/rotate/root/init'),
  ),
  one(
    'rekey-progress',
    'under way',
    async (s) => (await besideCeremonies(s)).rekey(),
    progress({
      sends: 'GET /v1/sys/rekey/init → 200',
      gives: { started: true, t: 3, n: 5, progress: 0, required: 1, nonce: '(some string)' },
    }),
  ),
  byRoot(
    'root-generation-progress',
    'none under way',
    (c) => c.rootGeneration(),
    progress({ sends: 'GET /v1/sys/generate-root/attempt as root → 200', gives: idle }),
  ),
  one(
    'root-generation-progress',
    'without a token',
    async (s) => (await s.outside()).rootGeneration(),
    untold('sys/generate-root/attempt', 'sys/generate-root-token/attempt'),
  ),
  one(
    'root-generation-progress',
    'under way',
    async (s) => (await besideCeremonies(s)).rootGeneration(),
    progress({
      sends: 'GET /v1/sys/generate-root/attempt → 200',
      gives: { started: true, progress: 0, required: 1, complete: false, nonce: '(some string)' },
    }),
  ),
  byRoot('rotate-root', 'without shares', (c) => c.rotateRoot(), {
    sends: 'POST /v1/sys/rotate/root as root {} → 404',
    fails: 'invalid-path',
    instead: {
      sends: 'POST /v1/sys/rotate/root as root {} → 404',
      fails: 'not-offered',
      why: 'The path is right and nothing is missing: this server does not offer it.',
    },
    openbao: {
      both: { sends: 'POST /v1/sys/rotate/root as root {} → 204', gives: null },
      why: 'Only OpenBao makes a new root key without shares.',
    },
  }),
  one('rotate-root', 'not permitted', async (s) => (await s.ordinary()).rotateRoot(), {
    sends: 'POST /v1/sys/rotate/root as token 1 {} → 403',
    fails: 'forbidden',
  }),
];

const ways: readonly Case[] = [
  one(
    'namespace',
    'goes with a request',
    async (s) => {
      const change = { token: s.root, namespace: namespaces.inner };
      return (await s.at(s.places.enterprise, 'logged-in', change)).read('secret/data/x');
    },
    { sends: 'GET /v1/secret/data/x as root in conformance/inner → 404', fails: 'invalid-path' },
  ),
  one(
    'namespace',
    'a server that ignores it',
    async (s) => (await s.outside({ token: s.root, namespace: namespaces.inner })).isAuthenticated(),
    {
      sends: 'GET /v1/auth/token/lookup-self as root in conformance/inner → 200',
      gives: true,
      instead: {
        sends: [],
        fails: 'invalid-request',
        why: 'It would read and write in the root namespace instead: that is refused before anything is sent.',
      },
      openbao: {
        both: { sends: 'GET /v1/auth/token/lookup-self as root in conformance/inner → 200', gives: true },
        why: 'OpenBao has namespaces, and this one is there.',
      },
    },
  ),
  byRoot('namespace', 'those in the root namespace', (c) => c.namespaces([`${namespaces.outer}/`]), {
    sends: 'GET /v1/sys/namespaces?list=true as root → 404',
    fails: 'invalid-path',
    instead: { sends: [], fails: 'not-offered', why: 'sys/health says that this server has no namespaces.' },
    openbao: {
      both: { sends: 'GET /v1/sys/namespaces?list=true as root → 200', gives: ['conformance/'] },
      why: 'OpenBao has namespaces.',
    },
  }),
  one('TLS', 'own authority', async (s) => (await s.at(s.places.tls, 'outside', s.trust.tls)).sealStatus(), {
    sends: 'GET /v1/sys/seal-status → 200',
    gives: open,
  }),
  one('TLS', 'unknown authority', async (s) => (await s.at(s.places.tls, 'outside')).sealStatus(), {
    sends: [],
    fails: 'tls',
  }),
  one(
    'TLS',
    'unknown authority, verify off',
    async (s) => (await s.at(s.places.tls, 'outside', { verify: false })).sealStatus(),
    { sends: 'GET /v1/sys/seal-status → 200', gives: open },
  ),
  one(
    'client certificate',
    'given',
    async (s) => {
      const change = { ...s.trust.mutualTls, ...s.trust.certificate, token: s.rootOf.mutualTls };
      return (await s.at(s.places.mutualTls, 'logged-in', change)).lookup();
    },
    { sends: 'GET /v1/auth/token/lookup-self as root → 200', gives: { data: { policies: ['root'] } } },
  ),
  one(
    'client certificate',
    'missing, refused by Vault itself',
    async (s) => (await s.at(s.direct.mutualTls, 'outside', s.trust.mutualTls)).sealStatus(),
    { sends: [], fails: 'tls' },
  ),
  one(
    'timeout',
    'as told: 1 s',
    async (s) => {
      const change = { token: s.root, timeoutSeconds: 1 };
      return (await s.at(s.places.silent, 'logged-in', change)).read('silent/x');
    },
    { sends: 'GET /v1/silent/x as root → no answer', fails: 'timeout', afterSeconds: 1 },
  ),
  {
    ...one(
      'timeout',
      'by default: 30 s',
      async (s) => {
        // With limited uses, which stops background requests.
        const { token } = await s.token({ policies: ['root'], num_uses: 10 });
        return (await s.at(s.silentForLong, 'logged-in', { token })).read('silent/x');
      },
      { sends: 'GET /v1/silent/x as token 1 → no answer', fails: 'timeout', afterSeconds: 30 },
    ),
    slow: true,
  },
];

export const systemCases: readonly Case[] = [...states, ...ways];
