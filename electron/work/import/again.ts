/**
 * Goes on with an import whose app has ended: its file is read again, and each row is compared with the server. Versions
 * that the run wrote are found by their values, and never written twice.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Judged, MainImport, StoredRow } from '../plan/plans.ts';
import { targetOf } from '../plan/plans.ts';
import type { Requests } from '../plan/requests.ts';
import type { MappedEntry, ReadFile } from './imported-entry.ts';
import { mapped } from './mapping.ts';
import { imported, importing, isSame, versionsFor, writtenBefore } from './write.ts';

/** A file that was chosen again. */
interface Again {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly read: ReadFile;
}

/**
 * The items of an import by their paths at its destination. Rejects with `invalid-input` if the file has another size,
 * or other items, than that of the run.
 */
export async function itemsAgain(
  { to, source, fileName: before }: MainImport,
  { fileName, bytes, read }: Again,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MappedEntry>> {
  const { sizeBytes, items, mapping } = source;
  const isOther = bytes.length !== sizeBytes || read.entries.length !== items;
  const found = new Map<string, MappedEntry>();
  if (!isOther)
    for (const item of await mapped(read, mapping, signal)) {
      const path = to.path === '' || to.path.endsWith('/') ? to.path + item.path : `${to.path}/${item.path}`;
      // Of several items of one path the plan runs the first.
      if (!found.has(path)) found.set(path, item);
    }
  if (!isOther && paths.every((path) => found.has(path))) return found;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'file',
    message: `“${fileName}” is not the file of this import: that was “${before}”, ${String(sizeBytes)} bytes, ${String(items)} items. Nothing was done.`,
    hint: 'Choose the unchanged file. To import this one, forget the plan.',
  });
}

/** Judges a row of such an import. `hasBegun`, `isDone`: as its journal says. */
export async function judgeAgain(
  action: MainImport,
  row: StoredRow,
  { hasBegun, isDone }: { readonly hasBegun: boolean; readonly isDone: boolean },
  requests: Requests,
): Promise<Judged> {
  const target = targetOf(row);
  const versions = versionsFor(row);
  const { over = 0 } = row;
  const isAnew = !hasBegun && !isDone;
  if (target.mount.engine !== 'kv2') {
    if (await isSame(target, versions.at(-1)?.members ?? [], requests))
      return isAnew ? importing.judge(action, row, requests) : doneBefore;
    return isDone ? changedSince : importing.judge(action, row, requests);
  }
  const there = await requests.metadata(target);
  const written = await writtenBefore(row, versions, there, requests).catch((failure: unknown) => {
    if (failure instanceof AppFailure && failure.error.kind === 'conflict') return undefined;
    throw failure;
  });
  if (written === undefined || (written === 0 && isDone))
    return isAnew ? importing.judge(action, row, requests) : changedSince;
  if (written === 0) return importing.judge(action, row, requests);
  const isWhole = written === versions.length;
  const ends =
    versions.some(({ gone }) => gone !== undefined) || Object.keys(imported(row).settings).length > 0;
  if (isWhole && (isDone || !ends)) return { ...doneBefore, seen: over, over };
  const most = `${String(versions.length)} ${versions.length === 1 ? 'version' : 'versions'}`;
  return {
    effect: 'go-on',
    seen: over,
    over,
    ...(versions.length > 1 ? { versions: versions.map((_version, at) => at + 1) } : {}),
    reason: `${String(written)} of ${most} written, and equal to the file.`,
  };
}

const doneBefore: Judged = { effect: 'done-before', reason: 'Read back: it is equal to the file.' };
const changedSince: Judged = {
  effect: 'conflict',
  reason: 'It has other values than the file by now, and stays as it is.',
};
