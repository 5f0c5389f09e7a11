/**
 * Extra reads of the app beyond the operation itself, and their reasons. Any other request that hvac does not send
 * fails a case. The table lists the looks of every case; a look that no case needs is refused.
 */

import type { Product } from '../servers/index.ts';

export interface Look {
  /** Matches a request line (`wire.ts`). */
  readonly line: RegExp;
  readonly what: string;
  readonly why: string;
  /** Made on servers of one product only. */
  readonly only?: Product;
  /** Never required: the app could work with fewer requests. */
  readonly needless?: true;
}

/** For every operation. */
const looks: readonly Look[] = [
  {
    line: /^GET \/v1\/sys\/health\?\S+ → 200$/,
    what: 'health',
    why: 'whether the server is sealed, a standby or not initialized, before a token goes there; needs none',
  },
  {
    line: /^GET \/v1\/sys\/seal-status → 200$/,
    what: 'seal progress',
    why: 'how many key shares a sealed server still needs; needs no token',
  },
  {
    line: /^GET \/v1\/sys\/health\?\S+ in strongroom-probe → 400$/,
    what: 'namespaces',
    why: 'whether the server has namespaces: it refuses this endpoint within one; needs no token',
    only: 'openbao',
  },
];

const engine: Look = {
  line: /^GET \/v1\/sys\/internal\/ui\/mounts(?:\/\S+)? as (?:root|token \d+)(?: in \S+)? → (?:200|403)$/,
  what: 'engine',
  why: 'which engine is there: an entry is read as its engine keeps it, and a write is judged by what it destroys',
};
const present: Look = {
  line: /^GET \/v1\/(?:kv1\/\S+|kv2\/metadata\/\S+|kv2\/config|secret\/\S+) as root(?: in \S+)? → (?:200|404)$/,
  what: 'what is there',
  why: 'what a write would replace, or push out of the history: a person is asked where something is lost',
};
const whose: Look = {
  line: /^POST \/v1\/auth\/token\/lookup(?:-accessor)? as root \{"(?:token|accessor)":"[^"]+"\} → (?:200|400|403)$/,
  what: 'whose token',
  why: 'whose token it is, and how long it lives before and after; costs that token no use',
};
const own: Look = {
  line: /^GET \/v1\/auth\/token\/lookup-self as (?:new )?token \d+(?: in \S+)? → 200$/,
  what: 'own token',
  why: 'whether the token that was just got or renewed is valid, and what it is ("Authentication" 3)',
};
const wrapping: Look = {
  line: /^POST \/v1\/sys\/wrapping\/lookup \{"token":"[^"]+"\} → (?:200|400)$/,
  what: 'wrapping token',
  why: 'where and when a wrapping token was made, before it is opened: one that is gone may have been stolen',
};
const newerPolicy: Look = {
  line: /^GET \/v1\/sys\/policies\/acl\/\S+ as token \d+ → 403$/,
  what: 'newer place of policies',
  why: 'the place that servers recommend is asked first; data.rules of the older one where it is refused',
};

const olderPolicies: Look = {
  line: /^GET \/v1\/sys\/(?:policies\/acl\?list=true|policy) as token \d+ → 403$/,
  what: 'both places of policies',
  why: 'names are listed at either place: the newer one is asked first, its refusal is told where both refuse',
};
const policyBefore: Look = {
  line: /^GET \/v1\/sys\/(?:policies\/acl|policy)\/\S.* as (?:root|token \d+) → (?:200|403|404)$/,
  what: 'policy before',
  why: 'policies have no check-and-set: what somebody else has saved is looked for right before it would be replaced',
};

const standing: Look = {
  line: /^GET \/v1\/sys\/(?:rekey|rekey-recovery-key|generate-root)\/(?:init|attempt|verify) → 200$/,
  what: 'where it stands',
  why: 'a share is given only to the ceremony that the person saw: its nonce is looked at before, the count after',
  only: 'vault',
};
const olderPlace: Look = {
  line: /^GET \/v1\/sys\/(?:rekey|rekey-recovery-key|generate-root)\/(?:init|attempt)(?: as root)? → (?:404|405)$/,
  what: 'older place of ceremonies',
  why: 'servers differ in where they keep a ceremony: each look tries the older place first',
  only: 'openbao',
};
const newerStanding: Look = {
  line: /^GET \/v1\/sys\/(?:rotate\/root|rotate\/recovery|generate-root-token)\/(?:init|attempt|verify) as root → 200$/,
  what: 'where it stands at the newer place',
  why: standing.why,
  only: 'openbao',
};
const leads: Look = {
  line: /^GET \/v1\/sys\/leader → (?:200|503)$/,
  what: 'leader',
  why: 'which node leads: it alone remembers a ceremony, and a change of it is told; needs no token',
};
const deadToken: Look = {
  line: /^GET \/v1\/sys\/internal\/ui\/mounts(?: as token \d+)? → (?:200|403|no answer)$/,
  what: 'mounts, after a refusal',
  why: 'which refuses, the namespace or the token: asked with the token and without it once a token is refused',
  needless: true,
};

/** By operation. */
const looksOf: Readonly<Record<string, readonly Look[]>> = {
  read: [engine],
  list: [engine],
  write: [engine, present],
  delete: [engine, present],
  namespace: [engine, present, own],
  renew: [whose],
  'renew-self': [own],
  revoke: [whose],
  login: [own],
  auth_cubbyhole: [wrapping, own],
  unwrap: [wrapping],
  policy: [newerPolicy],
  'policy-list': [olderPolicies],
  'policy-write': [policyBefore],
  'revoke-self': [deadToken],
  'is-authenticated': [deadToken],
  'rekey-progress': [olderPlace, leads],
  'root-generation-progress': [olderPlace, leads],
  rekey: [standing, olderPlace, newerStanding, leads],
  'root-generation': [standing, olderPlace, newerStanding, leads],
};

/** Looks of an operation, or of all, on the servers of a product; without duplicates. */
export function looksAt(product: Product, operation?: string): readonly Look[] {
  const own = operation === undefined ? Object.values(looksOf).flat() : (looksOf[operation] ?? []);
  return [...new Set([...looks, ...own])].filter(({ only }) => only === undefined || only === product);
}
