/**
 * The language of the app, on screen and in code: what was once said by riddles has a plain word now, and must not come
 * back. The list of what is on screen is `node build/texts.mjs`.
 */
import { describe, expect, test } from 'vitest';
import { onScreen } from './testing/said-no-more.ts';
import { namesOf, sources, textsOf, wordsOfName } from './testing/texts.mjs';

/** What nothing is called any more, and what it is called. Words of names, in lower case. */
const inCode: Readonly<Record<string, string>> = {
  desk: 'services',
  visit: 'unauthenticated connection',
  visits: 'unauthenticated connection',
  visited: 'unauthenticated connection',
  arrival: 'login',
  offer: 'environment credentials',
  offers: 'environment credentials',
  means: 'credentials, transport',
  wish: 'options, params',
  wishes: 'options, params',
  fate: 'change',
  grave: 'destructive',
  endurance: 'cancellation policy',
  patient: 'cancellation policy',
  sight: 'view, status',
  kept: 'draft, one-time result, cached: by what it is',
  held: 'draft, one-time result, cached: by what it is',
};

/** Words of the English language, of which passwords are made. */
const wordLists: readonly string[] = ['electron/core/entries/password-words.ts'];

const files = sources();

describe('words on screen', () => {
  test('are found', () => {
    const texts = files.flatMap(textsOf);
    expect(texts.length).toBeGreaterThan(2_000);
    const said = new Set(texts.map(({ text }) => text));
    // Between tags, in an attribute, in a member, in an error of main.
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
});

describe('names in code', () => {
  test('are the plain ones', () => {
    const wrong = files.flatMap(namesOf).flatMap(({ file, line, text }) =>
      wordsOfName(text)
        .filter((word) => Object.hasOwn(inCode, word))
        .map((word) => `${file}:${line} ${text}: ${inCode[word] ?? ''}`),
    );
    expect(wrong).toEqual([]);
  });
});
