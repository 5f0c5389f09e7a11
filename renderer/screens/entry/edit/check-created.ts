/** Checks if a new entry was created, after the response to its creation was lost. */
import type { EntryChange } from '../../../../shared/vault/entry.ts';
import type { SaveCheck } from '../../../../shared/vault/editing.ts';
import type { Input } from '../../../../shared/ipc/contract.ts';
import { appErrorOf, vault } from '../../../api/client.ts';
import { closeEntry, openEntry } from '../../../api/entries.ts';
import { namesOf } from './draft.ts';

/**
 * Looks up the current entry at the path. Main compares the values, so they do not cross: the entry is ours if it has
 * exactly our keys and applying our changes to it changes nothing.
 */
export async function checkCreated(
  place: Omit<Input<'entry.open'>, 'version'>,
  changes: readonly EntryChange[],
): Promise<SaveCheck> {
  const opened = await openEntry(place).catch((caught: unknown) => {
    if (appErrorOf(caught).kind === 'invalid-path') return undefined;
    throw caught;
  });
  if (opened === undefined) return { found: 'not-saved' };
  const openIds = [opened.entryId];
  try {
    const merge = await vault.entry.merge({ entryId: opened.entryId, changes });
    if (merge.theirs !== undefined) openIds.push(merge.theirs.entryId);
    const there = namesOf(opened.keys);
    const ours =
      opened.keys.length === changes.length &&
      changes.every(({ key }) => there.has(key)) &&
      merge.keys.every(({ mine, theirs }) => mine === 'same' && theirs === 'same');
    const version = opened.version === undefined ? {} : { version: opened.version };
    return ours ? { found: 'saved', ...version, warnings: opened.warnings } : { found: 'changed' };
  } finally {
    for (const entryId of openIds) closeEntry(entryId);
  }
}
