/**
 * Requested actions on entries, from anywhere: a tree menu, the header, the version list. The window has one dialog
 * and one notice; they live outside React, so that every component can request them.
 */
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EnvironmentView } from '../../../shared/vault/environments.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { Store, useStore } from '../../api/store.ts';

/** Action a dialog is opened for. `entryId`: the entry is already open in main and need not be read again. */
export type EntryAction =
  | {
      readonly kind: 'new-entry';
      readonly sessionId: string;
      /** Initial mount; the user can choose another. */
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
  /** An empty list means the current version; `current` is its number, if known. */
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
  /** Makes a view of environments, first with the entry `from`, or changes `view`. */
  | {
      readonly kind: 'environments';
      readonly sessionId: string;
      readonly from?: PlaceOfEntry;
      readonly view?: EnvironmentView;
    }
  | { readonly kind: 'compare'; readonly place: PlaceOfEntry; readonly version?: number }
  /** Selects the key to copy from a favourite. */
  | { readonly kind: 'copy-key'; readonly place: PlaceOfEntry }
  | { readonly kind: 'metadata'; readonly place: PlaceOfEntry }
  | {
      readonly kind: 'share';
      readonly place: PlaceOfEntry;
      readonly entryId?: string;
      readonly version?: number;
    }
  /** Shows the entry as references, for a file of variables. */
  | {
      readonly kind: 'use-in-program';
      readonly place: PlaceOfEntry;
      readonly version?: number;
      /** Names of its keys; absent: they are read. */
      readonly keys?: readonly string[];
    }
  | { readonly kind: 'who-changed'; readonly place: PlaceOfEntry }
  | { readonly kind: 'mount-config'; readonly sessionId: string; readonly mount: Mount }
  /** The file that describes the entries below a folder (empty, or with a trailing slash). */
  | {
      readonly kind: 'template-file';
      readonly sessionId: string;
      readonly mount: Mount;
      readonly folder: string;
    }
  | { readonly kind: 'export'; readonly sessionId: string; readonly places: readonly SelectedPlace[] }
  /** The latest export of the session: its progress, or its result. */
  | { readonly kind: 'exported'; readonly sessionId: string }
  /** Explains a refusal shown without space for a button. */
  | {
      readonly kind: 'why-refused';
      readonly sessionId: string;
      /** As in the error. */
      readonly path: string;
      readonly method: string | undefined;
    }
  /** A failed action without a dialog of its own. */
  | {
      readonly kind: 'failed';
      readonly place: PlaceOfEntry;
      readonly title: string;
      readonly error: AppError;
      readonly retry?: () => void;
    };

/** Props of the dialog of an action. */
export interface ActionProps<K extends EntryAction['kind']> {
  readonly action: Extract<EntryAction, { readonly kind: K }>;
  readonly session: SessionView;
}

/** Unobtrusive notice of a finished action, with undo if possible. */
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

/** Closes the open dialog. */
export function dismissAction(): void {
  asked.change({ action: undefined });
}

/** Shows a notice in place of the previous one. */
export function say(notice: Omit<Notice, 'id'>): void {
  asked.change({ notice: { ...notice, id: ++lastNotice } });
}

/** Removes a notice if it is still shown. */
export function dismissNotice(id: number): void {
  if (asked.snapshot().notice?.id === id) asked.change({ notice: undefined });
}

/** True while the dialog of an action of this kind is open. */
export function isAsked(kind: EntryAction['kind']): boolean {
  return asked.snapshot().action?.kind === kind;
}

/** Dialog and notice of the window. */
export function useAsked(): Asked {
  return useStore(asked);
}

/** Session of an action. */
export function sessionOf(action: EntryAction): string {
  return 'place' in action ? action.place.sessionId : action.sessionId;
}
