/**
 * A credential that a person copied is for another program. Pasted into the app's own page it would be where no credential
 * may ever be, and a broken page can bring that about: it moves the focus to a field of its own the moment somebody presses
 * Ctrl+V for something else. So while the clipboard may hold a credential of ours every paste into the page is dropped here,
 * whichever way it comes: keys, the menu, the middle button. Where something else has taken its place meanwhile, the paste is
 * made up for. The trusted view is not guarded: it is where credentials belong.
 */
import type { Input, MouseInputEvent, WebContents } from 'electron';

export interface GuardedClipboard {
  readonly mayHoldCredential: () => boolean;
  readonly holdsCredential: () => Promise<boolean>;
}

export type Paste = 'paste' | 'pasteAndMatchStyle';

export interface PasteGuard {
  /** Guards a page. */
  readonly guard: (contents: WebContents) => void;
  /** Pastes as the menu does: into whatever has the focus. */
  readonly paste: (contents: WebContents | undefined | null, how: Paste) => void;
}

/** Makes the guard. `log` hears of a clipboard that cannot be read: then nothing is pasted. */
export function makePasteGuard(clipboard: GuardedClipboard, log: (line: string) => void): PasteGuard {
  const guarded = new WeakSet<WebContents>();

  function pasteUnlessCredential(contents: WebContents, how: Paste): void {
    clipboard.holdsCredential().then(
      (holds) => {
        if (!holds && !contents.isDestroyed()) contents[how]();
      },
      (error: unknown) => log(`nothing was pasted: ${String(error)}`),
    );
  }

  return {
    guard: (contents) => {
      guarded.add(contents);
      contents.on('before-input-event', (event, input) => {
        const how = pasteOf(input);
        if (how === undefined || !clipboard.mayHoldCredential()) return;
        event.preventDefault();
        if (input.type === 'keyDown' && input.key.toLowerCase() !== 'y') pasteUnlessCredential(contents, how);
      });
      contents.on('before-mouse-event', (event, mouse) => {
        if (isMiddle(mouse) && clipboard.mayHoldCredential()) event.preventDefault();
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
