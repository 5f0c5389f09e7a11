/** A KV v2 entry's own settings, apart from those of its mount, and their display texts. */
import { counted } from './counted.ts';
import type { MetadataSettings } from './editing.ts';
import { formatDuration, parseDuration } from './ttl.ts';

/** Settings of an entry that differ from the engine's defaults; the mount's apply for the others. */
export function ownSettings(entry: MetadataSettings): Partial<MetadataSettings> {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = entry;
  return {
    ...(maxVersions === 0 ? {} : { maxVersions }),
    ...(casRequired ? { casRequired } : {}),
    ...(isDeletionSet(deleteVersionAfter) ? { deleteVersionAfter } : {}),
    ...(Object.keys(customMetadata).length === 0 ? {} : { customMetadata }),
  };
}

/** True if `delete_version_after` is not the default `0s`. */
export function isDeletionSet(deleteVersionAfter: string): boolean {
  return parseDuration(deleteVersionAfter) !== 0;
}

/** Each setting in a few words, e.g. `5 versions kept`; the values of custom metadata are left out. */
export function settingsInWords(settings: Partial<MetadataSettings>): readonly string[] {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = settings;
  return [
    ...(maxVersions === undefined ? [] : [`${counted(maxVersions, 'version')} kept`]),
    ...(casRequired === true ? ['check-and-set required'] : []),
    ...(deleteVersionAfter === undefined ? [] : [deletionInWords(deleteVersionAfter)]),
    ...(customMetadata === undefined ? [] : [`custom metadata (${Object.keys(customMetadata).join(', ')})`]),
  ];
}

function deletionInWords(after: string): string {
  const seconds = parseDuration(after);
  if (seconds !== undefined && seconds < 0) return 'versions never deleted by the server';
  return `versions deleted after ${seconds === undefined ? after : formatDuration(seconds)}`;
}
