/** Swallowed failures must be reported, or a comment must explain why not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/places.mjs';
import { sources } from './testing/texts.mjs';

/** `catch {` with its block, or `.catch(() => …)` with the rest of its statement and the line above. */
const swallowing = /\bcatch \{|\.catch\(\(\) =>/;
const says = /\/\/|\*\/|\bthrow\b|\bannounce\(|\breport\(|\bfail\(|\bwrong\(|\bproblems?:|\boutcome:/;

test('a failure that goes no further is said, or its comment says why it need not be', () => {
  const silent = sources().flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      if (!swallowing.test(line)) return [];
      const indent = /^ */.exec(line)?.[0] ?? '';
      const isBlock = /\bcatch \{/.test(line);
      const end = lines.findIndex((later, index) => index > at && later.startsWith(`${indent}}`));
      const start = isBlock ? at : startOf(lines, at) - 1;
      return says.test(lines.slice(start, isBlock ? end : at + 3).join('\n')) ? [] : [`${file}:${at + 1}`];
    });
  });
  expect(silent).toEqual([]);
});

/** First line of a statement. */
function startOf(lines: readonly string[], at: number): number {
  return /^ *(\.|[?:] |await )/.test(lines[at] ?? '') ? startOf(lines, at - 1) : at;
}
