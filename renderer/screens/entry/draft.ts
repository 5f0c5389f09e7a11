/**
 * What a person changed in an entry, and nothing else: a key that was not touched is not in here, so its value neither
 * crosses to the renderer nor is sent back by it.
 */
import type { RawMember } from '../../../shared/vault/editing.ts';
import type { EntryChange, KeyFacts } from '../../../shared/vault/entry.ts';
import { utf8Length } from '../../../shared/vault/entry-facts.ts';
import { indentJson } from '../../../shared/vault/json-slices.ts';
import { jsonProblem, type JsonProblem } from './json-problem.ts';

/** How the text in an editor is meant: as the string itself, or as JSON. */
export type ValueMode = 'string' | 'json';

export interface ValueText {
  readonly mode: ValueMode;
  readonly text: string;
}

/** What stands in an editor and what it started with; undefined: what was there has not been read. */
export interface TypedValue {
  readonly now: ValueText;
  readonly before: ValueText | undefined;
}

/** A change to a key that the opened version has. */
export type KeyEdit =
  ({ readonly op: 'edit' } & TypedValue) | { readonly op: 'remove'; readonly edit?: TypedValue };

/** A key to be added; `id` tells two of them apart while their names are still being typed. */
export interface AddedKey {
  readonly id: number;
  readonly name: string;
  readonly value: ValueText;
  /** A key of an entry that was not read, to be removed by its name. */
  readonly remove?: boolean;
}

export interface JsonText {
  /** What the editor started with. */
  readonly start: string;
  readonly text: string;
}

export interface Draft {
  readonly edits: ReadonlyMap<string, KeyEdit>;
  readonly added: readonly AddedKey[];
  readonly nextId: number;
  /** The whole entry as one JSON text, while it is edited so: it stands for everything above. */
  readonly json?: JsonText;
}

export const emptyDraft: Draft = { edits: new Map(), added: [], nextId: 1 };

/** The text an editor starts with for a revealed value: strings as they are, everything else as indented JSON. */
export function valueTextOf(rawJson: string): ValueText {
  const value = rawJson.trimStart().startsWith('"') ? (JSON.parse(rawJson) as unknown) : undefined;
  return typeof value === 'string'
    ? { mode: 'string', text: value }
    : { mode: 'json', text: indentJson(rawJson) };
}

/** The complete JSON text of what stands in an editor. */
export function rawJsonOf(value: ValueText): string {
  return value.mode === 'string' ? JSON.stringify(value.text) : value.text.trim();
}

/**
 * The same value read the other way: a string becomes its JSON literal; a JSON string literal becomes its text, and any
 * other JSON text becomes the string that looks like it.
 */
export function switchedMode(value: ValueText): ValueText {
  if (value.mode === 'string') return { mode: 'json', text: JSON.stringify(value.text) };
  const literal = value.text.trim().startsWith('"') && jsonProblem(value.text) === undefined;
  return { mode: 'string', text: literal ? (JSON.parse(value.text) as string) : value.text };
}

/** Starts editing a revealed value. */
export function withOpened(draft: Draft, key: string, rawJson: string): Draft {
  const before = valueTextOf(rawJson);
  return withEdit(draft, key, { op: 'edit', now: before, before });
}

/** Takes what was typed into the editor of a key. */
export function withValue(draft: Draft, key: string, now: ValueText): Draft {
  const edit = draft.edits.get(key);
  return edit?.op === 'edit' ? withEdit(draft, key, { ...edit, now }) : draft;
}

/** Marks a key as removed; what was typed before stays for an undo. */
export function withRemoved(draft: Draft, key: string): Draft {
  const edit = draft.edits.get(key);
  const kept = edit?.op === 'edit' ? { edit: { now: edit.now, before: edit.before } } : {};
  return withEdit(draft, key, { op: 'remove', ...kept });
}

/** Takes back a removal (what was typed before it comes back), or the edit of a key. */
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

/** Lays keys read from a text over a draft: known ones are replaced, others added. */
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
 * Changes as a draft over a version with these keys, whatever they were made over: a changed key that it lacks becomes an
 * added one, the removal of such a key falls away. What the values of that version are is not known here.
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
    const value = valueTextOf(change.rawJson);
    if (known) edits.set(change.key, { op: 'edit', now: value, before: undefined });
    else added.push({ id: added.length + 1, name: change.key, value });
  }
  return { edits, added, nextId: added.length + 1 };
}

/** A number of the draft that the server would change. */
export interface Rounded {
  readonly key: string;
  readonly written: string;
  readonly stored: string;
}

/** What a draft comes to: the changes to send, and what is still wrong with it. */
export interface DraftSummary {
  readonly changes: readonly EntryChange[];
  readonly changedKeys: number;
  readonly addedKeys: number;
  readonly removedKeys: number;
  /** Faults of values by key; of added keys by id. */
  readonly valueProblems: ReadonlyMap<string | number, JsonProblem>;
  readonly nameProblems: ReadonlyMap<number, string>;
  /** The fault of the whole JSON text, where that is what is edited: there are no changes until it is mended. */
  readonly textProblem?: JsonProblem;
  /** How much larger (or smaller) the entry becomes, bytes of its JSON as the server keeps it. */
  readonly bytesMore: number;
  /** The first integer of each changed value that 64-bit floating point cannot hold. */
  readonly rounded: readonly Rounded[];
}

