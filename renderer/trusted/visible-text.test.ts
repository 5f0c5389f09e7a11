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

it('cuts what is long in the middle and keeps all of it', () => {
  const path = `start/${'x'.repeat(4_000)}/end`;
  const shown = longText(path);
  expect(shown).toBeInstanceOf(HTMLDetailsElement);
  const [short, whole] = shown.childNodes;
  expect(short?.textContent).toMatch(/^start\/x+…x+\/end$/);
  expect(short?.textContent).toHaveLength(160);
  expect(whole?.textContent).toBe(path);
  expect(longText('start/end').textContent).toBe('start/end');
  expect(longText('x'.repeat(400), mostOfSentence)).toBeInstanceOf(Text);
  expect([...titleText(`${'👍'.repeat(200)}!`)]).toHaveLength(90);
});
