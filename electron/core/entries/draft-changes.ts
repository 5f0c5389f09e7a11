/**
 * What a draft would lose, judged without knowing how the page writes it down: a draft is text, mostly JSON, and what counts
 * in it are its texts.
 */
import type { EntryChange } from '../../../shared/vault/entry.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';

/** A save, with the values before it: beside a new value a draft has the old one. */
export interface SavedChanges {
  readonly changes: readonly EntryChange[];
  readonly base: readonly Member[];
}

/** Whether nothing is in the draft that was not in what was saved. What the page notes about itself (its head) is left out. */
export function isSavedBy(draft: string, { changes, base }: SavedChanges): boolean {
  const saved = new Set([...textsIn(changes), ...textsIn(base)]);
  return textsIn(parsed(draft) ?? draft).every((text) => saved.has(text) || words.has(text));
}

/** Whether a text goes on from another one: most of it is still there. What does not replaces it. */
export function goesOnFrom(before: string, after: string): boolean {
  const longest = Math.min(before.length, after.length);
  let start = 0;
  while (start < longest && before[start] === after[start]) start++;
  let end = 0;
  while (end < longest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return start + end >= before.length / 2;
}

/** What an edit calls its own kinds. */
const words: ReadonlySet<string> = new Set([
  ...['edit', 'create', 'patch', 'remove', 'set', 'set-generated'],
  ...['string', 'json', 'generated', ''],
]);

/** Every text of a value and of the JSON in its texts, keys too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const inner = parsed(value);
    return inner === undefined ? [value] : textsIn(inner);
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(value).flatMap(textsIn);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' || typeof value === 'string' ? value : undefined;
  } catch {
    // Plain text: it holds no texts of its own.
    return undefined;
  }
}