/** Works out the changes of a draft over the keys of the opened version. */
export function summarise(draft: Draft, keys: readonly KeyFacts[]): DraftSummary {
  const names = namesOf(keys);
  const valueProblems = new Map<string | number, JsonProblem>();
  const nameProblems = new Map<number, string>();
  const changes: EntryChange[] = [];
  const taken = new Set<string>();
  let changedKeys = 0;
  let removedKeys = 0;
  for (const [key, edit] of draft.edits) {
    if (edit.op === 'remove') {
      removedKeys++;
      changes.push({ op: 'remove', key });
    } else if (isChanged(edit)) {
      changedKeys++;
      const { change, problem } = readValue(key, edit.now);
      if (problem !== undefined) valueProblems.set(key, problem);
      changes.push(change);
    }
  }
  for (const { id, name, value, remove } of draft.added) {
    if (name === '') nameProblems.set(id, 'A key needs a name.');
    else if (names.has(name) || taken.has(name)) nameProblems.set(id, 'There is already a key of this name.');
    else taken.add(name);
    if (remove === true) {
      removedKeys++;
      changes.push({ op: 'remove', key: name });
      continue;
    }
    const { change, problem } = readValue(name, value);
    if (problem !== undefined) valueProblems.set(id, problem);
    changes.push(change);
  }
  const addedKeys = draft.added.filter(({ remove }) => remove !== true).length;
  return {
    changes,
    changedKeys,
    addedKeys,
    removedKeys,
    valueProblems,
    nameProblems,
    ...weighed(changes, keys),
  };
}

/** What a list of changes does to the size of the entry and to its numbers. */
export function weighed(
  changes: readonly EntryChange[],
  keys: readonly KeyFacts[],
): Pick<DraftSummary, 'bytesMore' | 'rounded'> {
  const names = namesOf(keys);
  const rounded: Rounded[] = [];
  let bytesMore = 0;
  let count = keys.length;
  for (const change of changes) {
    const facts = names.get(change.key);
    // A member is its key, a colon and its value.
    const nameBytes = storedBytes(JSON.stringify(change.key)) + 1;
    if (facts !== undefined) {
      bytesMore -= nameBytes + facts.rawBytes;
      count--;
    }
    if (change.op === 'remove') continue;
    const weight = weigh(change);
    bytesMore += nameBytes + weight.bytes;
    count++;
    if (weight.rounded !== undefined) rounded.push({ key: change.key, ...weight.rounded });
  }
  const commas = Math.max(0, count - 1) - Math.max(0, keys.length - 1);
  return { bytesMore: bytesMore + commas, rounded };
}

interface ReadValue {
  readonly change: EntryChange;
  readonly problem: JsonProblem | undefined;
}

/** Each text is read once, however often the draft around it changes; held no longer than the text itself. */
const readValues = new WeakMap<ValueText, ReadValue>();

function readValue(key: string, value: ValueText): ReadValue {
  const known = readValues.get(value);
  if (known?.change.key === key) return known;
  const problem = value.mode === 'json' ? jsonProblem(value.text) : undefined;
  const read: ReadValue = { change: { op: 'set', key, rawJson: rawJsonOf(value) }, problem };
  readValues.set(value, read);
  return read;
}

interface Weight {
  readonly bytes: number;
  readonly rounded: Omit<Rounded, 'key'> | undefined;
}

const weights = new WeakMap<EntryChange, Weight>();

function weigh(change: EntryChange & { readonly op: 'set' }): Weight {
  const known = weights.get(change);
  if (known !== undefined) return known;
  const weight = { bytes: storedBytes(change.rawJson), rounded: roundedIntegers(change.rawJson)[0] };
  weights.set(change, weight);
  return weight;
}

/** What a text takes where the server keeps it: it writes some characters as an escape of six bytes. */
function storedBytes(json: string): number {
  let bytes = utf8Length(json);
  for (const [character] of json.matchAll(/[<>&\u2028\u2029]/g)) bytes += character > '\u2000' ? 3 : 5;
  return bytes;
}

const nameIndexes = new WeakMap<readonly KeyFacts[], ReadonlyMap<string, KeyFacts>>();

/** Facts of keys by name; worked out once for a version. */
export function namesOf(keys: readonly KeyFacts[]): ReadonlyMap<string, KeyFacts> {
  const known = nameIndexes.get(keys);
  if (known !== undefined) return known;
  const index = new Map(keys.map((facts) => [facts.key, facts]));
  nameIndexes.set(keys, index);
  return index;
}

/** True where there is something that would be lost. */
export function isDirty(draft: Draft): boolean {
  if (draft.added.length > 0) return true;
  if (draft.json !== undefined && draft.json.text !== draft.json.start) return true;
  for (const edit of draft.edits.values()) if (edit.op === 'remove' || isChanged(edit)) return true;
  return false;
}

/** Whether what stands in an editor differs from what it started with. */
export function isChanged({ now, before }: TypedValue): boolean {
  return before === undefined || now.mode !== before.mode || now.text !== before.text;
}

/**
 * Integers that KV v2 would change, because it keeps numbers as 64-bit floating point: as written, and as they will come
 * back.
 */
export function roundedIntegers(rawJson: string): { readonly written: string; readonly stored: string }[] {
  const withoutStrings = rawJson.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  const rounded: { written: string; stored: string }[] = [];
  for (const [written] of withoutStrings.matchAll(/(?<![\d.eE+-])-?\d+(?![\d.eE+-])/g)) {
    // The server prints the shortest digits that name the float, as JavaScript does.
    const stored = String(Number(written));
    if (stored !== written && Number(written) !== 0) rounded.push({ written, stored });
  }
  return rounded;
}

function withEdit(draft: Draft, key: string, edit: KeyEdit): Draft {
  return { ...draft, edits: new Map(draft.edits).set(key, edit) };
}
