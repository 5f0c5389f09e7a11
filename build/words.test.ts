/**
 * Language of the app, on screen and in code: replaced riddling words must not come back. `node build/texts.mjs`
 * lists the displayed texts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './setup/places.mjs';
import {
  allSources,
  commentsOf,
  decisionsByWords,
  declaredNamesOf,
  sources,
  textsOf,
  wordsOfName,
} from './testing/texts.mjs';
import {
  inComments,
  inNames,
  noSuchType,
  onScreen,
  oneTypeEach,
  otherMeanings,
} from './testing/words-no-more.ts';

/** English words for passphrases. */
const wordLists: readonly string[] = [
  'electron/core/entries/password-words.ts',
  'electron/window/prompt-words.ts',
];

/** Texts that are longer than a sentence should be, as they are none. */
const isNoSentence: Readonly<Record<string, RegExp>> = {
  // Command of jq.
  'shared/vault/audit-lookup.ts': /^select\(/,
  // Outlines of icons.
  'renderer/trusted/dom.ts': /^M\d/,
  // Names of attributes.
  'renderer/ui/layout.tsx': /^gap gapX /,
};

/** Number of words in the longest sentence; a colon or semicolon begins another one, a value counts as a word. */
function longestSentence(text: string): number {
  const sentences = text.split(/(?<=[.?!:;][”"')]*)\s+/);
  return Math.max(
    ...sentences.map((one) => one.split(/\s+/).filter((word) => /[\p{L}\d…]/u.test(word)).length),
  );
}

const files = sources();

describe('words on screen', () => {
  test('are found', () => {
    const texts = files.flatMap(textsOf);
    expect(texts.length).toBeGreaterThan(2_000);
    const said = new Set(texts.map(({ text }) => text));
    // Texts between tags, in an attribute, in a member, in an error of main.
    expect(said).toContain('Favourites');
    expect(said).toContain('Connect to another server');
    expect(said).toContain('Command palette');
  });

  test('are the plain ones', () => {
    const wrong = files
      .filter((file) => !wordLists.includes(file))
      .flatMap(textsOf)
      .flatMap(({ file, line, text }) =>
        onScreen.filter(([was]) => was.test(text)).map(([, say]) => `${file}:${line} “${text}”: ${say}`),
      );
    expect(wrong).toEqual([]);
  });

  test('are sentences of at most fourteen words', () => {
    const tooLong = files
      .filter((file) => !wordLists.includes(file))
      .flatMap(textsOf)
      .filter(({ file, text }) => longestSentence(text) > 14 && !isNoSentence[file]?.test(text));
    expect(tooLong.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });
});

describe('decisions', () => {
  const found = files.flatMap(decisionsByWords);

  test('are not made by our own sentences', () => {
    // Servers and libraries say by words alone what failed: main reads those by patterns, the window none.
    const ofServers = found.filter(({ file, text }) => file.startsWith('electron/') && text.startsWith('/'));
    expect(ofServers.length).toBeGreaterThan(20);
    expect(found.filter((one) => !ofServers.includes(one))).toEqual([]);
  });
});

const everyFile = allSources().filter((file) => !file.startsWith('build/testing/words-no-more'));

describe('names in code', () => {
  const names = everyFile.flatMap(declaredNamesOf);

  test('are the plain ones, local ones too', () => {
    expect(names.length).toBeGreaterThan(20_000);
    const wrong = names.flatMap(({ file, line, text }) =>
      wordsOfName(text)
        .filter((word) => Object.hasOwn(inNames, word) && otherMeanings[word]?.names.test(text) !== true)
        .map((word) => `${file}:${line} ${text}: ${inNames[word] ?? ''}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of types are declared once', () => {
    const types = everyFile.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm),
      ].map(([, name = '']) => name),
    );
    const several = oneTypeEach.filter((name) => types.filter((one) => one === name).length > 1);
    expect([...several, ...noSuchType.filter((name) => types.includes(name))]).toEqual([]);
  });
});

describe('comments', () => {
  const comments = everyFile.flatMap(commentsOf);

  test('begin with their subject or a verb, not with a question word', () => {
    const opener =
      /^\/(?:\/|\*\*?)\s+(?:@\w+\s+(?:\{.*?\}\s+)?)?(?:What|Whether|Where|Who|Whom|Whose|How|Which|Why|When|Whatever|Whoever|Wherever|Nobody|Somebody|Nothing|None)\b/;
    const wrong = comments.filter(({ text }) => opener.test(text));
    expect(wrong.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  test('say the plain words', () => {
    expect(comments.length).toBeGreaterThan(5_000);
    const wrong = comments.flatMap(({ file, line, text }) =>
      inComments.filter(([was]) => was.test(text)).map(([, say]) => `${file}:${line} ${text}: ${say}`),
    );
    expect(wrong).toEqual([]);
  });
});
