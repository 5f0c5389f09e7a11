/** Words of the prompts before permanent removals: the object, its extent, and its path to be typed. */
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
  const what = count === 1 ? 'version' : 'versions';
  const current = metadata !== undefined && versions.includes(metadata.currentVersion);
  return {
    title: count === 1 ? 'Destroy this version?' : `Destroy ${count} versions?`,
    body: [
      `The values of ${what} ${listed(versions)} of “${fullPath(place)}” are destroyed.`,
      ...(current ? ['The current version is among them: reading the entry will find no values.'] : []),
      'This cannot be undone. Other versions and the settings of the entry stay.',
    ],
    action: count === 1 ? `Destroy version ${versions[0] ?? ''}` : `Destroy ${count} versions`,
    typedName: fullPath(place),
  };
}

/** The question before an entry is removed entirely. */
export function everythingWords(place: KnownPlace, metadata: EntryMetadata | undefined): Question {
  const path = fullPath(place);
  const versions = metadata?.versions.length;
  const removed =
    place.mount.engine !== 'kv2'
      ? `The entry “${path}” is deleted with all its keys. This engine keeps no earlier versions.`
      : versions === undefined
        ? `“${path}” is deleted with all its versions, its settings and its custom metadata.`
        : `“${path}” is deleted with ${versions === 1 ? 'its one version' : `all its ${versions} versions`}, its settings and its custom metadata.`;
  return {
    title: 'Delete everything?',
    body: [removed, 'This cannot be undone: nothing of it can be brought back.'],
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
