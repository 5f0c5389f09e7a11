/** Copies the values of an open entry to another place, also in another session. They never leave main. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SaveOutcome } from '../../../shared/vault/entry.ts';
import { readMetadataKv2, writeMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { environmentOf } from '../connection/prompt-look.ts';
import type { OpenEntry } from './open.ts';
import { numberWarnings } from './content.ts';
import { entryPlace, putNew } from './create.ts';
import type { Destination } from './create.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import type { Session } from '../session/session.ts';
import type { Ask } from '../platform.ts';

export interface CopyOptions {
  readonly to: Session;
  readonly destination: Destination;
  readonly withCustomMetadata: boolean;
}

export interface CopyElsewhere extends CopyOptions {
  readonly ask: Ask;
}

/**
 * Makes a new entry with the values of an open one, token for token. The warnings name custom metadata that cannot be
 * copied. Rejects with `conflict` if the destination has an entry, `cancelled` if the user declines sending the
 * values to another server.
 */
export async function duplicateEntry(
  entry: OpenEntry,
  options: CopyElsewhere,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  await confirmServer(entry, options, signal);
  return copyEntry(entry, options, signal);
}

/** Copies the values only, within the session: they do not leave the server. */
export function copyWithin(
  entry: OpenEntry,
  destination: Destination,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  return copyEntry(entry, { destination, withCustomMetadata: false, to: entry.session }, signal);
}

async function copyEntry(
  entry: OpenEntry,
  { to, destination, withCustomMetadata }: CopyOptions,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  const { session: from } = entry;
  const { members } = await entry.content(signal);
  const { facts } = entry;
  const place = await entryPlace(to, destination, signal);
  const outcome = await putNew(to, place, members, undefined, signal);
  const rounded = place.mount.engine === 'kv2' && facts.mount.engine !== 'kv2' ? numberWarnings(members) : [];
  // The copy exists: from here on nothing is cancelled, and failures become warnings instead of errors.
  const metadata = withCustomMetadata ? await copyCustomMetadata(from, facts, to, place) : [];
  return { ...outcome, warnings: [...outcome.warnings, ...rounded, ...metadata] };
}

/** Values leave their server only with the user's consent. Within a server a page may copy any entry. */
async function confirmServer(
  { session: from, facts }: OpenEntry,
  { to, destination, ask }: CopyElsewhere,
  signal?: AbortSignal,
): Promise<void> {
  const [here, there] = [from.view().address, to.view().address];
  if (here === there) return;
  const answer = await ask(
    {
      ...environmentOf(to.look),
      kind: 'confirm',
      title: 'Copy this entry to another server?',
      facts: [
        { name: 'Entry', value: fullPath(facts) },
        { name: 'From', value: here },
        { name: 'To', value: there },
        { name: 'New path', value: destination.mount + destination.path },
      ],
      body: ['The values leave their server.'],
      action: 'Copy entry',
      destructive: false,
    },
    signal,
  );
  if (answer.kind === 'cancel')
    throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was copied.' });
}

async function copyCustomMetadata(
  from: Session,
  source: KnownPlace,
  to: Session,
  target: KnownPlace,
): Promise<readonly string[]> {
  if (source.mount.engine !== 'kv2') return [];
  try {
    const { customMetadata } = await from.run((caller) =>
      readMetadataKv2(caller, source.mount.path, source.path),
    );
    if (Object.keys(customMetadata).length === 0) return [];
    if (target.mount.engine !== 'kv2') {
      return [`The custom metadata was not copied: the engine at “${target.mount.path}” keeps none.`];
    }
    return await to.run((caller) =>
      writeMetadataKv2(caller, target.mount.path, target.path, { customMetadata }),
    );
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    return [`The custom metadata was not copied to “${fullPath(target)}”: ${failure.error.message}`];
  }
}
