/** Entries that are due, among the folders read in this run; nothing is read for it. */
import { useMemo } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';
import { dueDates, urgencyOf } from '../../../shared/vault/reminders.ts';
import type { DueDate } from '../../../shared/vault/reminders.ts';
import { useStore } from '../../api/store.ts';
import { aMinute, useNow } from '../../ui/now.ts';
import { foldersOf, type FolderTable } from './folder-tables.ts';

/** An entry with a date that has passed, comes soon, or cannot be read. */
export interface DueEntry {
  readonly mount: Mount;
  readonly path: string;
  readonly owner: string | undefined;
  /** The most pressing of its dates. */
  readonly due: DueDate;
  readonly urgency: 'overdue' | 'soon' | 'unreadable';
}

/** Folders read to an end, the latest first, and what is due in them, the earliest first. */
export interface DueList {
  readonly read: readonly FolderTable[];
  readonly entries: readonly DueEntry[];
}

/** Gathers what is due; an entry in several tables counts as it was read last. */
export function dueIn(tables: readonly FolderTable[], nowMs: number): DueList {
  const endedMs = (table: FolderTable): number => table.snapshot().reading?.endedMs ?? 0;
  const read = tables
    .filter((table) => endedMs(table) > 0)
    .sort((one, other) => endedMs(other) - endedMs(one));
  const entries: DueEntry[] = [];
  const seen = new Set<string>();
  for (const { mount, snapshot } of read)
    for (const { path, metadata } of snapshot().rows) {
      if (metadata === undefined || seen.has(mount.path + path)) continue;
      seen.add(mount.path + path);
      const dates = dueDates(metadata.reminders, metadata.currentTime);
      for (const due of dates) {
        const urgency = urgencyOf(due, nowMs);
        if (urgency === 'later') continue;
        entries.push({ mount, path, owner: metadata.reminders?.owner, due, urgency });
        break;
      }
    }
  entries.sort((one, other) => (one.due.atMs ?? Infinity) - (other.due.atMs ?? Infinity));
  return { read, entries };
}

/** Entries of a session that are due, as known now. */
export function useDue(sessionId: string): DueList {
  const tables = useStore(foldersOf(sessionId));
  const minute = useNow(currentMinute, aMinute);
  return useMemo(() => dueIn(tables, minute), [tables, minute]);
}

/** Urgency of the entries that are due, by mount and path. */
export function useDueMarks(sessionId: string): ReadonlyMap<string, DueEntry['urgency']> {
  const { entries } = useDue(sessionId);
  return useMemo(
    () => new Map(entries.map(({ mount, path, urgency }) => [mount.path + path, urgency])),
    [entries],
  );
}

function currentMinute(nowMs: number): number {
  return Math.floor(nowMs / 60_000) * 60_000;
}
