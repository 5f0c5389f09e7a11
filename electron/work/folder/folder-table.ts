/**
 * The table of a folder: the metadata of each entry in it, or of all below it. One request an entry, or one for a page
 * of entries where the server lists metadata (OpenBao); none on engines without metadata. Values are never read; key names only on request, by `subkeys`.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { isDeletedAt, recentDays } from '../../../shared/vault/folder-table.ts';
import type { FolderMetadata, FolderRow } from '../../../shared/vault/folder-table.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { unpackNames } from '../../../shared/vault/names.ts';
import { dueDates, remindersIn, urgencyOf } from '../../../shared/vault/reminders.ts';
import type { ReminderNames } from '../../../shared/vault/reminders.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import type { Session } from '../../core/session/session.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { listMetadataKv2, readMetadataKv2 } from '../../vault/api/kv-v2-metadata.ts';
import type { MetadataPage } from '../../vault/api/kv-v2-metadata.ts';
import { readSubkeysKv2 } from '../../vault/api/kv-v2.ts';
import { listFolder } from '../../vault/api/lists.ts';
import { eachBounded } from '../bounded.ts';
import type { FindingsReport, FindingsWork } from '../jobs.ts';
import type { Pace } from '../pace.ts';
import { walkSelection } from '../selected-entries.ts';

export interface FolderToRead {
  readonly session: Session;
  readonly mount: Mount;
  /** Empty, or ending in `/`. */
  readonly path: string;
  /** All entries below the folder, not only those in it. */
  readonly below: boolean;
  /** Counts keys as well, which costs a second request an entry. */
  readonly keys: boolean;
  /** Names of the fields that hold reminders. */
  readonly names: ReminderNames;
  readonly pace: Pace;
  /** Told the number of overdue entries once all were read. */
  readonly overdue?: (entries: number) => void;
}

/** Most requests at a time that the settings allow; the pace decides how many run. */
const MOST_AT_A_TIME = 16;
/** Entries of a page of metadata: an entry with a hundred versions takes some 12 KB. */
const PAGE = 200;

/** Work that fills the table. It stops at a connection-wide error, and if the folder itself cannot be listed. */
export function folderTable(folder: FolderToRead): FindingsWork<FolderRow> {
  const { session, mount, below, pace } = folder;
  const path = folder.path === '' || folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return async (jobReport) => {
    let overdue = 0;
    const report: FindingsReport<FolderRow> = {
      ...jobReport,
      found: (row) => {
        if (isOverdue(row, Date.now())) overdue++;
        jobReport.found(row);
      },
    };
    const stopped = await readAll(report);
    if (stopped === undefined) folder.overdue?.(overdue);
    return stopped;
  };

  async function readAll(report: FindingsReport<FolderRow>): Promise<AppError | undefined> {
    if (mount.engine === 'other') throw new AppFailure(withoutEntries(mount));
    let entries = 0;
    const read = async (paths: readonly string[]): Promise<void> => {
      report.total((entries += paths.length));
      await readRows({ ...folder, path }, paths, report);
    };
    if (below)
      return walkSelection([{ sessionId: session.sessionId, mount: mount.path, path }], {
        sessionOf: () => session,
        paceOf: () => pace,
        onEntries: (found) => read(found.map((entry) => entry.path)),
        count: () => undefined,
        unread: report.unread,
        signal: report.signal,
      });
    const list = await session.run(
      (caller) => pace.run(() => listFolder(caller, mount, path)),
      report.signal,
    );
    await read(
      unpackNames(list.packed)
        .filter((name) => !name.endsWith('/'))
        .map((name) => path + name),
    );
    return undefined;
  }
}

function isOverdue({ metadata }: FolderRow, nowMs: number): boolean {
  const dates = dueDates(metadata?.reminders, metadata?.currentTime ?? '');
  return dates.some((due) => urgencyOf(due, nowMs) === 'overdue');
}

