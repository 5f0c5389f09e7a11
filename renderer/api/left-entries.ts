/**
 * Entries of background tabs: facts about keys, never a value. Such an entry stays open in main, so that its tab can
 * show its last state at once while it is read again. The frame reports the places still in a tab; the other entries
 * are closed. Main bounds the size of the texts, this file only their number.
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
/** Longest in the background first. */
const left = new Map<string, Left>();
type InTab = (place: LeftPlace) => boolean;
const nowhere: InTab = () => false;
let isInTab = nowhere;

/** Sets the test for places in a tab (default: none) and closes entries of other places. */
export function keepLeftEntries(inTab = nowhere): void {
  isInTab = inTab;
  for (const [name, { place, view }] of left) if (!inTab(place)) close(name, view);
}

/** Called when a tab hides its open entry. The entry stays open if the tab can return to the front. */
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

/** Entry left open for a place, if any. */
export function leftEntry(place: LeftPlace): EntryView | undefined {
  return left.get(nameOf(place))?.view;
}

/** Takes that entry; the caller must close it from now on. */
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
