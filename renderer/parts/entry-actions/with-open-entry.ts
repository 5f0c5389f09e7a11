import { openEntry } from '../../api/entries.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { forgetEntry } from './run.ts';

export interface WhichEntry {
  readonly place: PlaceOfEntry;
  /** Without one the current version. */
  readonly version?: number | undefined;
  /** It is open in main already. */
  readonly entryId?: string | undefined;
}

/** Does something with an entry that is open in main, opening it for as long as that takes where it is not. */
export async function withOpenEntry<T>(
  { place, version, entryId }: WhichEntry,
  act: (entryId: string) => Promise<T>,
): Promise<T> {
  if (entryId !== undefined) return act(entryId);
  const { sessionId, mount, path } = place;
  const view = await openEntry({
    ...{ sessionId, mount: mount.path, path },
    ...(version === undefined ? {} : { version }),
  });
  try {
    return await act(view.entryId);
  } finally {
    forgetEntry(view.entryId);
  }
}
