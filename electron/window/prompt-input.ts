/** Meaning of a page's input event for the prompt above it. */
import type { InputEvent } from 'electron';
import type { PromptInput } from './arming.ts';

const presses: ReadonlySet<InputEvent['type']> = new Set([
  'mouseDown',
  'touchStart',
  'gestureTapDown',
  'pointerDown',
]);
const releases: ReadonlySet<InputEvent['type']> = new Set([
  'mouseUp',
  'touchEnd',
  'touchCancel',
  'gestureTap',
  'pointerUp',
  'keyUp',
]);

/** Electron's key events exceed their types. */
type KeyEvent = InputEvent & { readonly key?: unknown; readonly isAutoRepeat?: unknown };

/**
 * Undefined if it neither presses nor releases anything: moves and wheels, and with `takesText` the keys of typed
 * text, so that typing into a field neither answers the prompt nor delays it. Enter and Space always count.
 */
export function promptInput(event: InputEvent, takesText: boolean): PromptInput | undefined {
  if (presses.has(event.type)) return 'press';
  const key = event.type === 'rawKeyDown' || event.type === 'keyDown' || event.type === 'keyUp';
  if (key && isModifier(event)) {
    if (event.type === 'keyUp') return 'letGo';
    return repeats(event) ? undefined : 'hold';
  }
  if (key && takesText && isText(event)) return undefined;
  if (releases.has(event.type)) return 'release';
  if (!key) return undefined;
  if (repeats(event)) return 'repeat';
  return (event as KeyEvent).key === 'Enter' && has(event, withEnter) ? 'chord' : 'press';
}

const withEnter: readonly string[] = ['control', 'ctrl', 'meta', 'command', 'cmd'];

function has({ modifiers = [] }: InputEvent, names: readonly string[]): boolean {
  return modifiers.some((modifier) => names.includes(modifier.toLowerCase()));
}

function repeats(event: KeyEvent): boolean {
  return event.isAutoRepeat === true || has(event, ['isautorepeat']);
}

/** A key held for another key. */
function isModifier({ key }: KeyEvent): boolean {
  return key === 'Control' || key === 'Meta';
}

/** True for a key that certainly presses no button; an unidentified key could. */
function isText({ key }: KeyEvent): boolean {
  return typeof key === 'string' && key !== '' && !['Enter', ' ', 'Escape', 'Unidentified'].includes(key);
}
