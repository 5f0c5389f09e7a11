/**
 * Follows a typed path. `path#key` copies one key's value without showing it; a name can contain `#` itself, and an
 * existing place of the whole name takes precedence. Ambiguity is never guessed away: the user chooses.
 */
import type { Destination, SessionView } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { isAddress, typedKeys, type TypedKey } from '../../../shared/vault/typed-key.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';
import { indexOfName } from '../tree/name-list.ts';
import { treeOf } from '../tree/trees.ts';
import { copiedLabel, copyKey } from '../value/copy-key.ts';

/** One key of one entry. */
export interface KeyPlace {
  readonly place: Destination;
  readonly key: string;
}

export type Followed =
  | { readonly kind: 'place'; readonly place: Destination }
  | ({ readonly kind: 'copied' } & KeyPlace)
  /** All of them exist; no value was copied. */
  | { readonly kind: 'several'; readonly keys: readonly KeyPlace[] };

type Asking = Pick<SessionView, 'sessionId' | 'token'>;

/** Follows a typed text; rejects with the reason it leads nowhere. */
export async function followPath(session: Asking, text: string, signal: AbortSignal): Promise<Followed> {
  const { sessionId } = session;
  const readings = typedKeys(text);
  if (readings.length === 0)
    return { kind: 'place', place: await vault.path.resolve({ sessionId, text }, signal) };
  if (!isAddress(text)) {
    const place = await wholeName(session, text, signal);
    if (place !== undefined) return { kind: 'place', place };
  }
  const { found, refusal } = await openReadings(session, readings, signal);
  try {
    const [first, ...others] = found;
    if (first === undefined) throw refusal ?? new AppFailure(notThere(text));
    if (others.length > 0) return { kind: 'several', keys: found };
    signal.throwIfAborted();
    await copyKey(first.entryId, first.key, copiedLabel(first.place.path, first.key));
    return { kind: 'copied', place: first.place, key: first.key };
  } finally {
    for (const { entryId } of found) closeEntry(entryId);
  }
}

/** True if a place is read as an entry: a read in any other engine can create a credential. */
export function isEntry({ mount, path }: EntryPlace): boolean {
  return mount.engine !== 'other' && path !== '' && !path.endsWith('/');
}

/** Place named by the whole text, if it exists. */
async function wholeName(
  session: Asking,
  text: string,
  signal: AbortSignal,
): Promise<Destination | undefined> {
  const place = await orRefusal(vault.path.resolve({ sessionId: session.sessionId, text }, signal));
  if (place instanceof AppFailure) return undefined;
  return !isEntry(place) || (await exists(session, place, signal)) ? place : undefined;
}

async function exists(
  { sessionId, token }: Asking,
  place: EntryPlace,
  signal: AbortSignal,
): Promise<boolean> {
  const { mount, path } = place;
  const cut = path.lastIndexOf('/') + 1;
  const names = treeOf(sessionId)
    .listedFolders()
    .find((folder) => folder.mount.path === mount.path && folder.path === path.slice(0, cut))?.names;
  if (names !== undefined && indexOfName(names, path.slice(cut)) !== -1) return true;
  // A check would cost the token a use. The copied key is announced anyway.
  if (token.numUses !== 0) return false;
  const view = await orRefusal(openEntry({ sessionId, mount: mount.path, path }, signal));
  if (!(view instanceof AppFailure)) {
    closeEntry(view.entryId);
    return true;
  }
  const { error } = view;
  return error.kind === 'invalid-path' && /^(?:deleted|destroyed)-version$/.test(error.reason);
}

interface OpenKey extends KeyPlace {
  readonly entryId: string;
}

/** Opens the readings whose entry has the key; also returns the first other reading's error. */
async function openReadings(
  { sessionId, token }: Asking,
  readings: readonly TypedKey[],
  signal: AbortSignal,
): Promise<{ readonly found: readonly OpenKey[]; readonly refusal: AppFailure | undefined }> {
  const found: OpenKey[] = [];
  let refusal: AppFailure | undefined;
  for (const { path: typed, key } of readings) {
    const place = await orRefusal(vault.path.resolve({ sessionId, text: typed }, signal));
    if (place instanceof AppFailure) {
      refusal ??= place;
      continue;
    }
    if (!isEntry(place)) continue;
    const { mount, path, version } = place;
    const view = await orRefusal(
      openEntry(
        { sessionId, mount: mount.path, path, ...(version === undefined ? {} : { version }) },
        signal,
      ),
    );
    if (view instanceof AppFailure) refusal ??= view;
    else if (view.keys.some((one) => one.key === key)) found.push({ place, key, entryId: view.entryId });
    else {
      closeEntry(view.entryId);
      refusal ??= new AppFailure(noSuchKey(mount.path + path, key));
    }
    if (found.length > 0 && token.numUses !== 0) break;
  }
  return { found, refusal };
}

/** Returns absence and refusal as results; other errors are thrown. */
async function orRefusal<T>(asked: Promise<T>): Promise<T | AppFailure> {
  try {
    return await asked;
  } catch (caught) {
    const error = appErrorOf(caught);
    const failure = caught instanceof AppFailure ? caught : new AppFailure(error);
    if (['invalid-path', 'invalid-input', 'forbidden'].includes(error.kind)) return failure;
    throw failure;
  }
}

function noSuchKey(path: string, key: string) {
  return {
    kind: 'invalid-input',
    field: 'text',
    message: `${path} has no key “${key}”.`,
    hint: 'Check the part behind the “#”.',
  } as const;
}

function notThere(text: string) {
  return {
    kind: 'invalid-input',
    field: 'text',
    message: `${text.trim()} names neither an entry nor a key of one.`,
    hint: 'Write mount/path#key to copy a key.',
  } as const;
}
