import type { InputEvent } from 'electron';
import { expect, it } from 'vitest';
import { promptInput } from './prompt-input.ts';

const event = (type: InputEvent['type'], more: object = {}): InputEvent => ({ type, ...more });

it.each([
  [event('mouseDown'), 'press', 'press'],
  [event('mouseUp'), 'release', 'release'],
  [event('mouseMove'), undefined, undefined],
  [event('mouseWheel'), undefined, undefined],
  [event('char', { key: 'x' }), undefined, undefined],
  [event('touchStart'), 'press', 'press'],
  [event('rawKeyDown', { key: 'Enter' }), 'press', 'press'],
  [event('keyDown', { key: ' ' }), 'press', 'press'],
  [event('keyUp', { key: 'Enter' }), 'release', 'release'],
  [event('rawKeyDown', { key: 'Enter', isAutoRepeat: true }), 'repeat', 'repeat'],
  [event('keyDown', { key: ' ', modifiers: ['isAutoRepeat'] }), 'repeat', 'repeat'],
  [event('rawKeyDown', { key: 'Escape' }), 'press', 'press'],
  [event('rawKeyDown', { key: 'x' }), 'press', undefined],
  [event('rawKeyDown', { key: 'x', isAutoRepeat: true }), 'repeat', undefined],
  [event('keyUp', { key: 'x' }), 'release', undefined],
  [event('rawKeyDown', { key: 'Backspace' }), 'press', undefined],
  [event('rawKeyDown', { key: 'Unidentified' }), 'press', 'press'],
  [event('rawKeyDown'), 'press', 'press'],
  [event('rawKeyDown', { key: 'Control' }), 'hold', 'hold'],
  [event('rawKeyDown', { key: 'Meta', isAutoRepeat: true }), undefined, undefined],
  [event('keyUp', { key: 'Control' }), 'letGo', 'letGo'],
  [event('rawKeyDown', { key: 'Enter', modifiers: ['control'] }), 'chord', 'chord'],
  [event('keyDown', { key: 'Enter', modifiers: ['Meta'] }), 'chord', 'chord'],
  [event('keyDown', { key: 'Enter', modifiers: ['control', 'isAutoRepeat'] }), 'repeat', 'repeat'],
  [event('keyUp', { key: 'Enter', modifiers: ['control'] }), 'release', 'release'],
] as const)('%o is %s, and %s where a text is typed', (input, without, withText) => {
  expect(promptInput(input, false)).toBe(without);
  expect(promptInput(input, true)).toBe(withText);
});
