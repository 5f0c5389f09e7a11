import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';

export interface WhichEntry {
  readonly place: PlaceOfEntry;
  /** Undefined: the current version. */
  readonly version: number | undefined;
  /** Id under which it is already open in main. */
  readonly entryId: string | undefined;
}

interface Opened {
  readonly which: string;
  readonly view?: EntryView;
  readonly error?: AppError;
}

/** Keeps an entry version open in main while the component is mounted; its keys reach the page, its values do not. */
export function useSharedEntry({ place, version, entryId }: WhichEntry): Omit<Opened, 'which'> {
  const { sessionId, path } = place;
  const mount = place.mount.path;
  const which = JSON.stringify([sessionId, mount, path, version, entryId]);
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    let gone = false;
    let own: string | undefined;
    const at = { sessionId, mount, path, ...(version === undefined ? {} : { version }) };
    (entryId === undefined ? openEntry(at) : vault.entry.view({ entryId })).then(
      (view) => {
        if (entryId === undefined && gone) closeEntry(view.entryId);
        else if (!gone) {
          own = entryId === undefined ? view.entryId : undefined;
          setOpened({ which, view });
        }
      },
      (caught: unknown) => {
        if (!gone) setOpened({ which, error: appErrorOf(caught) });
      },
    );
    return () => {
      gone = true;
      if (own !== undefined) closeEntry(own);
    };
  }, [which, sessionId, mount, path, version, entryId]);
  return opened?.which === which ? opened : {};
}
