/**
 * Actions without a dialog of the page: undelete at once, and the two confirmed in the secure prompt. A failure opens
 * a dialog with a retry; a declined action is ignored.
 */
import { capital } from '../../../shared/vault/one-line.ts';
import type { EntryTextFormat } from '../../../shared/vault/editing.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import {
  deleteEverything,
  deleteVersions,
  destroyVersions,
  tellEntryChanged,
  undeleteVersions,
  type EntryEvent,
  type PlaceOfEntry,
} from '../../api/entry-actions.ts';
import { announce } from '../../ui/announce.tsx';
import { askAction, say, type Notice } from './actions.ts';
import { isVersioned, versionsText } from './words.ts';

/** Restores deleted versions. */
export async function runUndelete(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  const what = versionsText(versions);
  await run(place, {
    title: `${capital(what)} could not be undeleted`,
    act: () => undeleteVersions(place, versions),
    done: `${capital(what)} of ${fullPath(place)} can be read again.`,
    event: 'changed',
    again: () => void runUndelete(place, versions),
  });
}

/**
 * Hides the values of versions (an empty list means the current one) and offers undo. Main ensures that only the
 * named versions are deleted. Throws the error of a failed deletion.
 */
export async function runDelete(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await deleteVersions(place, versions);
  tellEntryChanged(place, 'deleted');
  const what = versions.length === 0 ? 'the current version' : versionsText(versions);
  notify(
    place,
    `Deleted ${what} of ${fullPath(place)}.`,
    versions.length === 0
      ? {}
      : { undo: { label: 'Undelete', run: () => void runUndelete(place, versions) } },
  );
}

/** Destroys versions for good, after main has asked for the typed name. */
export async function runDestroy(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  const what = versionsText(versions);
  await run(place, {
    title: `${capital(what)} could not be destroyed`,
    act: () => destroyVersions(place, versions),
    done: `Destroyed ${what} of ${fullPath(place)}.`,
    event: 'deleted',
    again: () => void runDestroy(place, versions),
  });
}

/** Removes an entry with all versions and metadata (v1, cubbyhole: the entry), after main has asked. */
export async function runDeleteEverything(place: PlaceOfEntry): Promise<void> {
  await run(place, {
    title: `${fullPath(place)} could not be deleted`,
    act: () => deleteEverything(place),
    done: isVersioned(place.mount)
      ? `Deleted everything of ${fullPath(place)}.`
      : `Permanently deleted ${fullPath(place)}.`,
    event: 'gone',
    again: () => void runDeleteEverything(place),
  });
}

/** Names of other tools' formats, in menu order. */
export const textFormats: readonly (readonly [EntryTextFormat, string])[] = [
  ['env', '.env'],
  ['json', 'JSON'],
  ['yaml', 'YAML'],
  ['cli', 'CLI command'],
];

/** Copies a whole open entry in another tool's format; its values stay in main. */
export async function runCopyAs(
  place: PlaceOfEntry,
  entryId: string,
  [format, name]: (typeof textFormats)[number],
): Promise<void> {
  try {
    const { warnings, problem } = await vault.entry.copyAs({ entryId, format });
    const all = problem === undefined ? warnings : [problem, ...warnings];
    notify(place, `Copied ${fullPath(place)} as ${name}, without showing it.`, { warnings: all });
  } catch (caught) {
    const error = appErrorOf(caught);
    if (error.kind === 'cancelled') return;
    askAction({ kind: 'failed', place, title: `${fullPath(place)} was not copied as ${name}`, error });
  }
}

/** Shows a notice and announces it to screen readers. */
export function notify(
  place: Pick<PlaceOfEntry, 'sessionId'>,
  text: string,
  more: Partial<Pick<Notice, 'warnings' | 'undo'>> = {},
): void {
  announce(text);
  say({ sessionId: place.sessionId, text, warnings: [], ...more });
}

/** Browse path, as people write it. */
export function fullPath({ mount, path }: Pick<PlaceOfEntry, 'mount' | 'path'>): string {
  return mount.path + path;
}

interface Deed {
  readonly title: string;
  readonly act: () => Promise<void>;
  readonly done: string;
  readonly event: EntryEvent;
  readonly again: () => void;
}

async function run(place: PlaceOfEntry, { title, act, done, event, again }: Deed): Promise<void> {
  try {
    await act();
  } catch (caught) {
    const error = appErrorOf(caught);
    if (error.kind === 'cancelled') return;
    // The outcome is unknown: visible data must be read again.
    if (error.kind === 'outcome-unknown') tellEntryChanged(place, 'changed');
    const repeat = error.kind === 'outcome-unknown' ? {} : { retry: again };
    askAction({ kind: 'failed', place, title, error, ...repeat });
    return;
  }
  tellEntryChanged(place, event);
  notify(place, done);
}
