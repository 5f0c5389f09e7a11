/** The app's colours, computed from their single source file: both themes, each also with high contrast. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';
type Rgb = readonly [number, number, number];

const css = readFileSync(new URL('../renderer/styles/tokens.css', import.meta.url), 'utf8');
const highAt = css.indexOf('@media (prefers-contrast: more)');
const usual = declared(css.slice(0, highAt));
const high = new Map([...usual, ...declared(css.slice(highAt))]);

/** Backgrounds of text and controls. */
const grounds = ['--bg', '--panel', '--panel-2', '--raised', '--field', '--accent-soft'] as const;
/** Text colours, used on every background; each with the tints that it is also used on. */
const texts: Readonly<Record<string, readonly string[]>> = {
  '--text': ['--danger-soft', '--warn-soft', '--ok-soft', '--selection'],
  '--dim': ['--danger-soft', '--warn-soft', '--ok-soft'],
  '--accent': [],
  '--danger': ['--danger-soft'],
  '--warn': ['--warn-soft'],
  '--ok': ['--ok-soft'],
};
/** Text colours on filled backgrounds. */
const filled: readonly (readonly [string, string])[] = [
  ...(['--accent', '--accent-hover'] as const).map((ground) => ['--on-accent', ground] as const),
  ...(['--danger', '--danger-hover'] as const).map((ground) => ['--on-danger', ground] as const),
  ...['red', 'amber', 'green', 'teal', 'blue', 'violet', 'grey'].map(
    (colour) => ['--on-profile', `--profile-${colour}`] as const,
  ),
];
/** Colours that identify shapes: edges of fields and boxes, a checked box, the focus ring. */
const shapes = ['--edge', '--accent', '--danger', '--focus'] as const;

for (const [contrast, tokens] of [
  ['usual', usual],
  ['high', high],
] as const) {
  for (const theme of ['light', 'dark'] as const) {
    describe(`${theme}, ${contrast} contrast`, () => {
      test('text is read at 4.5 : 1 on every ground, 7 : 1 where high contrast is asked for', () => {
        for (const [text, own] of Object.entries(texts)) {
          const least = contrast === 'high' && ['--text', '--dim'].includes(text) ? 7 : 4.5;
          expectRatio(tokens, theme, text, [...grounds, ...own], least);
        }
      });
      test('text on filled buttons and badges is read at 4.5 : 1', () => {
        for (const [text, ground] of filled) expectRatio(tokens, theme, text, [ground], 4.5);
      });
      test('a button that cannot be pressed is still read: dim text on grey, at 4.5 : 1', () => {
        const rule = ruleOf('../renderer/ui/button.module.css', ".button[aria-disabled='true']");
        expect(rule).not.toContain('opacity');
        const [, ground = ''] = /background: var\((--[\w-]+)\)/.exec(rule) ?? [];
        const [, text = ''] = /(?<![\w-])color: var\((--[\w-]+)\)/.exec(rule) ?? [];
        expectRatio(tokens, theme, text, [ground], 4.5);
      });
      test('edges of fields and boxes, and what shows the focus, are seen at 3 : 1 on every ground', () => {
        for (const shape of shapes) expectRatio(tokens, theme, shape, grounds, 3);
      });
    });
  }
}

function expectRatio(
  tokens: ReadonlyMap<string, string>,
  theme: Theme,
  colour: string,
  on: readonly string[],
  least: number,
): void {
  for (const ground of on) {
    const found = ratio(rgbOf(tokens, theme, colour), rgbOf(tokens, theme, ground));
    expect.soft(found, `${colour} on ${ground}`).toBeGreaterThanOrEqual(least);
  }
}

/** Custom properties by name, with their unresolved values. */
function declared(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function rgbOf(tokens: ReadonlyMap<string, string>, theme: Theme, name: string): Rgb {
  const value = tokens.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return rgbOf(tokens, theme, reference);
  const [, light, dark] = /^light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)$/.exec(value) ?? [];
  const hex = (theme === 'light' ? light : dark) ?? value;
  const [, r, g, b] = /^#(\w\w)(\w\w)(\w\w)$/.exec(hex) ?? [];
  if (r === undefined || g === undefined || b === undefined)
    throw new Error(`${name} is no colour: ${value}`);
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Body of a CSS rule. */
function ruleOf(file: string, selector: string): string {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const at = text.indexOf(`${selector} {`);
  if (at === -1) throw new Error(`${file} has no rule for ${selector}`);
  return text.slice(at, text.indexOf('}', at));
}
