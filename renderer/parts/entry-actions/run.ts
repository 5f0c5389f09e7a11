/**
 * What needs no dialog of the page: undelete at once, and the two that main asks about in the trusted view. What fails
 * is told in a dialog, with the way to try again; what was declined is nothing.
 */
import type { EntryTextFormat } from '../../../shared/vault/editing.ts';
import { closeEntry, copyEntryAs } from '../../api/entries.ts';
import { appErrorOf } from '../../api/client.ts';
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

/** Brings deleted versions back. */
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
 * Hides the values of versions (none named: the current one), and offers the way back. Main sees to it that what is
 * deleted is what was named. Throws what it failed with.
 */
export async function runDelete(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await deleteVersions(place, versions);
  tellEntryChanged(place, 'changed');
  const what = versions.length === 0 ? 'the current version' : versionsText(versions);
  notify(
    place,
    `Deleted ${what} of ${fullPath(place)}.`,
    versions.length === 0
      ? {}
      : { undo: { label: 'Undelete', run: () => void runUndelete(place, versions) } },
  );
}

/** Destroys versions for good, once main has asked for the typed name. */
export async function runDestroy(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  const what = versionsText(versions);
  await run(place, {
    title: `${capital(what)} could not be destroyed`,
    act: () => destroyVersions(place, versions),
    done: `Destroyed ${what} of ${fullPath(place)}.`,
    event: 'changed',
    again: () => void runDestroy(place, versions),
  });
}

/** Removes an entry with all its versions and metadata (v1, cubbyhole: the entry), once main has asked. */
export async function runDeleteEverything(place: PlaceOfEntry): Promise<void> {
  await run(place, {
    title: `${fullPath(place)} could not be deleted`,
    act: () => deleteEverything(place),
    done: isVersioned(place.mount)
      ? `Deleted everything of ${fullPath(place)}.`
      : `Deleted ${fullPath(place)} for good.`,
    event: 'gone',
    again: () => void runDeleteEverything(place),
  });
}

/** What the forms of another tool are called, in the order of menus. */
export const textFormats: readonly (readonly [EntryTextFormat, string])[] = [
  ['env', '.env'],
  ['json', 'JSON'],
  ['yaml', 'YAML'],
  ['cli', 'CLI command'],
];

/** Copies a whole open entry in the form of another tool; the values do not come here. */
export async function runCopyAs(
  place: PlaceOfEntry,
  entryId: string,
  [format, name]: (typeof textFormats)[number],
): Promise<void> {
  try {
    const { warnings, problem } = await copyEntryAs(entryId, format);
    const all = problem === undefined ? warnings : [problem, ...warnings];
    notify(place, `Copied ${fullPath(place)} as ${name}, without showing it.`, { warnings: all });
  } catch (caught) {
    const error = appErrorOf(caught);
    if (error.kind === 'cancelled') return;
    askAction({ kind: 'failed', place, title: `${fullPath(place)} was not copied as ${name}`, error });
  }
}

/** Says what was done, to eyes and to readers of the screen. */
export function notify(
  place: Pick<PlaceOfEntry, 'sessionId'>,
  text: string,
  more: Partial<Pick<Notice, 'warnings' | 'undo'>> = {},
): void {
  announce(text);
  say({ sessionId: place.sessionId, text, warnings: [], ...more });
}

/** Lets main forget an entry that was only opened for an action. */
export function forgetEntry(entryId: string): void {
  closeEntry(entryId);
}

/** The browse path, as people write it. */
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
    // Nobody knows whether it was done: what is shown must be read again.
    if (error.kind === 'outcome-unknown') tellEntryChanged(place, 'changed');
    const repeat = error.kind === 'outcome-unknown' ? {} : { retry: again };
    askAction({ kind: 'failed', place, title, error, ...repeat });
    return;
  }
  tellEntryChanged(place, event);
  notify(place, done);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
