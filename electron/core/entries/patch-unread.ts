/** Changes single keys of an entry that the token may patch but not read (KV v2). */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KnownChange, SaveOutcome } from '../../../shared/vault/entry.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { VersionGone } from '../../vault/api/kv-v2.ts';
import { readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import { applyChanges, checkChanges, membersSet, numberWarnings } from './content.ts';
import { entryPlace } from './create.ts';
import type { Destination } from './create.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';
import { sendPatch } from './write.ts';
import { holdsNull, isObject } from './merge-patch.ts';
import type { Session } from '../session/session.ts';

/**
 * Sends only the changes; other keys stay as they are, unread. Rejects with `invalid-input` for changes that a patch
 * cannot express without the old value, with `not-offered` outside of KV v2, with `invalid-path` without an entry.
 */
export async function patchUnread(
  session: Session,
  destination: Destination,
  changes: readonly KnownChange[],
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  checkChanges(changes);
  for (const [key, raw] of membersSet(changes)) refuseUnsayable(key, raw);
  const place = await entryPlace(session, destination, signal);
  if (place.mount.engine !== 'kv2') {
    throw new AppFailure({
      kind: 'not-offered',
      message: 'This engine only replaces whole entries: single keys cannot be changed without reading.',
      hint: 'Ask for a policy that grants “read” as well.',
    });
  }
  const patch = composeObject(patchMembers(changes));
  const { version, warnings } = await sendKnowingCas(session, place, patch, signal);
  return {
    version,
    method: 'patch',
    warnings: [...warnings, ...numberWarnings(membersSet(changes))],
  };
}

function patchMembers(changes: readonly KnownChange[]): Member[] {
  return applyChanges(
    [],
    changes.map(({ key, ...change }) => ({
      op: 'set',
      key,
      rawJson: change.op === 'set' ? change.rawJson : 'null',
    })),
  );
}

function refuseUnsayable(key: string, raw: string): void {
  const refuse = (why: string, hint: string): AppFailure =>
    new AppFailure({
      kind: 'invalid-input',
      field: key,
      message: `“${key}” cannot be set without having been read: ${why}. Nothing was saved.`,
      hint,
    });
  if (holdsNull(raw)) {
    throw refuse(
      'in a patch, null means “remove”',
      'Remove the key instead, or leave null out of the value.',
    );
  }
  if (isObject(raw)) {
    throw refuse(
      'the server would merge this object, unseen, into the one under that key',
      'Save it as text, or ask for a policy that grants “read” and “update”.',
    );
  }
}

/** Retries with the current version if check-and-set is required and the token may read it. */
async function sendKnowingCas(
  session: Session,
  place: KnownPlace,
  patch: string,
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<typeof sendPatch>>> {
  try {
    return await sendPatch(session, place, patch, undefined, signal);
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    const { error } = failure;
    if (failure instanceof VersionGone || (error.kind === 'invalid-path' && error.reason === 'absent')) {
      throw new AppFailure({
        ...error,
        message: `A patch changes what is there, and “${fullPath(place)}” has no values: ${failure instanceof VersionGone ? `version ${failure.facts.version} is deleted or destroyed` : 'there is no such entry'}.`,
        hint: 'It must be created first, by a token that can create it.',
      });
    }
    if (!/check-and-set parameter required/i.test((error.serverErrors ?? []).join())) throw failure;
  }
  const { mount, path } = place;
  const { currentVersion } = await session
    .run((caller) => readMetadataKv2(caller, mount.path, path), signal)
    .catch((failure: unknown) => {
      if (!(failure instanceof AppFailure) || failure.error.kind !== 'forbidden') throw failure;
      throw new AppFailure({
        ...failure.error,
        message: `“${fullPath(place)}” needs its current version to be saved, which this token cannot read. Nothing was saved.`,
      });
    });
  return sendPatch(session, place, patch, currentVersion, signal);
}
