/**
 * What a person changed in an entry, and nothing else: a key that was not touched is not in here, so its value neither
 * crosses to the renderer nor is sent back by it.
 */
import type { EntryChange, KeyFacts } from '../../../shared/vault/entry.ts';
import { indentJson } from '../../../shared/vault/json-slices.ts';
import { jsonProblem, type JsonProblem } from './json-problem.ts';

/** How the text in an editor is meant: as the string itself, or as JSON. */
export type ValueMode = 'string' | 'json';

export interface ValueText {
  readonly mode: ValueMode;
  readonly text: string;
}

/** A change to a key that the opened version has. */
export type KeyEdit =
  | { readonly op: 'edit'; readonly now: ValueText; readonly before: ValueText }
  | { readonly op: 'remove'; readonly edit?: { readonly now: ValueText; readonly before: ValueText } };

/** A key to be added; `id` tells two of them apart while their names are still being typed. */
export interface AddedKey {
  readonly id: number;
  readonly name: string;
  readonly value: ValueText;
}

export interface Draft {
  readonly edits: ReadonlyMap<string, KeyEdit>;
  readonly added: readonly AddedKey[];
  readonly nextId: number;
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

/** Changes name or value of an added key. */
export function withAddedChanged(
  draft: Draft,
  id: number,
  change: Partial<Pick<AddedKey, 'name' | 'value'>>,
): Draft {
  return { ...draft, added: draft.added.map((key) => (key.id === id ? { ...key, ...change } : key)) };
}

/** Drops an added key. */
export function withoutAdded(draft: Draft, id: number): Draft {
  return { ...draft, added: draft.added.filter((key) => key.id !== id) };
}

/**
 * Lays a draft over another version of the entry: an edited key that the new version lacks becomes an added one, the
 * removal of such a key falls away, an added key that the new version has becomes an edit of it.
 */
export function rebased(draft: Draft, keys: readonly KeyFacts[]): Draft {
  const names = new Set(keys.map((facts) => facts.key));
  let { nextId } = draft;
  const edits = new Map<string, KeyEdit>();
  const added: AddedKey[] = [];
  for (const [key, edit] of draft.edits) {
    if (names.has(key)) edits.set(key, edit);
    else if (edit.op === 'edit' && isChanged(edit)) added.push({ id: nextId++, name: key, value: edit.now });
  }
  for (const key of draft.added) {
    if (!names.has(key.name)) added.push(key);
    // What it was on their side was never read here: any text at all counts as a change.
    else edits.set(key.name, { op: 'edit', now: key.value, before: { mode: 'json', text: '' } });
  }
  return { edits, added, nextId };
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
}

/** Works out the changes of a draft over the keys of the opened version. */
export function summarise(draft: Draft, keys: readonly KeyFacts[]): DraftSummary {
  const changes: EntryChange[] = [];
  const valueProblems = new Map<string | number, JsonProblem>();
  const nameProblems = new Map<number, string>();
  const taken = new Set(keys.map((facts) => facts.key));
  let changedKeys = 0;
  let removedKeys = 0;
  for (const [key, edit] of draft.edits) {
    if (edit.op === 'remove') {
      removedKeys++;
      changes.push({ op: 'remove', key });
    } else if (isChanged(edit)) {
      changedKeys++;
      const problem = valueProblem(edit.now);
      if (problem !== undefined) valueProblems.set(key, problem);
      changes.push({ op: 'set', key, rawJson: rawJsonOf(edit.now) });
    }
  }
  for (const { id, name, value } of draft.added) {
    if (name === '') nameProblems.set(id, 'A key needs a name.');
    else if (taken.has(name)) nameProblems.set(id, 'There is already a key of this name.');
    else taken.add(name);
    const problem = valueProblem(value);
    if (problem !== undefined) valueProblems.set(id, problem);
    changes.push({ op: 'set', key: name, rawJson: rawJsonOf(value) });
  }
  return { changes, changedKeys, addedKeys: draft.added.length, removedKeys, valueProblems, nameProblems };
}

/** True where there is something that would be lost. */
export function isDirty(draft: Draft): boolean {
  if (draft.added.length > 0) return true;
  for (const edit of draft.edits.values()) if (edit.op === 'remove' || isChanged(edit)) return true;
  return false;
}

/** Whether what stands in an editor differs from what it started with. */
export function isChanged(edit: { readonly now: ValueText; readonly before: ValueText }): boolean {
  return edit.now.mode !== edit.before.mode || edit.now.text !== edit.before.text;
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

function valueProblem(value: ValueText): JsonProblem | undefined {
  return value.mode === 'json' ? jsonProblem(value.text) : undefined;
}

function withEdit(draft: Draft, key: string, edit: KeyEdit): Draft {
  return { ...draft, edits: new Map(draft.edits).set(key, edit) };
}
