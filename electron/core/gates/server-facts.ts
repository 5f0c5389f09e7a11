/**
 * What the gate looks up before it judges a request: with the request's own token, in its own namespace, by reads that
 * change nothing. What the token may not read, or would pay for with one of its uses, stays unknown.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { MountConfig } from '../../../shared/vault/editing.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { sliceAt, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { ask } from '../../vault/api/caller.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asObject } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readConfigKv2, readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { describeToken } from '../../vault/api/token.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { VaultClient, VaultRequest } from '../../vault/http/types.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { isTrouble } from '../connection/trouble.ts';
import type { Reading } from './read-back.ts';

/** Whoever speaks through a client: a session. */
export interface Asker {
  /** What is known of its token; the name that a page gave to the session is nobody's word. */
  readonly view: () => { readonly token: TokenFacts };
  /** How prompts call the connection, and what it is for. */
  readonly look: PromptLook;
  /** True for a token that every request costs a use. */
  readonly limitedUse: boolean;
  readonly holds: (token: string) => boolean;
  /** The mount that a path lies under, in the client's own namespace. Undefined: not known. */
  readonly mountFor: (path: string) => Promise<Mount | undefined>;
}

/** How long a token lives. */
export type Life = Pick<TokenFacts, 'expireTime' | 'periodSeconds' | 'renewable'>;

/** What stands at the place of a write: the object as JSON text, that there is none, or why it is not known. */
export type Present =
  | { readonly kind: 'present'; readonly json: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Undefined: not known. */
export interface ServerFacts {
  readonly mountFor: (path: string) => Promise<Mount | undefined>;
  /** Members of an entry without versions, as JSON text. */
  readonly unversioned: (
    mount: Mount,
    below: string,
  ) => Promise<ReadonlyMap<string, string> | 'absent' | undefined>;
  readonly metadata: (mount: Mount, below: string) => Promise<EntryMetadata | 'absent' | undefined>;
  readonly config: (mount: Mount) => Promise<MountConfig | undefined>;
  readonly life: (which: WhichToken) => Promise<Life | 'unknown-token' | undefined>;
  /** Reads an object back, by a request that changes nothing. */
  readonly present: (reading: Reading, pick: PickObject) => Promise<Present>;
}

/** Takes the object out of the answer's `data`; undefined: there is none. */
type PickObject = (data: Readonly<Record<string, unknown>>) => object | undefined;

/** Mounts whose settings were refused: most tokens may not read them, and need not be refused with every save. */
const refusedConfigs = new WeakMap<VaultClient, ReadonlySet<string>>();

/** Facts for judging one request. `asker` is undefined where nobody is logged in. */
export function factsFor(client: VaultClient, asker: Asker | undefined, request: VaultRequest): ServerFacts {
  const isOwnNamespace =
    request.namespace === undefined || bare(request.namespace) === bare(client.options.namespace);
  const { token } = request;
  const isOwnToken = token !== undefined && asker?.holds(token) === true;
  const mayLook = isOwnToken && !asker.limitedUse;
  const caller: Caller = {
    client: inSame(client, request),
    repeatable: true,
    ...(token === undefined ? {} : { token }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  };
  return {
    mountFor: (path) => (isOwnNamespace && asker !== undefined ? asker.mountFor(path) : unknown()),
    unversioned: (mount, below) =>
      mayLook
        ? looked(async () => {
            const { text } = await readKv1(caller, mount.path, below);
            return new Map(sliceMembers(sliceAt(text, ['data']) ?? '{}'));
          })
        : unknown(),
    metadata: (mount, below) =>
      mayLook ? looked(() => readMetadataKv2(caller, mount.path, below)) : unknown(),
    config: async (mount) => {
      if (!mayLook || refusedConfigs.get(client)?.has(mount.path) === true) return undefined;
      const config = await looked(() => readConfigKv2(caller, mount.path));
      if (typeof config === 'object') return config;
      refusedConfigs.set(client, new Set([...(refusedConfigs.get(client) ?? []), mount.path]));
      return undefined;
    },
    present: async (reading, pick) => {
      if (token === undefined) return { kind: 'unknown', why: 'The request carries no token.' };
      if (asker?.limitedUse !== false)
        return { kind: 'unknown', why: 'Each look would cost this token one of its uses.' };
      if (!isOwnToken) return { kind: 'unknown', why: 'The request carries another token.' };
      return readPresent(caller, reading, pick);
    },
    life: async (which) => {
      if (which.by === 'self') return isOwnToken ? asker.view().token : undefined;
      if (!mayLook) return undefined;
      try {
        const answer = await lookupToken(caller, which);
        return describeToken(asObject(asObject(answer.json())['data']), Date.now());
      } catch (failure) {
        if (!(failure instanceof AppFailure)) throw failure;
        // What is no token is refused by the renewal itself, in its own words.
        return failure.error.kind === 'forbidden' ? undefined : 'unknown-token';
      }
    },
  };
}

async function readPresent(caller: Caller, reading: Reading, pick: PickObject): Promise<Present> {
  try {
    const answer = await ask(caller, { ...reading, safe: true });
    const raw = answer.text === '' ? undefined : sliceAt(answer.text, ['data']);
    if (raw === undefined || raw === 'null') return { kind: 'absent' };
    if (!raw.trimStart().startsWith('{'))
      return { kind: 'unknown', why: 'The server’s answer about it is not an object.' };
    const data = asObject(JSON.parse(raw));
    const picked = pick(data);
    if (picked === undefined) return { kind: 'absent' };
    // As the server wrote it, so that no digit of a number is lost.
    return { kind: 'present', json: picked === data ? raw : JSON.stringify(picked) };
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (error.kind === 'invalid-path' && error.reason === 'absent') return { kind: 'absent' };
    if (isTrouble(error) || error.kind === 'cancelled') throw failure;
    return {
      kind: 'unknown',
      why: error.kind === 'forbidden' ? 'The token may not read it.' : error.message,
    };
  }
}

/** The same client, in the namespace of the request. */
function inSame(client: VaultClient, { namespace }: VaultRequest): VaultClient {
  if (namespace === undefined) return client;
  return { ...client, send: (request) => client.send({ namespace, ...request }) };
}

/** A refusal is not knowing; what concerns the whole connection would meet the request itself, too. */
async function looked<T>(look: () => Promise<T>): Promise<T | 'absent' | undefined> {
  try {
    return await look();
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (error.kind === 'invalid-path' && error.reason === 'absent') return 'absent';
    if (isTrouble(error) || error.kind === 'cancelled') throw failure;
    return undefined;
  }
}

function unknown(): Promise<undefined> {
  return Promise.resolve(undefined);
}

function bare(namespace: string): string {
  return namespace.replace(/^\/+|(?<!\/)\/+$/g, '');
}
