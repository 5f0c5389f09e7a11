/**
 * The clipboard, from main alone. One adapter serves both of Electron's interfaces (before 44: synchronous; from 44:
 * promises and `ClipboardItem`), and one life watches what we copied: it is cleared after its time and at quit, but only
 * if the clipboard still holds it. The X11 primary selection is never written; `primary-selection.ts` clears it.
 */
import { createHash } from 'node:crypto';
import type { ClipboardState } from '../../shared/ipc/contract.ts';

/** What both interfaces have in common, as far as it is used. */
export interface ElectronClipboard {
  readonly readText: () => string | Promise<string>;
  readonly writeText: (text: string) => void | Promise<void>;
  readonly clear: () => void | Promise<void>;
  /** From 44 a list of items; before, one object: called with items only where `ClipboardItem` exists. */
  readonly write: (items: never) => unknown;
}

/** Electron's `ClipboardItem`; undefined before 44. */
export type ClipboardItemClass<Item> = (new (items: Record<string, string>) => Item) | undefined;

/** The clipboard as we use it; every method rejects with the system's error. */
export interface SystemClipboard {
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
  /** Asks clipboard histories not to keep it, where that can be said. */
  readonly writeConcealed: (text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** What password managers put beside a password so that clipboard histories leave it out. */
const concealing: Readonly<Partial<Record<NodeJS.Platform, readonly [string, string]>>> = {
  linux: ['x-kde-passwordManagerHint', 'secret'],
  darwin: ['org.nspasteboard.ConcealedType', ''],
  win32: ['ExcludeClipboardContentFromMonitorProcessing', '1'],
};

/** Adapts Electron's clipboard, whichever it is. */
export function adaptClipboard<Item>(
  clipboard: ElectronClipboard,
  item: ClipboardItemClass<Item>,
  platform: NodeJS.Platform,
): SystemClipboard {
  const hint = concealing[platform];
  const write = async (text: string): Promise<void> => {
    await clipboard.writeText(text);
  };
  return {
    read: async () => clipboard.readText(),
    write,
    writeConcealed: async (text) => {
      // Before 44 a second format can only be written by replacing the first.
      if (item === undefined || hint === undefined) return write(text);
      const [format, mark] = hint;
      try {
        const concealed = new item({
          'text/plain': text,
          [`electron application/osclipboard;format="${format}"`]: mark,
        });
        await clipboard.write([concealed] as never);
      } catch {
        // A system that takes no other format still takes text.
        await write(text);
      }
    },
    clear: async () => {
      await clipboard.clear();
    },
  };
}

/** X11's primary selection through either interface; undefined where there is none. */
export function adaptSelection(
  clipboard: {
    readonly selection?: Pick<ElectronClipboard, 'readText' | 'clear'>;
    readonly readText: (type?: 'selection') => string | Promise<string>;
    readonly clear: (type?: 'selection') => void | Promise<void>;
  },
  promising: boolean,
  platform: NodeJS.Platform,
): PrimarySelection | undefined {
  if (platform !== 'linux') return undefined;
  const { selection } = clipboard;
  if (selection !== undefined) {
    return { read: async () => selection.readText(), clear: async () => selection.clear() };
  }
  if (promising) return undefined;
  return {
    read: async () => clipboard.readText('selection'),
    clear: async () => clipboard.clear('selection'),
  };
}

export type PrimarySelection = Pick<SystemClipboard, 'read' | 'clear'>;

export interface TimedClipboard {
  readonly copySecret: (text: string) => Promise<ClipboardState>;
  /** As `copySecret`, for what must not get into the page again. */
  readonly copyCredential: (text: string) => Promise<ClipboardState>;
  /** Whether a credential that we copied may be there. */
  readonly mayHoldCredential: () => boolean;
  /** Looks whether it still is. */
  readonly holdsCredential: () => Promise<boolean>;
  readonly copyText: (text: string) => Promise<void>;
  readonly readText: () => Promise<string>;
  readonly state: () => ClipboardState;
  /** Clears what we copied, now, if it is still there. */
  readonly clearNow: () => Promise<void>;
}

export interface TimedClipboardOptions {
  readonly clipboard: SystemClipboard;
  readonly seconds: () => number;
  readonly changed: (state: ClipboardState) => void;
}

/** Makes the clipboard whose secrets last `seconds()`; `changed` hears every change of state. */
export function makeTimedClipboard(options: TimedClipboardOptions): TimedClipboard {
  const { clipboard, changed } = options;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;
  /** Outlives `ours` where the system did not let us clear it. */
  let credential: string | undefined;
  let state: ClipboardState = { clearsAt: '' };

  function become(next: ClipboardState): ClipboardState {
    state = next;
    changed(next);
    return next;
  }

  function holdsNothing(): boolean {
    return ours === undefined;
  }

  function forget(): void {
    if (ours !== undefined) clearTimeout(ours.timer);
    ours = undefined;
  }

  async function clearNow(): Promise<void> {
    if (ours === undefined) return;
    const { hash } = ours;
    forget();
    try {
      if (hashOf(await clipboard.read()) === hash) await clipboard.clear();
      if (credential === hash) credential = undefined;
      // Somebody may have copied a secret again while the clipboard was being read: that one has its own time.
      if (holdsNothing()) become({ clearsAt: '' });
    } catch (error) {
      become({
        clearsAt: '',
        problem: `The clipboard could not be cleared (${error instanceof Error ? error.message : 'no reason given'}). Copy something else over it.`,
      });
    }
  }

  async function copy(text: string): Promise<ClipboardState> {
    await clipboard.writeConcealed(text);
    forget();
    const lifeMs = options.seconds() * 1000;
    ours = { hash: hashOf(text), timer: setTimeout(() => void clearNow(), lifeMs) };
    return become({ clearsAt: new Date(Date.now() + lifeMs).toISOString() });
  }

  return {
    copySecret: async (text) => {
      const state = await copy(text);
      credential = undefined;
      return state;
    },
    copyCredential: (text) => {
      // Before it is there: a paste must not slip in between.
      credential = hashOf(text);
      return copy(text);
    },
    mayHoldCredential: () => credential !== undefined,
    holdsCredential: async () => {
      const asked = credential;
      if (asked === undefined) return false;
      const there = hashOf(await clipboard.read()) === asked;
      // Another one may have been copied while this one was looked for.
      if (!there && credential === asked) credential = undefined;
      return credential !== undefined;
    },
    copyText: async (text) => {
      await clipboard.write(text);
      credential = undefined;
      forget();
      if (state.clearsAt !== '' || state.problem !== undefined) become({ clearsAt: '' });
    },
    readText: clipboard.read,
    state: () => state,
    clearNow,
  };
}

/** A hash serves to recognise what we copied, and is worth nothing to whoever reads main's memory later. */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}
