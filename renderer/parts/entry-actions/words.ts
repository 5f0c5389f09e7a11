/** Words for the four kinds of deletion, the same everywhere. */
import type { MetadataSettings } from '../../../shared/vault/editing.ts';
import { ownSettings, settingsInWords } from '../../../shared/vault/entry-settings.ts';
import type { Mount } from '../../../shared/vault/mount.ts';

/** `version 7`, `versions 3 and 5`, `versions 1, 2 and 9`; many: `12 versions`. */
export function versionsText(versions: readonly number[]): string {
  const sorted = [...versions].sort((a, b) => a - b).map(String);
  if (sorted.length === 1) return `version ${sorted.join('')}`;
  if (sorted.length > 6) return `${String(sorted.length)} versions`;
  return `versions ${sorted.slice(0, -1).join(', ')} and ${sorted.slice(-1).join('')}`;
}

/** Menu label for deletion in an engine without versions. */
export const deletePermanently = 'Delete permanently…';

/** True if entries have versions, metadata and four kinds of deletion; false if a delete is final. */
export function isVersioned(mount: Mount): boolean {
  return mount.engine === 'kv2';
}

/** Name of an engine without versions, within a sentence. */
export function engineName(mount: Mount): string {
  return mount.engine === 'cubbyhole' ? 'A cubbyhole' : 'KV version 1';
}

/** Consequences of moving an entry between two mounts, in sentences. */
export function renameConsequences(from: Mount, to: Mount): readonly string[] {
  const starts = isVersioned(to)
    ? 'The new entry starts at version 1.'
    : `${engineName(to)} keeps no versions: the new entry has only its values.`;
  const left = isVersioned(from)
    ? 'The old path keeps its versions; the current one is deleted, and can be undeleted.'
    : 'The entry at the old path is permanently deleted.';
  return [starts, left, 'Policies and clients that use the old path are not changed.'];
}

/** Settings that move with a KV v2 entry or stay behind; undefined if unread or all defaults. */
export function settingsConsequence(
  metadata: MetadataSettings | undefined,
  unreadable: boolean,
  to: Mount,
): string | undefined {
  if (unreadable)
    return 'This token cannot read the entry’s settings (versions kept, check-and-set, deletion, custom metadata): they are not copied.';
  const own = metadata === undefined ? {} : ownSettings(metadata);
  const words = settingsInWords(own).join(', ');
  if (words === '') return undefined;
  if (!isVersioned(to)) return `${engineName(to)} keeps no settings. Lost: ${words}.`;
  const anew = own.deleteVersionAfter === undefined ? '' : ' The time to deletion restarts.';
  return `Settings copied: ${words}.${anew}`;
}
