/**
 * The whole entry as one JSON text and back. Untouched members keep their tokens: a member counts as changed only if
 * its text differs in more than white space. Integer-like keys and `__proto__` keep their place, because nothing here
 * becomes a JavaScript object.
 */
import type { RawMember } from '../../../../shared/vault/editing.ts';
import type { KeyFacts, KnownChange } from '../../../../shared/vault/entry.ts';
import {
  composeObject,
  indentJson,
  plainEscapes,
  sliceMembers,
} from '../../../../shared/vault/json-slices.ts';
import { valueTextOf } from '../../../parts/value/value-text.ts';
import { namesOf, type AddedKey, type Draft, type KeyEdit } from './draft.ts';
import { summarise, weighed, type DraftSummary } from './draft-summary.ts';
import { jsonProblem, type JsonProblem } from './json-problem.ts';

/** Lays changes over members: a known key keeps its place, a new one goes to the end. */
export function withChanges(
  members: readonly RawMember[],
  changes: readonly KnownChange[],
): readonly RawMember[] {
  const next = new Map(members);
  for (const change of changes) {
    if (change.op === 'set') next.set(change.key, change.rawJson);
    else next.delete(change.key);
  }
  return [...next];
}

/**
 * Turns a draft into one JSON text: all values of the opened version with the changes so far, `<`, `>` and `&`
 * unescaped. Not offered while a value is generated, because the page does not have that one.
 */
export function asJsonText(draft: Draft, members: readonly RawMember[], keys: readonly KeyFacts[]): Draft {
  const changes = summarise(draft, keys).changes.filter((change) => change.op !== 'set-generated');
  const text = readable(composeObject(withChanges(members, changes)));
  return { ...draft, json: { start: text, text } };
}

/** The problem that keeps a text from being an entry, with its position. */
export function entryTextProblem(text: string): JsonProblem | undefined {
  const problem = jsonProblem(text);
  if (problem !== undefined) return problem;
  if (text.trimStart().startsWith('{')) return undefined;
  return { message: 'An entry is one JSON object, in braces', offset: 0, line: 1, column: 1 };
}

/** The changes that lead from the opened members to a text; the text must be free of problems. */
export function changesOfText(members: readonly RawMember[], text: string): readonly KnownChange[] {
  const before = new Map(members);
  const changes: KnownChange[] = [];
  for (const [key, rawJson] of sliceMembers(text)) {
    const old = before.get(key);
    before.delete(key);
    if (old === undefined || !sameTokens(old, rawJson)) changes.push({ op: 'set', key, rawJson });
  }
  for (const key of before.keys()) changes.push({ op: 'remove', key });
  return changes;
}

/** Summarises a JSON text, as a draft of keys is. */
export function summariseText(
  text: string,
  members: readonly RawMember[],
  keys: readonly KeyFacts[],
): DraftSummary {
  const textProblem = entryTextProblem(text);
  const changes = textProblem === undefined ? changesOfText(members, text) : [];
  const names = namesOf(keys);
  let changedKeys = 0;
  let removedKeys = 0;
  for (const change of changes) {
    if (change.op === 'remove') removedKeys++;
    else if (names.has(change.key)) changedKeys++;
  }
  return {
    changes,
    changedKeys,
    removedKeys,
    addedKeys: changes.length - changedKeys - removedKeys,
    valueProblems: new Map(),
    nameProblems: new Map(),
    ...(textProblem === undefined ? {} : { textProblem }),
    ...weighed(changes, keys),
  };
}

/** Turns the text back into a draft of keys, unchanged if the text was. The text must be free of problems. */
export function asKeys(draft: Draft, members: readonly RawMember[]): Draft {
  const { json, ...keys } = draft;
  if (json === undefined || json.text === json.start) return keys;
  const before = new Map(members);
  const edits = new Map<string, KeyEdit>();
  const added: AddedKey[] = [];
  let { nextId } = keys;
  for (const change of changesOfText(members, json.text)) {
    const old = before.get(change.key);
    if (change.op === 'remove') edits.set(change.key, { op: 'remove' });
    else if (old === undefined)
      added.push({ id: nextId++, name: change.key, value: valueTextOf(change.rawJson) });
    else edits.set(change.key, { op: 'edit', now: valueTextOf(change.rawJson), before: valueTextOf(old) });
  }
  return { edits, added, nextId };
}

/** Leaves the text and drops its changes. */
export function withoutText(draft: Draft): Draft {
  const { json: _, ...keys } = draft;
  return keys;
}

function sameTokens(a: string, b: string): boolean {
  return a === b || readable(a) === readable(b);
}

/** Indented, without the escapes that Go writes for HTML characters. */
function readable(json: string): string {
  return indentJson(plainEscapes(json));
}
