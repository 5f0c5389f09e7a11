/** Rules for every style sheet of the app, so that new screens look like the others. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const renderer = fileURLToPath(new URL('../renderer', import.meta.url));

interface Rule {
  readonly where: string;
  readonly body: string;
}

const sheets = globSync('**/*.css', { cwd: renderer }).map((file) => ({
  file,
  text: readFileSync(join(renderer, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
}));
const rules: readonly Rule[] = sheets.flatMap(({ file, text }) => {
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    where: `${file}: ${selector.trim().replace(/\s+/g, ' ')}`,
    body,
  }));
});

/** Class names in the selectors of a sheet; empty if there is no such sheet. */
function classesOf(sheet: string): ReadonlySet<string> {
  const found = sheets.find(({ file }) => file === sheet);
  const selectors = found?.text.match(/[^{};]+(?=\{)/g);
  return new Set(selectors?.flatMap((one) => one.match(/(?<=\.)[a-zA-Z]\w*/g) ?? []));
}

/** Classes that a file takes from the sheets it imports, and that are in none of their selectors. */
function missingClasses(file: string, code: string): readonly string[] {
  return [...code.matchAll(/^import (\w+) from '(.*\.module\.css)';$/gm)].flatMap(
    ([, name = '', sheet = '']) => {
      const classes = classesOf(join(file, '..', sheet));
      return [...code.matchAll(new RegExp(`\\b${name}\\[([^\\]]+)\\]`, 'g'))]
        .flatMap(([, inside = '']) => [...inside.matchAll(/'(\w+)'/g)].map(([, one = '']) => one))
        .filter((one) => !classes.has(one))
        .map((one) => `${file}: ${one}`);
    },
  );
}

describe('style sheets', () => {
  test('are read', () => {
    expect(rules.length).toBeGreaterThan(500);
  });

  test('use only custom properties that there are', () => {
    const known = new Set(sheets.flatMap(({ text }) => text.match(/--[\w-]+(?=\s*:)/g) ?? []));
    // Set by Base UI on elements that it positions.
    for (const name of ['--available-height', '--available-width', '--anchor-width', '--transform-origin'])
      known.add(name);
    // Set by the table of row heights, one per kind.
    const heights = readFileSync(join(renderer, 'ui/row-heights.ts'), 'utf8');
    for (const [, kind = ''] of heights.matchAll(/^ {2}readonly (\w+): number;/gm))
      known.add(`--row-${kind}`);
    const unknown = rules.flatMap(({ where, body }) =>
      [...body.matchAll(/var\((--[\w-]+)/g)]
        .filter(([, name = '']) => !known.has(name))
        .map(([, name = '']) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('draw the edge of every field so that it is seen', () => {
    const fields = rules.filter(({ body }) => /background: var\(--field\)/.test(body));
    expect(fields.length).toBeGreaterThan(3);
    const faint = fields.filter(({ body }) => /border[\w-]*: [^;]*var\(--line(-strong)?\)/.test(body));
    expect(faint.map(({ where }) => where)).toEqual([]);
  });

  test('draw buttons as strong as fields', () => {
    const edges = rules
      .filter(({ where }) => /^ui\/button\.module\.css: \.(secondary|danger)$/.test(where))
      .map(({ body }) => /border-color: var\((--\w+)\)/.exec(body)?.[1]);
    expect(edges).toEqual(['--edge', '--edge']);
  });

  test('colour no icon and no text in what is for decoration only', () => {
    // Disabled controls are exempt; their labels are not (see contrast.test.ts).
    const faint = rules.filter(
      ({ where, body }) => /(?<![\w-])color: var\(--faint\)/.test(body) && !/disabled/.test(where),
    );
    expect(faint.map(({ where }) => where)).toEqual([]);
  });

  test('dim nothing that is to be seen by making it transparent', () => {
    const pale = rules.filter(({ where, body }) => {
      const [, share = '1'] = /(?<![\w-])opacity: ([\d.]+)/.exec(body) ?? [];
      // Temporary states are exempt: fading in, dragging, a prompt before it is armed, a skeleton.
      const passing = /starting-style|ending-style|dragged|data-armed|: (from|to|50%)$/.test(where);
      return Number(share) > 0 && Number(share) < 1 && !passing;
    });
    expect(pale.map(({ where }) => where)).toEqual([]);
  });

  test('know one size of title', () => {
    const large = rules.filter(({ where, body }) => {
      const [, size = '0'] = /font(?:-size)?: [^;/]*?(\d+)px/.exec(body) ?? [];
      // Large texts readable from across the room are not titles.
      return Number(size) > 15 && !/\.(code|verdictWord|count)$|: \.wall /.test(where);
    });
    expect(large.map(({ where }) => where)).toEqual([]);
  });

  test('lay nothing over the window but what a person asked for', () => {
    const over = rules.filter(
      ({ where, body }) =>
        /position: fixed/.test(body) &&
        !/\.(backdrop|dialog|popup|wall)$/.test(where) &&
        !/pointer-events: none/.test(body),
    );
    expect(over.map(({ where }) => where)).toEqual([]);
  });

  test('place every dialog at the same height', () => {
    const placed = rules.filter(({ body }) => /position: fixed/.test(body) && /left: 50%/.test(body));
    expect(placed.length).toBeGreaterThan(0);
    const elsewhere = placed.filter(({ body }) => !body.includes('top: var(--dialog-top)'));
    expect(elsewhere.map(({ where }) => where)).toEqual([]);
  });

  test('break the words of a prompt that keep their white space: a long name would run out of it', () => {
    const whole = rules.filter(
      ({ where, body }) => where.startsWith('trusted/') && /white-space: pre-wrap/.test(body),
    );
    expect(whole.length).toBeGreaterThan(0);
    const wide = whole.filter(({ body }) => !body.includes('overflow-wrap: anywhere'));
    expect(wide.map(({ where }) => where)).toEqual([]);
  });

  test('name classes in camel case: the bundle knows them by no other name', () => {
    const dashed = sheets
      .filter(({ file }) => file.endsWith('.module.css'))
      .flatMap(({ file, text }) =>
        (text.match(/(?<=\.)[a-zA-Z]\w*-[\w-]*(?=[^;}]*\{)/g) ?? []).map((name) => `${file}: ${name}`),
      );
    expect(dashed).toEqual([]);
  });

  test('name no class that nobody uses', () => {
    const code = globSync('**/*.{ts,tsx}', { cwd: renderer })
      .map((file) => readFileSync(join(renderer, file), 'utf8'))
      .join('\n');
    const used = new Set(code.match(/(?<=')[\w-]+(?=')/g));
    // Props of ui/layout.tsx: `gap={8}` uses the class `gap8`, `align="end"` `alignEnd`, `grow` the class of its name.
    for (const [, name = '', value = ''] of code.matchAll(/\s(\w+)(?:=[{"](\w+)[}"])?(?=[\s/>])/g))
      used.add(name + value.charAt(0).toUpperCase() + value.slice(1));
    const unused = sheets
      .filter(({ file }) => file.endsWith('.module.css'))
      .flatMap(({ file, text }) =>
        [...new Set(text.match(/(?<=\.)[a-zA-Z][\w-]*/g))]
          .filter((name) => !used.has(name))
          .map((name) => `${file}: ${name}`),
      );
    expect(unused).toEqual([]);
  });

  test('have every class that a component names', () => {
    const missing = globSync('**/*.{ts,tsx}', { cwd: renderer }).flatMap((file) =>
      missingClasses(file, readFileSync(join(renderer, file), 'utf8')),
    );
    expect(missing).toEqual([]);
    const planted =
      "import css from './button.module.css';\ncss['small']; css[is ? 'small' : 'gone']; css[tone];";
    expect(missingClasses('ui/planted.tsx', planted)).toEqual(['ui/planted.tsx: gone']);
  });

  test('leave no selector without a rule: it would join the next one', () => {
    const dangling = (selector: string): boolean => /[^,(>+~\s]\s*\n\s*[^\s>+~)]/.test(selector.trim());
    const joined = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/([^{};]+)\{([^{}]*)/g)]
        .filter(([, selector = '', body]) => dangling(selector) || body?.trim() === '')
        .filter(([, selector = '']) => !selector.trim().startsWith('@'))
        .map(([, selector = '']) => `${file}: ${selector.trim()}`),
    );
    expect(joined).toEqual([]);
    expect(dangling('.parents\n\n.row')).toBe(true);
    expect(dangling('.parents,\n.row > .cell')).toBe(false);
  });

  test('follow scrolling by single properties: the bundler writes a shorthand that Chromium does not know', () => {
    const following = rules.filter(({ body }) => body.includes('animation-timeline:'));
    expect(following.length).toBeGreaterThan(0);
    const short = following.filter(({ body }) => /animation:/.test(body));
    expect(short.map(({ where }) => where)).toEqual([]);
  });

  test('have every part of a table that is drawn with the whole sheet', () => {
    const looks = globSync('**/*.tsx', { cwd: renderer }).flatMap((file) => {
      const { sheet } =
        /^import (\w+) from '(?<sheet>.*\.css)';$[^]*look=\{\1\}/m.exec(
          readFileSync(join(renderer, file), 'utf8'),
        )?.groups ?? {};
      return sheet === undefined ? [] : [join(file, '..', sheet)];
    });
    expect(looks.length).toBeGreaterThan(0);
    const missing = [...new Set(looks)].flatMap((sheet) =>
      ['row', 'head', 'cell']
        .filter((part) => !rules.some(({ where }) => where === `${sheet}: .${part}`))
        .map((part) => `${sheet}: ${part}`),
    );
    expect(missing).toEqual([]);
  });

  const elsewhere = rules.filter(({ where }) => !where.startsWith('ui/'));

  test('colour by tone in one place: ui/tone.ts', () => {
    const tones = elsewhere.filter(
      ({ where, body }) =>
        /: \.(ok|warn|danger|accent|dim)$/.test(where) && /^\s*color: var\(--\w+\);\s*$/.test(body),
    );
    expect(tones.map(({ where }) => where)).toEqual([]);
  });

  test('draw a card in one place: ui/layout.module.css', () => {
    const card = ['flex-direction: column', 'var(--line)', 'var(--radius-large)', 'var(--raised)'];
    const cards = elsewhere.filter(
      ({ where, body }) => card.every((part) => body.includes(`${part};`)) && !where.startsWith('trusted/'),
    );
    expect(cards.map(({ where }) => where)).toEqual([]);
  });

  test('place the rows of a long list in one place: ui/name-rows.module.css', () => {
    const rows = elsewhere.filter(({ body }) => body.includes('contain: strict'));
    expect(rows.map(({ where }) => where)).toEqual([]);
  });

  test('say nothing of length twice: that wants to be a component', () => {
    const seen = new Map<string, string[]>();
    for (const { where, body } of rules) {
      const lines = body.split(';').map((line) => line.replace(/\s+/g, ' ').trim());
      const declared = lines.filter((line) => line !== '').sort();
      if (declared.length < 6) continue;
      const key = declared.join('; ');
      seen.set(key, [...(seen.get(key) ?? []), where]);
    }
    expect([...seen.values()].filter((places) => places.length > 1)).toEqual([]);
  });
});
