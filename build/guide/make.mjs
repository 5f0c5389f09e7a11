/**
 * Builds the user's guide: one HTML page per Markdown page in this folder, with the app's fonts and colours, without
 * scripts, with pictures of the app. Throws on an error in the text (a broken link, an unknown key, HTML).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { keyMap } from '../../shared/ipc/key-map.ts';
import { arePicturesOf } from '../setup/guide.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

/** @typedef {{ name: string, title: string, text: string }} Page `name` without `.md`. */

/**
 * The pages: the index first, then the others in its order.
 * @param {string} [folder]
 * @returns {Page[]}
 */
export function guidePages(folder = here) {
  const read = (/** @type {string} */ name) => {
    const text = readFileSync(join(folder, `${name}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1];
    if (title === undefined) throw new Error(`${name}.md has no title.`);
    return { name, title, text };
  };
  const index = read('index');
  const named = [...index.text.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name = '']) => name);
  const there = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3));
  const unnamed = there.filter((name) => name !== 'index' && !named.includes(name));
  if (unnamed.length > 0) throw new Error(`The index does not name ${unnamed.join(', ')}.`);
  return [index, ...[...new Set(named)].map(read)];
}

/**
 * Names of the pictures on the pages; each exists in a light and a dark version.
 * @param {readonly Page[]} pages
 */
export function picturesOf(pages) {
  const names = pages.flatMap(({ text }) => [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]);
  return [...new Set(names.map(([, name = '']) => name))].sort();
}

/**
 * Writes the guide into a folder. `pictures`: their folder, and the hash of the app that they must show; without it
 * the pages have none.
 * @param {{ to: string, pictures?: { folder: string, app: string }, pages?: readonly Page[] }} options
 */
export function makeGuide({ to, pictures: taken, pages = guidePages() }) {
  const pictures = taken?.folder;
  if (taken !== undefined && !arePicturesOf(taken.folder, taken.app))
    throw new Error(`The pictures in ${taken.folder} are older than the app.`);
  const missing = picturesOf(pages)
    .flatMap(pictureFiles)
    .filter((file) => pictures !== undefined && !existsSync(join(pictures, file)));
  if (missing.length > 0) throw new Error(`The guide’s pictures are not there: ${missing.join(', ')}.`);
  mkdirSync(join(to, 'fonts'), { recursive: true });
  mkdirSync(join(to, 'pictures'), { recursive: true });
  if (pictures !== undefined)
    for (const file of picturesOf(pages).flatMap(pictureFiles))
      copyFileSync(join(pictures, file), join(to, 'pictures', file));
  const styles = join(root, 'renderer', 'styles');
  // The guide is in English, so only the Latin part of each font is included.
  const faces =
    readFileSync(join(styles, 'fonts.css'), 'utf8').match(/@font-face \{[^}]*-latin-wght-[^}]*\}/g) ?? [];
  const fonts = faces
    .join('\n')
    .replace(/url\('(@fontsource-variable\/[^']+)'\)/g, (_whole, /** @type {string} */ file) => {
      const name = file.slice(file.lastIndexOf('/') + 1);
      copyFileSync(join(root, 'node_modules', file), join(to, 'fonts', name));
      return `url('fonts/${name}')`;
    });
  const tokens = readFileSync(join(styles, 'tokens.css'), 'utf8');
  const own = readFileSync(join(here, 'guide.css'), 'utf8');
  writeFileSync(join(to, 'guide.css'), [tokens, fonts, own].join('\n'));
  for (const page of pages)
    writeFileSync(join(to, `${page.name}.html`), htmlOf(page, pages, pictures !== undefined));
}

/** @param {string} name */
function pictureFiles(name) {
  return [`${name}-light.png`, `${name}-dark.png`];
}

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {boolean} withPictures
 */
export function htmlOf(page, pages, withPictures) {
  const at = pages.indexOf(page);
  const link = (/** @type {Page | undefined} */ other, /** @type {string} */ words) =>
    other === undefined ? '' : `<a href="${other.name}.html">${words} ${escaped(other.title)}</a>`;
  const list = pages.map(
    ({ name, title }) =>
      `<li><a href="${name}.html"${name === page.name ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(page.title)} · Strongroom Guide</title>
<link rel="stylesheet" href="guide.css">
</head>
<body>
<nav aria-label="Pages"><ul>
${list.join('\n')}
</ul></nav>
<main>
${markdown(page, pages, withPictures)}
<footer>${at === 0 ? '' : link(pages[at - 1], '←')}<span></span>${link(pages[at + 1], 'Next:')}</footer>
</main>
</body>
</html>
`;
}

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {boolean} withPictures
 */
function markdown({ name, text }, pages, withPictures) {
  const wrong = (/** @type {string} */ what) => new Error(`${name}.md: ${what}`);
  /** @type {import('marked').RendererObject} */
  const renderer = {
    html: () => {
      throw wrong('HTML is not allowed in the guide.');
    },
    heading({ tokens, depth, text: title }) {
      return `<h${depth} id="${anchorOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const [whole, target = '', anchor] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
      if (whole === undefined) throw wrong(`the link to ${href} leads to no page.`);
      const other = pages.find((one) => one.name === (target === '' ? name : target));
      if (other === undefined) throw wrong(`the link to ${href} leads to no page.`);
      if (anchor !== undefined && !anchorsOf(other).includes(anchor))
        throw wrong(`the link to ${href} leads to no heading.`);
      const place = anchor === undefined ? '' : `#${anchor}`;
      return `<a href="${other.name}.html${place}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text: alt }) {
      if (alt === '') throw wrong(`the picture ${href} says nothing to who cannot see it.`);
      if (!withPictures) return '';
      const [light, dark] = pictureFiles(href);
      return (
        `<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/${dark}">` +
        `<img src="pictures/${light}" alt="${escaped(alt)}"></picture>`
      );
    },
  };
  const marked = new Marked({ renderer });
  const withKeys = text.replace(/\{(\w+)\}/g, (_whole, /** @type {string} */ id) => {
    const row = /** @type {Record<string, { keys: string }>} */ (keyMap)[id];
    if (row === undefined) throw wrong(`there is no key “${id}”.`);
    return `\`${keysInWords(row.keys)}\``;
  });
  return marked.parse(withKeys, { async: false });
}

/** @param {string} keys */
function keysInWords(keys) {
  const words = keys.split(' ').map((word) => ({ mod: 'Ctrl', shift: 'Shift', '↵': 'Enter' })[word] ?? word);
  return words.join('+');
}

/** @param {string} title */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** @param {Page} page */
function anchorsOf({ text }) {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => anchorOf(title));
}

/** @param {string} text */
function escaped(text) {
  const names = /** @type {Record<string, string>} */ ({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' });
  return text.replaceAll(/[&<>"]/g, (sign) => `&${names[sign]};`);
}
