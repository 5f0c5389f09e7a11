/**
 * A credential that a person copied is for another program. Pasted into the app's own page it would be where no credential
 * may ever be, and a broken page can bring that about: it moves the focus to a field of its own the moment somebody presses
 * Ctrl+V for something else. So while the clipboard may hold a credential of ours every paste into the page is dropped here,
 * whichever way it comes: keys, the menu, the middle button. Where something else has taken its place meanwhile, the paste is
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
        const held = both.filter(({ mayHoldCredential }) => mayHoldCredential());
        return !(await Promise.all(held.map(({ holdsCredential }) => holdsCredential()))).includes(true);
      } catch (error) {
        log(`nothing may be dropped: ${faultOf(error)}`);
        return false;
      }
    },
    guard: (contents) => {
      guarded.add(contents);
      contents.on('before-input-event', (event, input) => {
        const how = pasteOf(input);
        if (how === undefined || !clipboard.mayHoldCredential()) return;
        event.preventDefault();
        if (input.type === 'keyDown' && input.key.toLowerCase() !== 'y') pasteUnlessCredential(contents, how);
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

type KeyInput = Pick<Input, 'key' | 'control' | 'meta' | 'shift'>;

/** How a key pastes; undefined where it does not. Ctrl+Y does with GTK's Emacs keys. */
export function pasteOf({ key, control, meta, shift }: KeyInput): Paste | undefined {
  const name = key.toLowerCase();
  if (name === 'paste') return 'paste';
  if (name === 'insert') return shift ? 'paste' : undefined;
  if (!control && !meta) return undefined;
  if (name === 'v') return shift ? 'pasteAndMatchStyle' : 'paste';
  return name === 'y' ? 'paste' : undefined;
}

function isMiddle({ button, type }: MouseInputEvent): boolean {
  return button === 'middle' && (type === 'mouseDown' || type === 'mouseUp');
}
