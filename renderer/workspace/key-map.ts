/** The key map in this system's notation, and matching of key presses against it. */
import { keyMap } from '../../shared/ipc/key-map.ts';
import type { KeyId } from '../../shared/ipc/key-map.ts';
import { shortcut } from '../ui/key-hint.tsx';

export { keyMap, keyPlaces } from '../../shared/ipc/key-map.ts';
export type { KeyId } from '../../shared/ipc/key-map.ts';

/** Key in this system's notation, for menus and tooltips. */
export function keyHint(id: KeyId): string {
  return shortcut(keyMap[id].keys);
}

/** Properties of a key press that the map uses. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly getModifierState?: (name: string) => boolean;
};

const keyNames: Readonly<Record<string, string>> = {
  '←': 'arrowleft',
  '→': 'arrowright',
  '↑': 'arrowup',
  '↓': 'arrowdown',
  '↵': 'enter',
  Space: ' ',
};

/** True if a press matches the map's key. Alt changes a digit's character, so its physical key is compared. */
export function isKey(event: KeyPress, id: KeyId): boolean {
  const words = keyMap[id].keys.split(' ');
  const name = words.at(-1) ?? '';
  const wants = (word: string): boolean => words.slice(0, -1).includes(word);
  if (event.altKey !== wants('Alt')) return false;
  // Alt Gr types a character and is not a shortcut.
  if (event.altKey && event.getModifierState?.('AltGraph') === true) return false;
  const control = event.ctrlKey || event.metaKey;
  if (wants('Ctrl') ? !event.ctrlKey || event.metaKey : control !== wants('mod')) return false;
  // Keyboard layouts differ in the signs that need Shift.
  if (!/^[/?*]$/.test(name) && event.shiftKey !== wants('shift')) return false;
  if (name === '1…9') return /^Digit[1-9]$/.test(event.code) && (event.altKey || /^[1-9]$/.test(event.key));
  return event.key.toLowerCase() === (keyNames[name] ?? name.toLowerCase());
}

/** True if a press types a character: a focused field or type-ahead list takes it first. */
export function isTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