/** Reads the rows of some entries, a few at a time; one that cannot be read is a row with the reason. */
async function readRows(
  { session, mount, keys, names, pace }: FolderToRead,
  paths: readonly string[],
  { found, step, unread, signal }: FindingsReport<FolderRow>,
): Promise<void> {
  if (mount.engine !== 'kv2') {
    for (const path of paths) {
      found({ path });
      step();
    }
    return;
  }
  await session.run(async (caller) => {
    let known: ReadonlyMap<string, EntryMetadata> = new Map();
    const read = (some: readonly string[]): Promise<void> =>
      eachBounded(some, MOST_AT_A_TIME, signal, async (path) => {
        const row = await readRow(caller, path, known.get(path));
        if (signal.aborted) return;
        if (row.problem !== undefined) unread(mount.path + path, row.problem);
        found(row);
        step();
      });
    const left = new Set(paths);
    // One entry is read by one request, too.
    if (paths.length > 1 && session.view().health.kind === 'openbao')
      for await (const page of pagesOf(caller, paths[0] ?? '')) {
        known = page;
        await read([...page.keys()].filter((path) => left.delete(path)));
      }
    await read([...left]);
  }, signal);

  /** Pages of metadata in the folder of an entry; none if the server or the token's policies do not offer them. */
  async function* pagesOf(caller: Caller, path: string): AsyncGenerator<Map<string, EntryMetadata>> {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;) {
      const options: { readonly after: string; readonly limit: number } = { after, limit: PAGE };
      const page: MetadataPage | undefined = await pace.run(() =>
        listMetadataKv2(caller, mount.path, folder, options),
      );
      if (page === undefined) return;
      yield new Map([...page.entries].map(([name, facts]) => [folder + name, facts]));
      after = page.last;
    }
  }

  async function readRow(caller: Caller, path: string, listed?: EntryMetadata): Promise<FolderRow> {
    const metadata =
      listed === undefined
        ? await orReason(() => pace.run(() => readMetadataKv2(caller, mount.path, path)))
        : { value: listed };
    if ('reason' in metadata) return { path, problem: metadata.reason };
    const row = { path, metadata: folderMetadata(metadata.value, names, Date.now()) };
    if (!keys) return row;
    const found = await orReason(() => pace.run(() => readSubkeysKv2(caller, mount.path, path)));
    if ('reason' in found) return row;
    const { facts, subkeys } = found.value;
    // Of deleted values there is nothing to count.
    const isGone = facts.destroyed || isDeletedAt(facts, Date.now());
    return isGone ? row : { ...row, keys: Object.keys(subkeys).length };
  }
}

/** Metadata as a table needs it: without old versions that are as they were written. */
export function folderMetadata(entry: EntryMetadata, names: ReminderNames, nowMs: number): FolderMetadata {
  const { currentVersion, createdTime, updatedTime, maxVersions, deleteVersionAfter, versions } = entry;
  const sinceMs = nowMs - recentDays * 86_400_000;
  const reminders = remindersIn(entry.customMetadata, names);
  return {
    currentVersion,
    createdTime,
    updatedTime,
    storedVersions: versions.filter(({ destroyed }) => !destroyed).length,
    maxVersions,
    deleteVersionAfter,
    currentTime: versions.find(({ version }) => version === currentVersion)?.createdTime ?? '',
    versions: versions.filter(
      ({ createdTime: written, deletionTime, destroyed }) =>
        destroyed || deletionTime !== '' || !(Date.parse(written) < sinceMs),
    ),
    ...(reminders === undefined ? {} : { reminders }),
  };
}

/** Throws connection-wide errors and the end of the job; the refusal of one entry is returned. */
async function orReason<T>(
  read: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  try {
    return { value: await read() };
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'internal' || error.kind === 'cancelled') throw failure;
    return { reason: error.message };
  }
}

function withoutEntries({ path }: Mount): AppError {
  return {
    kind: 'invalid-request',
    message: `“${path}” is not a KV engine: it has no entries.`,
    hint: 'Open a folder of a KV mount.',
  };
}
