/** Copies a key's value from an entry not open here: main reads, copies and forgets it, without revealing it. */
import { useEffect, useState } from 'react';
import type { Destination } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { closeEntry, openEntry } from '../../api/entries.ts';
import { announce } from '../../ui/announce.tsx';

/** Copies one key of an entry; rejects if the entry cannot be read or lacks the key. */
export async function copyKeyOf(
  sessionId: string,
  { mount, path, version }: Destination,
  key: string,
): Promise<void> {
  const at = version === undefined ? {} : { version };
  const { entryId } = await openEntry({ sessionId, mount: mount.path, path, ...at });
  try {
    await copyKey(entryId, key, copiedLabel(path, key));
  } finally {
    closeEntry(entryId);
  }
}

/** `database › password`. */
export function copiedLabel(path: string, key: string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)} › ${key}`;
}

/** Copies a key of an entry open in main, and announces it. */
export async function copyKey(entryId: string, key: string, label: string): Promise<void> {
  const { problem } = await vault.entry.copy({ entryId, key });
  announce(problem ?? `Copied ${label}.`);
}

/** Keeps an entry open in main while its keys are shown; its values stay there. */
export function useEntryKeys(
  sessionId: string,
  { mount, path }: EntryPlace,
): { readonly view?: EntryView; readonly error?: AppError } {
  const [read, setRead] = useState<{ readonly view?: EntryView; readonly error?: AppError }>({});
  useEffect(() => {
    const controller = new AbortController();
    let entryId: string | undefined;
    const forget = (): void => {
      if (entryId !== undefined) closeEntry(entryId);
    };
    openEntry({ sessionId, mount: mount.path, path }, controller.signal).then(
      (view) => {
        entryId = view.entryId;
        if (controller.signal.aborted) forget();
        else setRead({ view });
      },
      (caught: unknown) => {
        if (!controller.signal.aborted) setRead({ error: appErrorOf(caught) });
      },
    );
    return () => {
      controller.abort();
      forget();
    };
  }, [sessionId, mount, path]);
  return read;
}
