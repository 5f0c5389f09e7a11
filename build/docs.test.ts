/** README and CONTRIBUTING: paths, tests, links and commands exist; the first screen has what a newcomer needs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './setup/places.mjs';

const files = ['shared', 'electron', 'renderer', 'build', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `/${folder}/${path}`)
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith('/build/out/')),
);

/** Placeholders for a file name in a recipe. */
const example = /^x\.|^<|\/x\.|[<*]/;

/** Written by a command, or inside an installed package. */
const elsewhere = /^(?:build\/out\/|resources\/package-type$|share\/$)/;

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Paths, file names, and test names with their kind. */
function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter(
    (name) =>
      /\/|\.(?:tsx?|mjs|css|sh|e2e|release|integration|test)$/.test(name) &&
      !example.test(name) &&
      !elsewhere.test(name),
  );
}

/** `once.integration` means the file `once.integration.test.ts`. */
function isThere(name: string): boolean {
  const isWhole = name.includes('/') || /\.(?:tsx?|mjs|css|sh)$/.test(name);
  const endings = isWhole ? [''] : ['.ts', '.tsx', '.test.ts', '.test.tsx'];
  return endings.some((ending) =>
    files.some((path) => path.endsWith(`/${name.replace(/\/$/, '')}${ending}`)),
  );
}

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** True if the file of a relative link exists and has the heading. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : path;
  return existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (page) => {
  const text = textOf(page);

  it('names no file or folder that is not there', () => {
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it('has no link that leads nowhere', () => {
    const links = [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)]+)\)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  });

  it('names no command that is not there', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('has no line of prose longer than 118 columns', () => {
    const prose = text.split('\n').filter((line) => !line.startsWith('|'));
    expect(prose.filter((line) => line.length > 118)).toEqual([]);
  });
});

describe('the first screen', () => {
  const screenOf = (page: string): string => textOf(page).split('\n').slice(0, 40).join('\n');

  it('of README has the two commands', () => {
    expect(screenOf('README.md')).toMatch(/^ {4}npm start$[^]*^ {4}npm test$/m);
  });

  it('of CONTRIBUTING says for each change which file to open', () => {
    const [, , ...rows] = screenOf('CONTRIBUTING.md').match(/^\|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !namesIn(row).some((name) => name.includes('/')))).toEqual([]);
    expect(screenOf('CONTRIBUTING.md')).toContain('\n## ');
  });
});
