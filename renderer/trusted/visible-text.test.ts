import { expect, it } from 'vitest';
import { visible } from '../../shared/vault/display-name.ts';
import { longText, mostOfSentence, titleText } from './visible-text.ts';

it.each([
  ['secret/api', 'secret/api'],
  ['secret/\u202egnp.exe', 'secret/⟨U+202E⟩gnp.exe'],
  ['a\nb\tc', 'a⟨U+000A⟩b⟨U+0009⟩c'],
  ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
  ['\u{e0041}', '⟨U+E0041⟩'],
  ['\ud83d', '⟨U+D83D⟩'],
  ['مدفوعات', 'مدفوعات'],
  ['👩‍💻', '👩‍💻'],
])('makes %j visible', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it('shows all of what is long in a box of its own, and cuts titles alone', () => {
  const path = `start/${'x'.repeat(4_000)}/end`;
  const shown = longText(path);
  expect(shown).toBeInstanceOf(HTMLSpanElement);
  expect(shown.textContent).toBe(path);
  expect(longText('start/end')).toBeInstanceOf(Text);
  expect(longText('x'.repeat(400), mostOfSentence)).toBeInstanceOf(Text);
  expect([...titleText(`${'👍'.repeat(200)}!`)]).toHaveLength(90);
});
