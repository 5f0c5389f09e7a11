import { closeEntry, openEntry } from '../../api/entries.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';

export interface WhichEntry {
  readonly place: PlaceOfEntry;
  /** Default: the current version. */
  readonly version?: number | undefined;
  /** Id if it is already open in main. */
  readonly entryId?: string | undefined;
}

/** Runs an action on an entry open in main; opens it for the duration if necessary. */
export async function withOpenEntry<T>(
  { place, version, entryId }: WhichEntry,
  act: (entryId: string) => Promise<T>,
): Promise<T> {
  if (entryId !== undefined) return act(entryId);
  const { sessionId, mount, path } = place;
  const view = await openEntry({
    sessionId,
    mount: mount.path,
    path,
    ...(version === undefined ? {} : { version }),
  });
  try {
    return await act(view.entryId);
  } finally {
    closeEntry(view.entryId);
  }
}
