/** The keys of the map on this system's keyboard, and which of them a press is. */
import { keyMap } from '../../shared/ipc/key-map.ts';
import type { KeyId } from '../../shared/ipc/key-map.ts';
import { shortcut } from '../ui/key-hint.tsx';

export { keyMap, keyPlaces } from '../../shared/ipc/key-map.ts';
export type { KeyId } from '../../shared/ipc/key-map.ts';

/** A key as this system's keyboard names it, for a menu or a tooltip. */
export function keyHint(id: KeyId): string {
  return shortcut(keyMap[id].keys);
}

/** What of a key press the map looks at. */
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

/** Whether a press is the one of the map. With Alt a digit is known by its place, because Alt changes what it writes. */
export function isKey(event: KeyPress, id: KeyId): boolean {
  const words = keyMap[id].keys.split(' ');
  const name = words.at(-1) ?? '';
  const wants = (word: string): boolean => words.slice(0, -1).includes(word);
  if (event.altKey !== wants('Alt')) return false;
  // Where Alt Gr writes something, that is meant.
  if (event.altKey && event.getModifierState?.('AltGraph') === true) return false;
  const control = event.ctrlKey || event.metaKey;
  if (wants('Ctrl') ? !event.ctrlKey || event.metaKey : control !== wants('mod')) return false;
  // Which keys need Shift to write a sign is the keyboard's own affair.
  if (!/^[/?*]$/.test(name) && event.shiftKey !== wants('shift')) return false;
  if (name === '1…9') return /^Digit[1-9]$/.test(event.code) && (event.altKey || /^[1-9]$/.test(event.key));
  return event.key.toLowerCase() === (keyNames[name] ?? name.toLowerCase());
}

/** Whether a press writes something, so that a field or a list that is typed into has the first claim to it. */
export function isTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
