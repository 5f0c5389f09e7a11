import { expect, it } from 'vitest';
import { keyMap } from '../../shared/ipc/key-map.ts';
import { acceleratorOf } from './accelerator.ts';

it.each([
  ['mod shift F', 'CmdOrCtrl+Shift+F'],
  ['Alt ←', 'Alt+Left'],
  ['mod ,', 'CmdOrCtrl+,'],
  ['mod ↵', 'CmdOrCtrl+Enter'],
  ['F5', 'F5'],
  ['shift F6', 'Shift+F6'],
])('%s is %s', (keys, accelerator) => {
  expect(acceleratorOf(keys)).toBe(accelerator);
});

it('leaves alone what is typed and what stands for several keys', () => {
  const none = new Set(
    Object.values(keyMap).flatMap(({ keys }) => (acceleratorOf(keys) === undefined ? [keys] : [])),
  );
  expect([...none]).toEqual([
    '/',
    'Ctrl Alt 1…9',
    '?',
    'mod 1…9',
    'E',
    'Space',
    'Enter',
    'shift ↓',
    'Delete',
    '*',
  ]);
});
