/**
 * Position of a fault in JSON text. `JSON.parse` gives a position for some faults and quotes the text for others; an
 * editor needs line and column for all, and messages that do not repeat the value.
 */
import { scanValue, skipSpace, stringBetween } from './json-scan.ts';
import type { JsonFault } from './json-scan.ts';

/** The first fault of a text; line and column count from 1. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The first fault of a JSON text; undefined for one complete JSON value without duplicate keys. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const fault = findFault(text);
  if (fault === undefined) return undefined;
  const before = text.slice(0, fault.offset).split('\n');
  return { ...fault, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function findFault(text: string): JsonFault | undefined {
  /** Keys seen in each open structure: a duplicate would silently win. */
  const keys: Set<string>[] = [];
  const end = scanValue(
    text,
    0,
    {
      open: () => void keys.push(new Set()),
      close: () => void keys.pop(),
      key: (start, keyEnd) => {
        // Decoded, because `"a"` and `"\u0061"` are the same key.
        const key = stringBetween(text, start, keyEnd);
        const siblings = keys.at(-1);
        if (siblings?.has(key) === true) return { message: 'Duplicate key', offset: start };
        siblings?.add(key);
        return undefined;
      },
    },
    'checked',
  );
  if (typeof end !== 'number') return end;
  const rest = skipSpace(text, end);
  return rest < text.length ? { message: 'Unexpected text after the value', offset: rest } : undefined;
}
