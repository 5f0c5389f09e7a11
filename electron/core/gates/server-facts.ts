/**
 * Facts that the gate looks up before it judges a request: with the request's own token, in its own namespace, by
 * reads that change nothing. Facts that the token may not read, or would spend one of its uses on, stay unknown.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { MountConfig } from '../../../shared/vault/editing.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { sliceAt, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { ask } from '../../vault/api/caller.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asObject, dataOf } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readConfigKv2, readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { describeToken } from '../../vault/api/token.ts';
import { lookupToken } from '../../vault/api/token-operations.ts';
import type { WhichToken } from '../../vault/api/token-operations.ts';
import type { VaultClient, VaultRequest } from '../../vault/http/types.ts';
import type { PromptLook } from '../connection/prompt-look.ts';
import { isTrouble } from '../connection/trouble.ts';
import type { Reading } from './read-back.ts';

/** Session that speaks through a client. */
export interface Asker {
  /** Facts of its token only: the session's name comes from the page and is not trusted. */
  readonly view: () => { readonly token: TokenFacts };
  /** Name and environment of the connection for prompts. */
  readonly look: PromptLook;
  /** True if every request costs the token a use. */
  readonly limitedUse: boolean;
  readonly holds: (token: string) => boolean;
  /** Mount of a path, in the client's own namespace. Undefined: not known. */
  readonly mountFor: (path: string) => Promise<Mount | undefined>;
}

/** Lifetime of a token. */
export type Life = Pick<TokenFacts, 'expireTime' | 'periodSeconds' | 'renewable'>;

/** Object at the path of a write: its JSON text, or absent, or the reason it is not known. */
export type Present =
  | { readonly kind: 'present'; readonly json: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Each fact is undefined if not known. */
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

/** Takes the object out of the answer's `data`; undefined if it is absent. */
type PickObject = (data: Readonly<Record<string, unknown>>) => object | undefined;

/** Mounts whose settings were refused: most tokens may not read them, so they are not asked for at every save. */
const refusedConfigs = new WeakMap<VaultClient, ReadonlySet<string>>();

/** Makes the facts for judging one request. `asker` is undefined without a login. */
export function factsFor(client: VaultClient, asker: Asker | undefined, request: VaultRequest): ServerFacts {
  const isOwnNamespace =
    request.namespace === undefined || bare(request.namespace) === bare(client.options.namespace);
  const { token } = request;
  const isOwnToken = token !== undefined && asker?.holds(token) === true;
  const mayLook = isOwnToken && !asker.limitedUse;
  const caller: Caller = {
    client: inSame(client, request),
    repeatable: true,
    token,
    signal: request.signal,
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
        return { kind: 'unknown', why: 'Each lookup would cost this token a use.' };
      if (!isOwnToken) return { kind: 'unknown', why: 'The request carries another token.' };
      return readPresent(caller, reading, pick);
    },
    life: async (which) => {
      if (which.by === 'self') return isOwnToken ? asker.view().token : undefined;
      if (!mayLook) return undefined;
      try {
        const answer = await lookupToken(caller, which);
        return describeToken(dataOf(answer), Date.now());
      } catch (failure) {
        if (!(failure instanceof AppFailure)) throw failure;
        // The renewal itself refuses an invalid token, in its own words.
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
    // Raw text of the server, so that numbers keep every digit.
    return { kind: 'present', json: picked === data ? raw : JSON.stringify(picked) };
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (error.kind === 'invalid-path' && error.reason === 'absent') return { kind: 'absent' };
    if (isTrouble(error) || error.kind === 'cancelled') throw failure;
    return {
      kind: 'unknown',
      why: error.kind === 'forbidden' ? 'The token cannot read it.' : error.message,
    };
  }
}

/** The same client, with the request's namespace. */
function inSame(client: VaultClient, { namespace }: VaultRequest): VaultClient {
  if (namespace === undefined) return client;
  return { ...client, send: (request) => client.send({ namespace, ...request }) };
}

/** A refusal counts as unknown; an error of the whole connection would meet the request itself, too. */
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
