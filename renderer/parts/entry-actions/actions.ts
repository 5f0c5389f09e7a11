/**
 * What a person asked to be done to an entry, from wherever: a menu of the tree, the header, the list of versions. One
 * dialog and one notice exist in the window; they live outside React, so that every place can ask and none owns them.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { Store, useStore } from '../../api/store.ts';

/** What a dialog is asked for. `entryId`: the entry is open in main already and need not be read for this. */
export type EntryAction =
  | {
      readonly kind: 'new-entry';
      readonly sessionId: string;
      /** Where it starts; the person may choose another. */
      readonly mount?: Mount;
      /** Empty or with a trailing slash. */
      readonly folder: string;
    }
  | {
      readonly kind: 'duplicate';
      readonly place: PlaceOfEntry;
      readonly entryId?: string;
      readonly version?: number;
    }
  | { readonly kind: 'rename'; readonly place: PlaceOfEntry; readonly entryId?: string }
  /** No versions: the current one; `current` is its number, where it is known. */
  | {
      readonly kind: 'delete';
      readonly place: PlaceOfEntry;
      readonly versions: readonly number[];
      readonly current?: number;
    }
  | {
      readonly kind: 'restore';
      readonly place: PlaceOfEntry;
      readonly version: number;
      readonly entryId?: string;
      readonly current?: number;
    }
  | { readonly kind: 'compare'; readonly place: PlaceOfEntry; readonly version?: number }
  /** Chooses the key that is copied from a favourite. */
  | { readonly kind: 'copy-key'; readonly place: PlaceOfEntry }
  | { readonly kind: 'metadata'; readonly place: PlaceOfEntry }
  | {
      readonly kind: 'share';
      readonly place: PlaceOfEntry;
      readonly entryId?: string;
      readonly version?: number;
    }
  | { readonly kind: 'who-changed'; readonly place: PlaceOfEntry }
  | { readonly kind: 'mount-config'; readonly sessionId: string; readonly mount: Mount }
  /** Explains a refusal that has no room for a button of its own. */
  | {
      readonly kind: 'why-refused';
      readonly sessionId: string;
      /** As the error says it. */
      readonly path: string;
      readonly method: string | undefined;
    }
  /** Something without a dialog of its own has failed. */
  | {
      readonly kind: 'failed';
      readonly place: PlaceOfEntry;
      readonly title: string;
      readonly error: AppError;
      readonly retry?: () => void;
    };

/** What was just done, said where it does not get in the way; with a way back where there is one. */
export interface Notice {
  readonly id: number;
  readonly sessionId: string;
  readonly text: string;
  readonly warnings: readonly string[];
  readonly undo?: { readonly label: string; readonly run: () => void };
}

interface Asked {
  readonly action: EntryAction | undefined;
  readonly notice: Notice | undefined;
}

const asked = new Store<Asked>({ action: undefined, notice: undefined });
let lastNotice = 0;

/** Opens the dialog of an action. */
export function askAction(action: EntryAction): void {
  asked.change({ action });
}

/** Closes the dialog, whatever it is. */
export function dismissAction(): void {
  asked.change({ action: undefined });
}

/** Says what was done, in place of what was said before. */
export function say(notice: Omit<Notice, 'id'>): void {
  asked.change({ notice: { ...notice, id: ++lastNotice } });
}

/** Takes a notice away, if it is still the one. */
export function dismissNotice(id: number): void {
  if (asked.snapshot().notice?.id === id) asked.change({ notice: undefined });
}

/** The dialog and the notice of the window. */
export function useAsked(): Asked {
  return useStore(asked);
}

/** The session an action is about. */
export function sessionOf(action: EntryAction): string {
  return 'place' in action ? action.place.sessionId : action.sessionId;
}
