import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import type { TrustedAnswer, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { createOwnFiles } from '../disk/own-files.ts';
import { chooseMark, drawMark, isMark, openPromptMark } from './prompt-mark.ts';
import { promptWords } from './prompt-words.ts';

let folder: string;
let problems: string[];
const fileOf = (): string => join(folder, 'prompt-mark.json');
const open = () =>
  openPromptMark(
    folder,
    createOwnFiles(
      (problem) => problems.push(problem),
      () => expect.unreachable(),
    ),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-mark-'));
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

it('knows 256 words, each once', () => {
  expect(new Set(promptWords).size).toBe(256);
  expect(promptWords).toHaveLength(256);
});

it('draws no word twice', () => {
  // With repeated words, one of 400 phrases would have some in all but 1 of 10,000 runs.
  const phrases = Array.from({ length: 400 }, () => drawMark().phrase.split(' '));
  expect(phrases.filter((words) => new Set(words).size < words.length)).toEqual([]);
});

it('draws four words and a picture, others each time', () => {
  const drawn = Array.from({ length: 20 }, drawMark);
  expect(drawn.every(isMark)).toBe(true);
  for (const { phrase } of drawn) {
    expect(phrase.split(' ')).toHaveLength(4);
    expect(phrase.split(' ').every((word) => promptWords.includes(word))).toBe(true);
  }
  expect(new Set(drawn.map(({ phrase }) => phrase)).size).toBe(20);
});

describe('the store', () => {
  itOnUnix('modes of files: Windows has lists of rights instead')(
    'makes one at the first start and keeps it for the account alone',
    () => {
      const first = open();
      const mark = first.get();
      expect(isMark(mark)).toBe(true);
      expect(first.get()).toEqual(mark);
      expect(open().get()).toEqual(mark);
      expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    },
  );

  it('is new until it was introduced, over a restart too', () => {
    const store = open();
    expect(store.isNew()).toBe(true);
    expect(open().isNew()).toBe(true);
    store.introduced();
    expect(store.isNew()).toBe(false);
    expect(open().isNew()).toBe(false);
  });

  it.each([
    '',
    '{}',
    JSON.stringify({ version: 1, data: { phrase: 'a\nb c d e f g', picture: '00000000', introduced: true } }),
    JSON.stringify({ version: 1, data: { phrase: 'right words here', picture: 'x', introduced: true } }),
    JSON.stringify({ version: 1, data: { phrase: 7, picture: '00000000' } }),
  ])('sets aside what is not one (%#), says so without the words, and introduces another', (text) => {
    writeFileSync(fileOf(), text);
    const store = open();
    expect(isMark(store.get())).toBe(true);
    expect(store.isNew()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('prompt-mark.json');
    expect(problems[0]).not.toContain('right words');
  });
});

describe('choosing another', () => {
  const answering =
    (answer: TrustedAnswer, seen: TrustedRequest[] = []) =>
    (request: TrustedRequest) => {
      seen.push(request);
      return Promise.resolve(answer);
    };

  it('shows what it is and keeps what was chosen', async () => {
    const store = open();
    const before = store.get();
    const seen: TrustedRequest[] = [];
    const values = { phrase: '  my own phrase ', picture: '0123abcd' };
    await chooseMark(answering({ kind: 'fields', values }, seen), store);
    expect(seen).toEqual([{ kind: 'choose-mark', mark: before }]);
    expect(store.get()).toEqual({ phrase: 'my own phrase', picture: '0123abcd' });
    expect(open().get()).toEqual(store.get());
    expect(readFileSync(fileOf(), 'utf8')).toContain('my own phrase');
  });

  it.each<TrustedAnswer>([
    { kind: 'cancel' },
    { kind: 'submit', text: 'my own phrase' },
    { kind: 'fields', values: { phrase: 'short', picture: '0123abcd' } },
    { kind: 'fields', values: { phrase: 'x'.repeat(61), picture: '0123abcd' } },
    { kind: 'fields', values: { phrase: 'my \u202eown phrase', picture: '0123abcd' } },
    { kind: 'fields', values: { phrase: 'my own phrase', picture: '0123ABCD' } },
    { kind: 'fields', values: { phrase: 'my own phrase' } },
  ])('changes nothing by %o', async (answer) => {
    const store = open();
    const before = store.get();
    await chooseMark(answering(answer), store);
    expect(store.get()).toEqual(before);
  });
});
