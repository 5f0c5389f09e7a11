/**
 * `GET ?list=true` (vault-http-facts 6.2): works as the LIST verb, through any proxy. An empty folder, a missing one
 * and a leaf all answer 404 without errors; the screen shows each as an empty folder.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { packNames, unpackNames } from '../../../shared/vault/names.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask, listing } from './caller.ts';
import type { Caller } from './caller.ts';
import { foldersBelow, listablePaths } from './help.ts';
import { namesIn, packedKeys } from './list-names.ts';
import type { PackedList } from './list-names.ts';

export interface NameList {
  /** Names in the server's order; folders end in `/`. Packed where read: it can have 100,000 names. */
  readonly packed: PackedNames;
  readonly count: number;
  readonly warnings: readonly string[];
}

/** The API path that lists a folder (empty, or ending in `/`) of a mount. */
export function listPath(mount: Mount, folder: string): string {
  const below = folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
  switch (mount.engine) {
    case 'kv2':
      return `${mount.path}metadata/${below}`;
    case 'kv1':
    case 'cubbyhole':
    case 'other':
      return mount.path + below;
  }
}

/**
 * Names in a folder. Engines other than KV and cubbyhole cannot be listed at their root: the server's own help names
 * their listable folders, and replaces every list that is not supported.
 */
export async function listFolder(caller: Caller, mount: Mount, folder: string): Promise<NameList> {
  const list = await namesBelow(caller, mount, folder);
  caller.names?.listed(mount, folder === '' || folder.endsWith('/') ? folder : `${folder}/`, list);
  return list;
}

async function namesBelow(caller: Caller, mount: Mount, folder: string): Promise<NameList> {
  if (mount.engine !== 'other') return listNames(caller, mount, folder);
  const below = async (): Promise<readonly string[]> =>
    foldersBelow(await listablePaths(caller, mount), folder);
  if (folder === '') {
    const names = await below();
    if (names.length > 0) return packed(names);
  }
  try {
    return await listNames(caller, mount, folder);
  } catch (failure) {
    if (!(failure instanceof AppFailure) || !notListable.has(failure.error.kind) || folder === '')
      throw failure;
    const names = await below();
    if (names.length === 0) throw failure;
    return packed(names);
  }
}

/**
 * `GET ?scan=true`: paths of all entries below a folder in one answer (OpenBao from 2.2, capability `scan`). Undefined
 * if the server or the token's policies do not offer it.
 */
export async function scanFolder(
  caller: Caller,
  mount: Mount,
  folder: string,
): Promise<readonly string[] | undefined> {
  const request = {
    method: 'GET',
    path: listPath(mount, folder),
    query: { scan: 'true' },
    safe: true,
  } as const;
  try {
    const answer = await ask(caller, { ...request, large: true });
    return unpackNames((await packedNames(caller, answer)).packed);
  } catch (failure) {
    if (failure instanceof AppFailure && listNotOffered.has(failure.error.kind)) return undefined;
    throw failure;
  }
}

/** Refusals of a list that one product has: its caller reads the names or entries one by one. */
export const listNotOffered: ReadonlySet<AppErrorKind> = new Set([
  'forbidden',
  'invalid-path',
  'invalid-request',
  'not-offered',
  'too-large',
]);

/** Errors of a list that a server does not have: 404 "unsupported path", or 405. */
const notListable: ReadonlySet<AppErrorKind> = new Set(['invalid-path', 'not-offered']);

async function listNames(caller: Caller, mount: Mount, folder: string): Promise<NameList> {
  try {
    // The list of an unknown engine can have effects: it is asked once.
    const safe = mount.engine !== 'other';
    const answer = await ask(caller, { ...listing(listPath(mount, folder)), safe, large: true });
    const { unusable, ...list } = await packedNames(caller, answer);
    return { ...list, warnings: [...answer.warnings, ...unusableWords(unusable)] };
  } catch (failure) {
    if (failure instanceof AppFailure && isEmptyList(failure)) return packed([]);
    throw failure;
  }
}

/** Names that the server lists at a path, in its order; none for an empty list. Rejects with the server's refusal. */
export async function listNamesAt(caller: Caller, path: string): Promise<readonly string[]> {
  try {
    const answer = await ask(caller, { ...listing(path), large: true });
    return unpackNames((await packedNames(caller, answer)).packed);
  } catch (failure) {
    if (failure instanceof AppFailure && isEmptyList(failure)) return [];
    throw failure;
  }
}

/** Names in an answer's `data.keys`; those of a large one are read in the worker. */
export async function packedNames(caller: Caller, answer: VaultAnswer): Promise<PackedList> {
  const { large } = answer;
  if (large === undefined || large.isMade === true)
    return packedKeys(answer.json(), large?.bytes ?? answer.text);
  const { work } = caller.client.options;
  const input = { bytes: large.bytes };
  return work === undefined ? namesIn(input) : work('namesIn', input, large.bytes.length);
}

function unusableWords(unusable: number): readonly string[] {
  if (unusable === 0) return [];
  const what = unusable === 1 ? 'One name is left out' : `${String(unusable)} names are left out`;
  return [`${what}: empty, or with a null character. A server lists no such names.`];
}

function packed(names: readonly string[]): NameList {
  return { packed: packNames(names), count: names.length, warnings: [] };
}

/** True for a 404 without errors: an empty list. */
export function isEmptyList(failure: AppFailure): boolean {
  const error = failure.error;
  return (
    error.kind === 'invalid-path' && error.reason === 'absent' && (error.serverErrors ?? []).length === 0
  );
}
