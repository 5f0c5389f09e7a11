/**
 * What tabs behind others showed: facts about keys, never a value. Such an entry stays open in main, so that its tab can show
 * at once what it showed before, while it is read again. The frame says which places are still in a tab; what is in none is
 * closed. Main bounds the texts that it holds, so this bounds only their number.
 */
import type { EntryView } from '../../shared/vault/entry.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { leaveEntry } from './drafts.ts';

export interface LeftPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
  readonly version: number | undefined;
}

interface Left {
  readonly place: LeftPlace;
  readonly view: EntryView;
}

const mostLeft = 32;
/** The one left longest ago first. */
const left = new Map<string, Left>();
type InTab = (place: LeftPlace) => boolean;
const nowhere: InTab = () => false;
let isInTab = nowhere;

/** Tells which places are in a tab from now on (without an argument: none); what was left elsewhere is closed. */
export function keepLeftEntries(inTab = nowhere): void {
  isInTab = inTab;
  for (const [name, { place, view }] of left) if (!inTab(place)) close(name, view);
}

/** A tab no longer shows what it had open. It stays open where the tab may come back to the front. */
export function leaveForNow(place: LeftPlace, view: EntryView): void {
  if (!isInTab(place)) {
    leaveEntry(view.entryId);
    return;
  }
  const before = left.get(nameOf(place));
  if (before !== undefined) close(nameOf(place), before.view);
  left.set(nameOf(place), { place, view });
  for (const [name, oldest] of left) {
    if (left.size <= mostLeft) break;
    close(name, oldest.view);
  }
}

/** What was left open of a place, if anything. */
export function leftEntry(place: LeftPlace): EntryView | undefined {
  return left.get(nameOf(place))?.view;
}

/** The same; from now on it is the caller's to close. */
export function takeLeftEntry(place: LeftPlace): EntryView | undefined {
  const view = leftEntry(place);
  left.delete(nameOf(place));
  return view;
}

function close(name: string, { entryId }: EntryView): void {
  left.delete(name);
  leaveEntry(entryId);
}

function nameOf({ sessionId, mount, path, version }: LeftPlace): string {
  return JSON.stringify([sessionId, mount, path, version ?? null]);
}
