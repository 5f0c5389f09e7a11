/** Summary of a draft: the changes to send, its problems, its size, and numbers it would lose. */
import type { EntryChange, KeyFacts } from '../../../../shared/vault/entry.ts';
import { stringsIn, stringsOf, utf8Length } from '../../../../shared/vault/entry-facts.ts';
import { changedNumbers } from '../../../../shared/vault/stored-numbers.ts';
import type { ChangedNumber } from '../../../../shared/vault/stored-numbers.ts';
import { rawJsonOf } from '../../../parts/value/value-text.ts';
import { isChanged, namesOf, type Draft, type DraftValue } from './draft.ts';
import { jsonProblem, type JsonProblem } from './json-problem.ts';

/** A number of the draft that the server would change. */
export interface Rounded extends ChangedNumber {
  readonly key: string;
}

/** The changes of a draft to send, and its remaining problems. */
export interface DraftSummary {
  readonly changes: readonly EntryChange[];
  readonly changedKeys: number;
  readonly addedKeys: number;
  readonly removedKeys: number;
  /** Problems of values by key; of added keys by id. */
  readonly valueProblems: ReadonlyMap<string | number, JsonProblem>;
  readonly nameProblems: ReadonlyMap<number, string>;
  /** The problem of the whole JSON text, if that is edited: the changes are empty until it is fixed. */
  readonly textProblem?: JsonProblem;
  /** Growth of the entry (negative: it shrinks), in bytes of its JSON as the server stores it. */
  readonly bytesMore: number;
  /** Number of keys and strings in the changed entry; in patch mode, in the request. */
  readonly strings: number;
  /** The first number of each changed value that KV v2 would return differently. */
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

/** The effect of a list of changes on the size of the entry and on its numbers. */
export function weighed(
  changes: readonly EntryChange[],
  keys: readonly KeyFacts[],
): Pick<DraftSummary, 'bytesMore' | 'strings' | 'rounded'> {
  const names = namesOf(keys);
  const rounded: Rounded[] = [];
  let bytesMore = 0;
  let count = keys.length;
  let strings = keys.reduce((sum, facts) => sum + 1 + stringsOf(facts), 0);
  for (const change of changes) {
    const facts = names.get(change.key);
    // A member is its key, a colon and its value.
    const nameBytes = storedBytes(JSON.stringify(change.key)) + 1;
    if (facts !== undefined) {
      bytesMore -= nameBytes + facts.rawBytes;
      count--;
      strings -= 1 + stringsOf(facts);
    }
    if (change.op === 'remove') {
      // A patch names the key it removes.
      if (facts === undefined) strings++;
      continue;
    }
    const weight = weigh(change);
    bytesMore += nameBytes + weight.bytes;
    count++;
    strings += 1 + weight.strings;
    if (weight.rounded !== undefined) rounded.push({ key: change.key, ...weight.rounded });
  }
  const commas = Math.max(0, count - 1) - Math.max(0, keys.length - 1);
  return { bytesMore: bytesMore + commas, strings, rounded };
}

interface ReadValue {
  readonly change: EntryChange;
  readonly problem: JsonProblem | undefined;
}

/** Caches each parsed value while the draft around it changes; released together with the value. */
const readValues = new WeakMap<DraftValue, ReadValue>();

function readValue(key: string, value: DraftValue): ReadValue {
  const known = readValues.get(value);
  if (known?.change.key === key) return known;
  if (value.mode === 'generated') {
    const { generated } = value;
    const read: ReadValue = { change: { op: 'set-generated', key, generated }, problem: undefined };
    readValues.set(value, read);
    return read;
  }
  const problem = value.mode === 'json' ? jsonProblem(value.text) : undefined;
  const read: ReadValue = { change: { op: 'set', key, rawJson: rawJsonOf(value) }, problem };
  readValues.set(value, read);
  return read;
}

interface Weight {
  readonly bytes: number;
  readonly strings: number;
  readonly rounded: ChangedNumber | undefined;
}

const weights = new WeakMap<EntryChange, Weight>();

function weigh(change: Exclude<EntryChange, { readonly op: 'remove' }>): Weight {
  // A generated password needs no escapes: only its quotes are added.
  if (change.op === 'set-generated')
    return { bytes: change.generated.length + 2, strings: 1, rounded: undefined };
  const known = weights.get(change);
  if (known !== undefined) return known;
  const { rawJson } = change;
  const weight = {
    bytes: storedBytes(rawJson),
    strings: stringsIn(rawJson),
    rounded: changedNumbers(rawJson)[0],
  };
  weights.set(change, weight);
  return weight;
}

/** Size of a text in the server's storage, in bytes: Go escapes some characters with six bytes. */
function storedBytes(json: string): number {
  let bytes = utf8Length(json);
  for (const [character] of json.matchAll(/[<>&\u2028\u2029]/g)) bytes += character > '\u2000' ? 3 : 5;
  return bytes;
}
