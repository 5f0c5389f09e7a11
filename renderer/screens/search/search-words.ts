/** A search in words. Pure. */
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import type { SearchCounts } from '../../../shared/ipc/contract.ts';
import type { SearchSnapshot } from '../../parts/tree/search-store.ts';

/** Counts, rate and time left; the outcome once it has ended. */
export function progressText(snapshot: SearchSnapshot, nowMs: number): string {
  const { running, counts, end, foundCount, searchedFor } = snapshot;
  if (running) {
    if (counts === undefined) return snapshot.ofValues ? 'Waiting for the secure prompt…' : 'Starting…';
    return [
      `${grouped(foundCount)} found`,
      `${counted(counts.foldersRead, 'folder')} read, ${grouped(counts.foldersWaiting)} waiting`,
      counted(counts.namesSeen, 'name'),
      ...entriesText(counts),
      ...rateText(snapshot, counts, nowMs),
    ].join(' · ');
  }
  if (end !== undefined) {
    const entries = counts?.entriesRead ?? 0;
    const looked = `${counted(counts?.namesSeen ?? end.namesSeen, 'name')} in ${counted(
      counts?.foldersRead ?? end.foldersRead,
      'folder',
    )}${entries === 0 ? '' : `, ${entries === 1 ? '1 entry' : `${grouped(entries)} entries`} read`}`;
    switch (end.outcome) {
      case 'done':
        return foundCount === 0
          ? `Nothing ${matches(snapshot)} among ${looked}.`
          : `${grouped(foundCount)} found among ${looked}.`;
      case 'cancelled':
        return `Cancelled: ${grouped(foundCount)} found so far, among ${looked}.`;
      case 'stopped':
        return `${grouped(foundCount)} found before it stopped, among ${looked}.`;
    }
  }
  return searchedFor === undefined ? 'One request a folder. Empty text finds everything.' : '';
}

function matches({ ofValues, searchedFor }: SearchSnapshot): string {
  return ofValues || searchedFor === undefined ? 'matches' : `matches “${searchedFor.text}”`;
}

function entriesText({ entriesRead, entriesWaiting }: SearchCounts): readonly string[] {
  const all = entriesRead + entriesWaiting;
  return all === 0 ? [] : [`${grouped(entriesRead)} of ${grouped(all)} entries read`];
}

/** Time left is known once no folder waits. */
function rateText(
  { startedMs }: SearchSnapshot,
  { foldersRead, foldersWaiting, entriesRead, entriesWaiting }: SearchCounts,
  nowMs: number,
): readonly string[] {
  const seconds = (nowMs - startedMs) / 1000;
  const rate = (foldersRead + entriesRead) / seconds;
  if (seconds < 1 || rate < 1) return [];
  const left =
    foldersWaiting === 0 && entriesWaiting > 0 ? [`${timeSpan((entriesWaiting / rate) * 1000)} to go`] : [];
  return [`${grouped(Math.round(rate))} a second`, ...left];
}
