/** Compares and changes the values of an entry: pure functions over its members, raw JSON texts in their order. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { KnownChange } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { changedNumbers } from '../../../shared/vault/stored-numbers.ts';
import { sameValue, unstorable } from './canonical-json.ts';
import type { NumberSense } from './canonical-json.ts';

/** Number precision of a mount's engine. */
export function numbersOf(mount: Pick<Mount, 'engine'>): NumberSense {
  return mount.engine === 'kv2' ? 'float64' : 'exact';
}

/** True if both have the same keys with the same values, in any order. */
export function sameContent(a: readonly Member[], b: readonly Member[], numbers: NumberSense): boolean {
  if (a.length !== b.length) return false;
  const others = new Map(b);
  return a.every(([key, raw]) => others.has(key) && sameValue(raw, others.get(key), numbers));
}

/** Applies changes to members, in order: a known key keeps its place, a new one goes to the end. */
export function applyChanges(members: readonly Member[], changes: readonly KnownChange[]): Member[] {
  const next = new Map(members);
  for (const change of changes) {
    switch (change.op) {
      case 'set':
        next.set(change.key, change.rawJson.trim());
        break;
      case 'remove':
        next.delete(change.key);
        break;
    }
  }
  return [...next];
}

/** Throws `invalid-input`, naming the key, if a change is not JSON or no server would store it unchanged. */
export function checkChanges(changes: readonly KnownChange[]): void {
  for (const change of changes) {
    if (!change.key.isWellFormed()) throw refusedChange(change.key, 'text');
    if (change.op === 'set') {
      const problem = problemOf(change.rawJson);
      if (problem !== undefined) throw refusedChange(change.key, problem);
    }
  }
}

function problemOf(rawJson: string): keyof typeof refusals | undefined {
  try {
    return unstorable(rawJson);
  } catch (error) {
    return error instanceof RangeError ? 'deep' : 'syntax';
  }
}

const refusals = {
  syntax: ['is not valid JSON', 'Put quotes around text, and escape quotes and line breaks inside it.'],
  number: ['contains a number beyond floating point, which no server stores', 'Store it as text, in quotes.'],
  text: [
    'contains half of a Unicode character (a lone surrogate), which the server would replace',
    'Type that text again instead of pasting it.',
  ],
  deep: ['is nested too deeply', 'Servers take a few hundred levels; store it as text, in quotes.'],
} as const;

function refusedChange(key: string, problem: keyof typeof refusals): AppFailure {
  const [why, hint] = refusals[problem];
  return new AppFailure({
    kind: 'invalid-input',
    field: key.toWellFormed(),
    message: `The new value of “${key.toWellFormed()}” ${why}. Nothing was saved.`,
    hint,
  });
}

/** Warns of numbers that KV v2 changes, in a sentence per affected key; the values stay here. */
export function numberWarnings(members: readonly Member[]): readonly string[] {
  return members
    .filter(([, raw]) => changedNumbers(raw).length > 0)
    .map(
      ([key]) =>
        `KV v2 stores numbers as 64-bit floating point: a number in “${key}” comes back rounded or written differently. Store it as text to keep every digit.`,
    );
}

/** The members that changes set, for warnings about new values. */
export function membersSet(changes: readonly KnownChange[]): readonly Member[] {
  return changes.flatMap((change) =>
    change.op === 'set' ? [[change.key, change.rawJson] satisfies Member] : [],
  );
}
