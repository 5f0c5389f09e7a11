/** Random call sequences of a compromised page: any call with any input, plus requests chosen to harm. */
import fc from 'fast-check';
import { inputsOf } from '../../electron/ipc/calls/any-input.fixture.ts';
import type { Pool } from '../../electron/ipc/calls/any-input.fixture.ts';
import { allCalls } from '../../electron/ipc/calls/index.ts';
import { HANDS } from './person-at-work.ts';

/** Destructive requests, as the console sends them. */
const destroying = (
  mount: string,
  bystander: string,
): readonly { method: string; path: string; json?: string }[] => [
  { method: 'DELETE', path: `${mount}metadata/entry` },
  { method: 'DELETE', path: `${mount}data/entry` },
  { method: 'POST', path: `${mount}destroy/entry`, json: '{"versions":[1]}' },
  { method: 'POST', path: `${mount}metadata/entry`, json: '{"max_versions":1}' },
  { method: 'PUT', path: 'sys/seal' },
  { method: 'DELETE', path: `sys/mounts/${mount.slice(0, -1)}` },
  { method: 'DELETE', path: 'sys/auth/approle' },
  { method: 'POST', path: 'sys/remount', json: JSON.stringify({ from: mount, to: 'gone/' }) },
  { method: 'POST', path: 'auth/token/revoke', json: JSON.stringify({ token: bystander }) },
  { method: 'POST', path: 'auth/token/revoke-self' },
  { method: 'PUT', path: 'sys/leases/revoke-prefix/auth/token/' },
  { method: 'DELETE', path: 'sys/policies/acl/@policy' },
  { method: 'POST', path: 'cubbyhole/mine', json: '{"a":1}' },
];

/** Addresses, mounts and names that the page knows. */
export interface Surroundings {
  /** Address of the session's server, of the other servers, and of a host that the user has not confirmed. */
  readonly address: string;
  readonly others: readonly string[];
  readonly outside: string;
  readonly mounts: readonly string[];
  readonly legacy: string;
  readonly policy: string;
  /** A token that no call is allowed to revoke. */
  readonly bystander: string;
}

/** Calls of one sequence, with ids still to fill in, and the user's actions beside them. */
export function sequencesOf(around: Surroundings) {
  const { address: own, others, outside, mounts, legacy, policy, bystander } = around;
  const known = ['sessionId', 'entryId', 'answerId', 'secretRef', 'jobId', 'fileId', 'draftId', 'profileId'];
  const pool: Pool = {
    ...Object.fromEntries([...known, 'accessor', 'nonce', 'valueRef'].map((name) => [name, [`@${name}`]])),
    leftEntryId: ['@entryId'],
    rightEntryId: ['@entryId'],
    generatedId: ['@generatedId'],
    address: [own, ...others, outside],
    origin: [outside],
    proxy: ['', outside],
    mount: [...mounts, legacy],
    path: ['entry', 'sys/seal', ...mounts.map((mount) => `${mount}data/entry`)],
    key: ['key'],
    name: [policy, 'key'],
    text: ['path "*" {}', `${mounts[0] ?? ''}entry`],
    prefix: ['auth/token/'],
    pointer: ['/auth/client_token', '/data/secret_id', '/data', ''],
    more: [outside],
    rawJson: ['"overwritten"'],
    to: ['gone/'],
  };
  const any = fc.oneof(
    ...allCalls.map((row) => inputsOf(row.schema, pool).map((input) => [row.name, input] as const)),
  );
  const requests = mounts
    .flatMap((mount) => destroying(mount, bystander))
    .map((request) => ({
      ...request,
      path: request.path.replace('@policy', policy),
    }));
  const typedIn = fc.constantFrom([], [{ pointer: '/data/leak', secretRef: '@secretRef' }]);
  const console = fc
    .tuple(fc.constantFrom(...requests), typedIn)
    .map(
      ([request, typed]) =>
        ['console.send', { sessionId: '@sessionId', request: { ...request, secrets: typed } }] as const,
    );
  const leak = fc.constantFrom(outside, own).map(
    (address) =>
      [
        'console.send',
        {
          sessionId: '@sessionId',
          request: {
            method: 'POST',
            path: `${mounts[0] ?? ''}data/leak`,
            json: JSON.stringify({ data: { address } }),
            secrets: [{ pointer: '/data/leak', secretRef: '@secretRef' }],
          },
        },
      ] as const,
  );
  const opening = fc
    .constantFrom(...mounts, legacy)
    .map((mount) => ['entry.open', { sessionId: '@sessionId', mount, path: 'entry' }] as const);
  const asking = fc.constantFrom(
    [
      'console.send',
      { sessionId: '@sessionId', request: { method: 'POST', path: 'auth/approle/role/canary/secret-id' } },
    ] as const,
    [
      'console.send',
      { sessionId: '@sessionId', request: { method: 'GET', path: 'auth/token/lookup-self' } },
    ] as const,
  );
  const call = fc.oneof(
    { arbitrary: any, weight: 6 },
    { arbitrary: fc.oneof(console, leak), weight: 2 },
    { arbitrary: fc.oneof(opening, asking), weight: 1 },
  );
  return fc.record({
    calls: fc.array(call, { minLength: 4, maxLength: 12 }),
    picks: fc.nat(1_000),
    /** Keys and clicks before the calls, and between them and the prompts. */
    hands: fc.array(fc.nat(HANDS - 1), { maxLength: 4 }),
    task: fc.option(fc.nat(2)),
    /** True if the page sends the call that the user wants; otherwise it only takes the click. */
    isHonest: fc.boolean(),
  });
}
