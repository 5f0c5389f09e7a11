/**
 * Keeps credentials from being pasted into the page. A copied credential is for another program. In the app's own
 * page it would be where no credential is allowed, and a broken page can bring that about: it moves the focus to a
 * field of its own the moment the user presses Ctrl+V for something else. So while the clipboard can hold a
 * credential of ours every paste into the page is dropped here: keys (by letter and by place, as a layout decides
 * which of them pastes), the menu, the middle button. If other text has taken its place meanwhile, the paste is made
 * up for. The trusted view is not guarded: credentials belong there.
 *
 * For text dragged in from elsewhere the page's preload asks (`mayDrop`), because Electron does not report drags to
 * main. That keeps a credential from falling into a field by mistake; a page that is already broken can undo it, and
 * lure the user into dragging or typing one all the same. Nothing can be dragged out of the trusted view.
 */
import type { Input, MouseInputEvent, WebContents } from 'electron';
import { faultOf } from '../disk/fault.ts';

export interface GuardedClipboard {
  readonly mayHoldCredential: () => boolean;
  readonly holdsCredential: () => Promise<boolean>;
}

export type Paste = 'paste' | 'pasteAndMatchStyle';

export interface PasteGuard {
  /** Resolves to true if a drag can be dropped into the page: false while a credential of ours is at hand. */
  readonly mayDrop: () => Promise<boolean>;
  /** Guards a page. */
  readonly guard: (contents: WebContents) => void;
  /** Pastes as the menu does: into the element with the focus. */
  readonly paste: (contents: WebContents | undefined | null, how: Paste) => void;
}

/**
 * Makes the guard. `selection` is X11's, which the middle button pastes. Errors of reading the clipboard go to `log`:
 * then nothing is pasted.
 */
export function makePasteGuard(
  clipboard: GuardedClipboard,
  log: (line: string) => void,
  selection?: GuardedClipboard,
): PasteGuard {
  const guarded = new WeakSet<WebContents>();

  function pasteUnlessCredential(contents: WebContents, how: Paste): void {
    clipboard.holdsCredential().then(
      (holds) => {
        if (!holds && !contents.isDestroyed()) contents[how]();
      },
      (error: unknown) => log(`nothing was pasted: ${faultOf(error)}`),
    );
  }

  const both = selection === undefined ? [clipboard] : [clipboard, selection];

  return {
    mayDrop: async () => {
      try {
        const suspects = both.filter(({ mayHoldCredential }) => mayHoldCredential());
        return !(await Promise.all(suspects.map(({ holdsCredential }) => holdsCredential()))).includes(true);
      } catch (error) {
        log(`nothing may be dropped: ${faultOf(error)}`);
        return false;
      }
    },
    guard: (contents) => {
      guarded.add(contents);
      contents.on('before-input-event', (event, input) => {
        if (!mayPaste(input) || !clipboard.mayHoldCredential()) return;
        event.preventDefault();
        const how = pasteOf(input);
        if (input.type === 'keyDown' && how !== undefined) pasteUnlessCredential(contents, how);
      });
      contents.on('before-mouse-event', (event, mouse) => {
        if (isMiddle(mouse) && both.some(({ mayHoldCredential }) => mayHoldCredential()))
          event.preventDefault();
      });
    },
    paste: (contents, how) => {
      if (contents === undefined || contents === null || contents.isDestroyed()) return;
      if (guarded.has(contents) && clipboard.mayHoldCredential()) pasteUnlessCredential(contents, how);
      else contents[how]();
    },
  };
}

type KeyInput = Pick<Input, 'key' | 'code' | 'control' | 'meta' | 'shift' | 'alt'>;

/** Key places of V and Y, regardless of the layout. */
const places: ReadonlySet<string> = new Set(['KeyV', 'KeyY']);

/**
 * True if a key can paste on some layout. On layouts without Latin letters Chromium goes by the key's place; the
 * system decides which layouts those are, so a chord with a non-ASCII key counts as one of them.
 */
export function mayPaste(input: KeyInput): boolean {
  const { key, code, control, meta, shift, alt } = input;
  const name = key.toLowerCase();
  if (name === 'paste' || code === 'Paste') return true;
  if (name === 'insert' || code === 'Insert') return shift;
  if (!control && !meta) return false;
  if (name === 'v' || name === 'y' || places.has(code)) return true;
  // Alt makes it a character typed with AltGr.
  return !alt && !isAscii(key);
}

/** A key's certain paste; undefined if it does or can do something else. */
export function pasteOf({ key, code, control, meta, shift, alt }: KeyInput): Paste | undefined {
  const name = key.toLowerCase();
  if (name === 'paste') return 'paste';
  if (name === 'insert') return shift ? 'paste' : undefined;
  if ((!control && !meta) || alt) return undefined;
  const isV = name === 'v' || (code === 'KeyV' && !isAscii(key));
  if (!isV) return undefined;
  return shift ? 'pasteAndMatchStyle' : 'paste';
}

function isAscii(key: string): boolean {
  return /^[\x20-\x7e]*$/.test(key);
}

function isMiddle({ button, type }: MouseInputEvent): boolean {
  return button === 'middle' && (type === 'mouseDown' || type === 'mouseUp');
}
