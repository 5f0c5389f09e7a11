/**
 * A credential that a person copied is for another program. Pasted into the app's own page it would be where no credential
 * may ever be, and a broken page can bring that about: it moves the focus to a field of its own the moment somebody presses
 * Ctrl+V for something else. So while the clipboard may hold a credential of ours every paste into the page is dropped here,
 * whichever way it comes: keys (by letter and by place, as a layout decides which of them pastes), the menu, the middle button. Where something else has taken its place meanwhile, the paste is
 * made up for. The trusted view is not guarded: it is where credentials belong.
 *
 * Text that is dragged in from elsewhere is asked about by the page's preload (`mayDrop`), because Electron tells main of no
 * drag. That keeps a credential from falling into a field by mistake; a page that is already broken can undo it, and lure a
 * person into dragging or typing one all the same. Nothing can be dragged out of the trusted view.
 */
import type { Input, MouseInputEvent, WebContents } from 'electron';
import { faultOf } from '../disk/fault.ts';

export interface GuardedClipboard {
  readonly mayHoldCredential: () => boolean;
  readonly holdsCredential: () => Promise<boolean>;
}

export type Paste = 'paste' | 'pasteAndMatchStyle';

export interface PasteGuard {
  /** Whether what is dragged may be dropped into the page: nothing may while a credential of ours is at hand. */
  readonly mayDrop: () => Promise<boolean>;
  /** Guards a page. */
  readonly guard: (contents: WebContents) => void;
  /** Pastes as the menu does: into whatever has the focus. */
  readonly paste: (contents: WebContents | undefined | null, how: Paste) => void;
}

/**
 * Makes the guard. `selection` is X11's, which the middle button pastes. `log` hears of a clipboard that cannot be read:
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

/** Where V and Y are, whatever a layout puts there. */
const places: ReadonlySet<string> = new Set(['KeyV', 'KeyY']);

/**
 * Whether a key might paste, on whatever layout. Where a layout has no Latin letters Chromium goes by the key's place, and
 * which layouts those are is the system's to say: a chord with a key that is not ASCII is one of them.
 */
export function mayPaste(input: KeyInput): boolean {
  const { key, code, control, meta, shift, alt } = input;
  const name = key.toLowerCase();
  if (name === 'paste' || code === 'Paste') return true;
  if (name === 'insert' || code === 'Insert') return shift;
  if (!control && !meta) return false;
  if (name === 'v' || name === 'y' || places.has(code)) return true;
  // With Alt it is a character that is typed with AltGr.
  return !alt && !isAscii(key);
}

/** How a key pastes, for sure; undefined where it does something else, or might. */
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
