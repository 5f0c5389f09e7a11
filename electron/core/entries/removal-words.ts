/** Words of the prompts before permanent removals: the object, its extent, and its path to be typed. */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Question } from '../../vault/http/types.ts';
import { fullPath } from './current.ts';
import type { KnownPlace } from './current.ts';

/** The question before versions are destroyed. */
export function destroyWords(
  place: KnownPlace,
  versions: readonly number[],
  metadata: EntryMetadata | undefined,
): Question {
  const count = versions.length;
  const current = metadata !== undefined && versions.includes(metadata.currentVersion);
  return {
    title: count === 1 ? 'Destroy this version?' : `Destroy ${count} versions?`,
    facts: [
      { name: 'Entry', value: fullPath(place) },
      prose(
        count === 1 ? 'Version' : 'Versions',
        `${listed(versions)}${current ? ', with the current one' : ''}`,
      ),
    ],
    action: count === 1 ? `Destroy version ${versions[0] ?? ''}` : `Destroy ${count} versions`,
    typedName: fullPath(place),
  };
}

/** The question before an entry is removed entirely. */
export function everythingWords(place: KnownPlace, metadata: EntryMetadata | undefined): Question {
  const path = fullPath(place);
  const versions = metadata === undefined ? 'all' : String(metadata.versions.length);
  return {
    title: 'Delete everything?',
    facts: [{ name: 'Entry', value: path }, prose('Versions', place.mount.engine === 'kv2' ? versions : '')],
    action: 'Delete everything',
    typedName: path,
  };
}

const MOST_LISTED = 20;

function listed(versions: readonly number[]): string {
  const sorted = [...versions].sort((a, b) => a - b);
  const shown = sorted.slice(0, MOST_LISTED).join(', ');
  return sorted.length > MOST_LISTED ? `${shown} and ${sorted.length - MOST_LISTED} more` : shown;
}
