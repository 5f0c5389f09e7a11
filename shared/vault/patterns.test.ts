/**
 * Every pattern of main must run in time linear in its input: texts of servers and pages are matched on the main
 * thread. The test finds and analyses every regular expression in the sources, so no list has to be maintained.
 *
 * `recheck` judges literals (by an automaton of the pattern, else by searching for a text that makes it backtrack)
 * and names the text. Functions that combine several patterns are timed on ever longer repetitive texts: for four
 * times the length, linear code takes about 4 times as long, quadratic 16 times; the limit is 8.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { cleanServerError } from '../../electron/vault/http/errors.ts';
import { isPlain } from '../../electron/core/console/plain-answers.ts';
import { redact, redactExactly } from './redact.ts';
import { cutText } from './server-text.ts';

const root = new URL('../..', import.meta.url).pathname;

interface Pattern {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Every literal, and `new RegExp` with literal arguments. `functions` below cover patterns built otherwise. */
function patternsOf(file: string): readonly (Pattern | string)[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: (Pattern | string)[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const where = `${relative(root, file)}:${line}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') found.push(relative(root, file));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const sources = ['electron', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => join(root, folder, name)),
);
const found = sources.flatMap(patternsOf);
const patterns = [
  ...new Map(
    found
      .filter((one) => typeof one !== 'string')
      .map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
  ).values(),
];

/** Repeated units: blanks, marks, and letters. */
const common = [
  ' ',
  '\n',
  '\n ',
  '\\',
  '\\"',
  '"',
  '/',
  '-',
  '.',
  '=',
  ',',
  ':',
  '{',
  '[',
  '0',
  'a',
  'A',
  'a/',
  'a=',
  'é',
];

const LONGEST = 65_536;
const MEASURABLE_MS = 2;
const RATIO = 8;
const MANY_TICKS_MS = 40;

/** The least milliseconds of a few runs. Other processes use the machine too, so it can be too long. */
function quickMs(work: () => void, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return Math.min(...times);
}

/** Mean CPU milliseconds of this thread. The system counts them at its ticks, so many runs are counted together. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= MANY_TICKS_MS * 1000) return (user + system) / 1000 / runs;
  }
}

/** Time ratio for four times the length; 1 if too quick to measure even for a long text. */
function growth(run: (text: string) => void, pump: string, [start, end]: Ends): number {
  // Decoded from bytes, because the first reader of a concatenated string pays for flattening it.
  const text = (length: number): string =>
    Buffer.from(start + pump.repeat(Math.ceil(length / pump.length)) + end).toString();
  let slow = 0;
  for (let length = 512; length <= LONGEST; length *= 2) {
    const short = text(length);
    // The engine compiles a pattern on its second use; run once so that compiling is not measured.
    run(short);
    if (quickMs(() => run(short), 1) < MEASURABLE_MS) continue;
    const long = text(length * 4);
    const quick = quickMs(() => run(long), 5) / quickMs(() => run(short), 5);
    const ratio = quick < RATIO ? quick : cpuMs(() => run(long)) / cpuMs(() => run(short));
    // One high ratio can be chance on a busy machine; three in a row are not.
    slow = ratio >= RATIO ? slow + 1 : 0;
    if (slow === 3) return ratio;
  }
  return 1;
}

/** Text before and after the repeated unit. */
type Ends = readonly [start: string, end: string];
const surroundings: readonly Ends[] = [
  ['', ''],
  ['', '\u0000'],
  ['x', '"x'],
];

/** Slow cases in words; empty if all are linear. */
function slownessOf(run: (text: string) => void, pumps: readonly string[]): readonly string[] {
  for (const pump of pumps) {
    for (const ends of surroundings) {
      const ratio = growth(run, pump, ends);
      if (ratio >= RATIO)
        return [`${JSON.stringify(pump)}… takes ${ratio.toFixed(0)} times as long for 4 times as much`];
    }
  }
  return [];
}

/** Limits count characters read, not time: on a busy machine linear patterns can take long, too. */
const byCount = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 1,
};

describe('every pattern of main takes time in proportion to the text @linear-patterns', () => {
  it('and all are found', () => {
    expect(patterns.length).toBeGreaterThan(150);
    expect([...new Set(found.filter((one) => typeof one === 'string'))].sort()).toEqual([
      'electron/core/console/plain-answers.ts',
      'shared/vault/redact.ts',
    ]);
  });

  it.each(patterns.map((pattern) => [pattern.where, pattern] as const))(
    '%s',
    async (_where, { source, flags }) => {
      const verdict = await check(source, flags, byCount);
      expect({
        status: verdict.status,
        ...(verdict.status === 'vulnerable' && { slowFor: verdict.attack.pattern }),
      }).toEqual({ status: 'safe' });
    },
    120_000,
  );

  const hostile = [
    ...common,
    ...[
      'eyJ',
      'eyJ.',
      '"token":"',
      '\\"token\\":\\"',
      '"keys":[',
      '"keys":["',
      '-----BEGIN PRIVATE KEY',
      'hvs.',
    ],
    ...[
      'Bearer ',
      'X-Vault-Token:',
      'token=',
      'a://',
      '-----BEGIN A PRIVATE KEY-----',
      '1 error occurred:',
      '\n\t* ',
    ],
  ];
  it.each([
    ['redact', redact],
    ['redactExactly', (text: string) => redactExactly(text, ['aaaaaaaaaa', '\\\\\\\\\\\\\\\\'])],
    ['cleanServerError', cleanServerError],
    ['cutText', (text: string) => cutText(text)],
    ['isPlain', (text: string) => isPlain('GET', text)],
  ])('%s', (_name, run) => {
    expect(slownessOf((text) => void run(text), hostile)).toEqual([]);
  });
});
