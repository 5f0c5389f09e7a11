/**
 * The user's changes to an entry and nothing else: an untouched key is not in here, so its value neither crosses to
 * the renderer nor is sent back by it.
 */
import type { RawMember } from '../../../../shared/vault/editing.ts';
import type { EntryChange, GeneratedValue, KeyFacts } from '../../../../shared/vault/entry.ts';
import { valueTextOf, type ValueText } from '../../../parts/value/value-text.ts';

/** A password that main has generated. The page holds only its description, never the text. */
export interface GeneratedText {
  readonly mode: 'generated';
  readonly generated: GeneratedValue;
}

/** A new value: typed, or generated. */
export type DraftValue = ValueText | GeneratedText;

/** The new value and the one it started with; undefined: the old value has not been read. */
export interface TypedValue {
  readonly now: DraftValue;
  readonly before: ValueText | undefined;
}

/** A change to a key that the opened version has. */
export type KeyEdit =
  ({ readonly op: 'edit' } & TypedValue) | { readonly op: 'remove'; readonly edit?: TypedValue };

/** A key to add; `id` tells two of them apart while their names are still being typed. */
export interface AddedKey {
  readonly id: number;
  readonly name: string;
  readonly value: DraftValue;
  /** A key of an entry that was not read, to be removed by its name. */
  readonly remove?: boolean;
}

export interface JsonText {
  /** The text that the editor started with. */
  readonly start: string;
  readonly text: string;
}

export interface Draft {
  readonly edits: ReadonlyMap<string, KeyEdit>;
  readonly added: readonly AddedKey[];
  readonly nextId: number;
  /** The whole entry as one JSON text, while it is edited as JSON; it replaces everything above. */
  readonly json?: JsonText;
}

export const emptyDraft: Draft = { edits: new Map(), added: [], nextId: 1 };

/** Starts editing a revealed value. */
export function withOpened(draft: Draft, key: string, rawJson: string): Draft {
  const before = valueTextOf(rawJson);
  return withEdit(draft, key, { op: 'edit', now: before, before });
}

/** Stores the input of a key's editor; of a key that was not opened, one in place of its unread value. */
export function withValue(draft: Draft, key: string, now: ValueText): Draft {
  const edit = draft.edits.get(key);
  if (edit?.op === 'remove') return draft;
  return withEdit(draft, key, { op: 'edit', now, before: edit?.before });
}

/** Stores a generated password for a key, opened or not; an undo brings back the server's value. */
export function withGenerated(draft: Draft, key: string, generated: GeneratedValue): Draft {
  const edit = draft.edits.get(key);
  const before = edit?.op === 'edit' ? edit.before : edit?.edit?.before;
  return withEdit(draft, key, { op: 'edit', now: { mode: 'generated', generated }, before });
}

/** True if the draft has a generated value, which the page does not know: the whole cannot be written as one text. */
export function hasGenerated({ edits, added }: Draft): boolean {
  return (
    added.some(({ value }) => value.mode === 'generated') ||
    [...edits.values()].some((edit) => edit.op === 'edit' && edit.now.mode === 'generated')
  );
}

/** Marks a key as removed; an edit made before stays for an undo. */
export function withRemoved(draft: Draft, key: string): Draft {
  const edit = draft.edits.get(key);
  const undone = edit?.op === 'edit' ? { edit: { now: edit.now, before: edit.before } } : {};
  return withEdit(draft, key, { op: 'remove', ...undone });
}

/** Takes back a removal (an edit made before it returns), or the edit of a key. */
export function withUndone(draft: Draft, key: string): Draft {
  const edit = draft.edits.get(key);
  if (edit?.op === 'remove' && edit.edit !== undefined)
    return withEdit(draft, key, { op: 'edit', ...edit.edit });
  const edits = new Map(draft.edits);
  edits.delete(key);
  return { ...draft, edits };
}

