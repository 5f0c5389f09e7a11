/**
 * Judges what a draft would lose, without knowing the page's format: a draft is text, mostly JSON, and only the texts
 * in it count.
 */
import type { EntryChange } from '../../../shared/vault/entry.ts';
import { scanValue, stringBetween } from '../../../shared/vault/json-scan.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';

/** A save with the values before it: a draft holds the old value beside a new one. */
export interface SavedChanges {
  readonly changes: readonly EntryChange[];
  readonly base: readonly Member[];
}

/** True if every text in the draft is also in the save. The page's own notes (its head) do not count. */
export function isSavedBy(draft: string, { changes, base }: SavedChanges): boolean {
  const saved = new Set([...textsIn(changes), ...textsIn(base)]);
  return textsIn(draft, everyText).every((text) => saved.has(text) || words.has(text));
}

/** True if the draft has texts that its base has not, and the server's content `now` has them all. */
export function isFoundIn(draft: string, base: readonly Member[], now: readonly Member[]): boolean {
  return (
    !isSavedBy(draft, { changes: [], base }) && isSavedBy(draft, { changes: [], base: [...base, ...now] })
  );
}

/** True if at least half of the earlier text is still there. Otherwise the new text replaces it. */
export function goesOnFrom(before: string, after: string): boolean {
  const longest = Math.min(before.length, after.length);
  let start = 0;
  while (start < longest && before[start] === after[start]) start++;
  let end = 0;
  while (end < longest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return start + end >= before.length / 2;
}

/** The page's names for kinds of edits. */
const words: ReadonlySet<string> = new Set([
  ...['edit', 'create', 'patch', 'remove', 'set', 'set-generated'],
  ...['string', 'json', 'generated', ''],
]);

/** All texts of a value and of the JSON in its texts, as `read` finds them. */
function textsIn(value: unknown, read = parsed): readonly string[] {
  if (typeof value === 'string') {
    const inner = read(value);
    return inner === undefined ? [value] : textsIn(inner, read);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => textsIn(one, read));
}

/** Texts of JSON as it is written: `JSON.parse` drops those that a repeated key replaces. */
function everyText(text: string): unknown {
  if (parsed(text) === undefined) return undefined;
  const texts: string[] = [];
  scanValue(text, 0, {
    leaf: (start, end) => {
      if (text[start] === '"') texts.push(stringBetween(text, start, end));
    },
  });
  return texts;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' || typeof value === 'string' ? value : undefined;
  } catch {
    // Plain text contains no further texts.
    return undefined;
  }
}
