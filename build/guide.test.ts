/** The user's guide: describes existing features, in the app's wording, and links only to itself. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guidePages, htmlOf, makeGuide, picturesOf } from './guide/make.mjs';
import { root } from './setup/places.mjs';
import { onScreen } from './testing/words-no-more.ts';
import { sources } from './testing/texts.mjs';

const pages = guidePages();
let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-guide-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = (text: string, name = 'page') => ({ name, title: 'Page', text: `# Page\n\n${text}` });
const made = (text: string) => htmlOf(page(text), [page(text)], false);

describe('the guide', () => {
  it('has a page for each task, each named in the index', () => {
    expect(pages.map(({ name }) => name)).toEqual([
      ...['index', 'connect', 'log-in', 'first-run', 'browse', 'search', 'read', 'edit', 'versions'],
      ...['export', 'import', 'folders', 'plans', 'compare', 'deleted', 'environments', 'wrapping'],
      ...['tokens', 'policies', 'programs', 'agents', 'cluster', 'board', 'keys', 'administration'],
      ...['snapshots', 'console', 'keyboard', 'lock', 'storage', 'updates', 'troubleshooting'],
    ]);
  });

  it('is made whole, without script, inline style or an address elsewhere, and every link in it resolves', () => {
    makeGuide({ to: folder });
    const files = readdirSync(folder, { recursive: true }).map(String);
    expect(files.filter((file) => file.endsWith('.html'))).toHaveLength(pages.length);
    for (const file of files.filter((one) => /\.(?:html|css)$/.test(one))) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).not.toMatch(
        /<script|javascript:|\son\w+=|\sstyle=|@import|(?:href|src|srcset|url)[=(]["']?\w+:/,
      );
      for (const [, target = ''] of text.matchAll(/(?:href="|url\(')([^"'#]+)/g))
        expect(existsSync(join(folder, target)), `${file}: ${target}`).toBe(true);
    }
  });

  it.each(pages.map(({ name, text }) => [name, text] as const))(
    '%s speaks as the app does',
    (_name, text) => {
      for (const [was, say] of onScreen)
        for (const line of text.split('\n')) expect(was.test(line), `${line}\nsay: ${say}`).toBe(false);
    },
  );

  it('names what is on screen by its words there', () => {
    const app = sources()
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
      .replaceAll('&', '');
    const named = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => ({ name, words })),
    );
    expect(named.length).toBeGreaterThan(60);
    const unknown = named.filter(
      ({ words }) => !new RegExp(`(?:['"\`>]|\\n +)${escape(words)}…?(?:['"\`<]|\\n)`).test(app),
    );
    expect(unknown).toEqual([]);
  });
});

describe('what is wrong in a page ends it', () => {
  it.each([
    ['a link to no page', '[x](nowhere.md)', /leads to no page/],
    ['a link to no heading', '[x](page.md#nowhere)', /leads to no heading/],
    ['a link elsewhere', '[x](https://example.com)', /leads to no page/],
    ['a key that does not exist', 'Press {nowhere}.', /there is no key “nowhere”/],
    ['HTML', 'a <b onclick="x">b</b>', /HTML is not allowed/],
    ['a picture without words', '![](x)', /says nothing to who cannot see it/],
  ])('%s', (_what, text, why) => {
    expect(() => made(text)).toThrow(why);
  });

  it('a page that the index does not name', () => {
    writeFileSync(join(folder, 'index.md'), '# Index\n\n[a](a.md)');
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.md`), `# ${name}`);
    expect(() => guidePages(folder)).toThrow('The index does not name b.');
  });

  it('a picture that is not there, in one of its themes', () => {
    const shown = [page('![An entry](entry)')];
    expect(picturesOf(shown)).toEqual(['entry']);
    writeFileSync(join(folder, 'entry-light.png'), '');
    writeFileSync(join(folder, 'of-app.sha256'), 'this');
    expect(() => {
      makeGuide({ to: join(folder, 'guide'), pictures: { folder, app: 'this' }, pages: shown });
    }).toThrow('The guide’s pictures are not there: entry-dark.png.');
  });
});

it('takes no picture of another app', () => {
  const shown = [page('![An entry](entry)')];
  for (const theme of ['light', 'dark']) writeFileSync(join(folder, `entry-${theme}.png`), '');
  const to = join(folder, 'guide');
  const make = (app: string) => {
    makeGuide({ to, pictures: { folder, app }, pages: shown });
  };
  expect(() => {
    make('this');
  }).toThrow('are older than the app');
  writeFileSync(join(folder, 'of-app.sha256'), 'this');
  expect(() => {
    make('another');
  }).toThrow('are older than the app');
  make('this');
  expect(existsSync(join(to, 'pictures', 'entry-dark.png'))).toBe(true);
});

it('shows keys in the words of the key map, and a picture in both themes', () => {
  expect(made('Press {palette}.')).toContain('<code>Ctrl+K</code>');
  const text = '![An entry](entry)';
  expect(htmlOf(page(text), [page(text)], true)).toContain(
    '<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/entry-dark.png">' +
      '<img src="pictures/entry-light.png" alt="An entry"></picture>',
  );
});

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
