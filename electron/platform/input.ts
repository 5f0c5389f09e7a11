/** Detects use of our pages, including the trusted view; typed text is not looked at. */
import { screen, type App, type InputEvent, type WebContents } from 'electron';

/** Interval between counted moves, in milliseconds. */
const MOVE_INTERVAL_MS = 1_000;

/** Calls `touched` for every key, click, wheel or real movement over a page of ours. */
export function watchInput(app: App, touched: () => void): void {
  let movedMs = 0;
  let pointer = '';
  const hear = (type: InputEvent['type']): void => {
    if (type === 'mouseMove' || type === 'mouseEnter' || type === 'mouseLeave') {
      // Chromium makes up moves when a page appears under a resting pointer.
      if (Date.now() - movedMs < MOVE_INTERVAL_MS) return;
      movedMs = Date.now();
      const { x, y } = screen.getCursorScreenPoint();
      const now = `${x} ${y}`;
      if (now === pointer) return;
      pointer = now;
    }
    touched();
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', (_input, { type }) => hear(type));
  });
}

/** Modifier of an input event from a held key. */
const REPEATED = 'isautorepeat';

/** Events of a gesture: a key pressed, a button pressed, a tap. Held keys, moves and wheels do not count. */
const asking: ReadonlySet<InputEvent['type']> = new Set(['rawKeyDown', 'keyDown', 'mouseDown', 'gestureTap']);

/** Keys held for another key: alone they are not a gesture, and the other key is an event of its own. */
const modifiers: ReadonlySet<unknown> = new Set([
  ...['Alt', 'AltGraph', 'CapsLock', 'Control', 'Fn', 'FnLock', 'Hyper', 'Meta', 'NumLock', 'ScrollLock'],
  ...['Shift', 'Super', 'Symbol', 'SymbolLock'],
]);

/** Electron's key events exceed their types. */
type HeardInput = InputEvent & { readonly key?: unknown };

/** True if an input event of a page is a gesture of the user. */
export function isGesture({ type, key, modifiers: pressed = [] }: HeardInput): boolean {
  return asking.has(type) && !modifiers.has(key) && !pressed.some((one) => one.toLowerCase() === REPEATED);
}

/**
 * Calls `noted` for every key press, click and tap that reaches a page. Electron reports them from the browser
 * process (`input-event`), so events made by script in the page are not among them.
 */
export function watchGestures(contents: WebContents, noted: () => void): void {
  contents.on('input-event', (_event, input) => {
    if (isGesture(input)) noted();
  });
}
