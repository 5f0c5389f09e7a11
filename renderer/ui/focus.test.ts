import { expect, it } from 'vitest';
import { isTyping } from './focus.ts';

function element(tag: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

it('takes fields and code editors for places to type, whose keys are text', () => {
  // An editor is in a shadow root: from outside, its host has the focus.
  for (const field of [element('input'), element('textarea'), element('div', { 'data-code-editor': '' })])
    expect(isTyping(field)).toBe(true);
  expect(isTyping(element('button'))).toBe(false);
  expect(isTyping(null)).toBe(false);
});