/** Appends an empty key to be named. */
export function withAdded(draft: Draft): Draft {
  const key: AddedKey = { id: draft.nextId, name: '', value: { mode: 'string', text: '' } };
  return { ...draft, added: [...draft.added, key], nextId: draft.nextId + 1 };
}

/** Changes an added key. */
export function withAddedChanged(draft: Draft, id: number, change: Partial<Omit<AddedKey, 'id'>>): Draft {
  return { ...draft, added: draft.added.map((key) => (key.id === id ? { ...key, ...change } : key)) };
}

/** Drops an added key. */
export function withoutAdded(draft: Draft, id: number): Draft {
  return { ...draft, added: draft.added.filter((key) => key.id !== id) };
}

/** Lays keys parsed from a text over a draft: known ones are replaced, others added. */
export function withMembers(draft: Draft, members: readonly RawMember[], keys: readonly KeyFacts[]): Draft {
  const names = namesOf(keys);
  const edits = new Map(draft.edits);
  const added = new Map(draft.added.map((key) => [key.id, key]));
  const ids = new Map(draft.added.map((key) => [key.name, key.id]));
  let { nextId } = draft;
  for (const [key, rawJson] of members) {
    const value = valueTextOf(rawJson);
    const known = ids.get(key);
    if (names.has(key)) {
      const edit = edits.get(key);
      const before = edit?.op === 'edit' ? edit.before : edit?.edit?.before;
      edits.set(key, { op: 'edit', now: value, before });
    } else if (known !== undefined) added.set(known, { id: known, name: key, value });
    else {
      ids.set(key, nextId);
      added.set(nextId, { id: nextId, name: key, value });
      nextId++;
    }
  }
  return { ...draft, edits, added: [...added.values()], nextId };
}

/**
 * Turns changes into a draft over a version with these keys, independent of their base: a changed key that it lacks
 * becomes an added one, the removal of such a key is dropped. The values of that version are not known here.
 */
export function draftOf(changes: readonly EntryChange[], keys: readonly KeyFacts[]): Draft {
  const names = namesOf(keys);
  const edits = new Map<string, KeyEdit>();
  const added: AddedKey[] = [];
  for (const change of changes) {
    const known = names.has(change.key);
    if (change.op === 'remove') {
      if (known) edits.set(change.key, { op: 'remove' });
      continue;
    }
    const value: DraftValue =
      change.op === 'set' ? valueTextOf(change.rawJson) : { mode: 'generated', generated: change.generated };
    if (known) edits.set(change.key, { op: 'edit', now: value, before: undefined });
    else added.push({ id: added.length + 1, name: change.key, value });
  }
  return { edits, added, nextId: added.length + 1 };
}

const nameIndexes = new WeakMap<readonly KeyFacts[], ReadonlyMap<string, KeyFacts>>();

/** Facts of keys by name; computed once per version. */
export function namesOf(keys: readonly KeyFacts[]): ReadonlyMap<string, KeyFacts> {
  const known = nameIndexes.get(keys);
  if (known !== undefined) return known;
  const index = new Map(keys.map((facts) => [facts.key, facts]));
  nameIndexes.set(keys, index);
  return index;
}

/** True if discarding the draft would lose changes. */
export function isDirty(draft: Draft): boolean {
  if (draft.added.length > 0) return true;
  if (draft.json !== undefined && draft.json.text !== draft.json.start) return true;
  for (const edit of draft.edits.values()) if (edit.op === 'remove' || isChanged(edit)) return true;
  return false;
}

/** True if the content of an editor differs from its start. */
export function isChanged({ now, before }: TypedValue): boolean {
  return (
    before === undefined || now.mode === 'generated' || now.mode !== before.mode || now.text !== before.text
  );
}

function withEdit(draft: Draft, key: string, edit: KeyEdit): Draft {
  return { ...draft, edits: new Map(draft.edits).set(key, edit) };
}
