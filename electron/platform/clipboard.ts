/**
 * The clipboard, from main alone. One adapter serves both of Electron's interfaces (before 44: synchronous; from 44:
 * promises and `ClipboardItem`), and one timer watches our copies: the clipboard is cleared after its time and at
 * quit, but only if it still holds our text. The X11 primary selection is never written; `primary-selection.ts`
 * clears it.
 */
import { createHash } from 'node:crypto';
import type { ClipboardState } from '../../shared/ipc/contract.ts';
import type { CopiedAs } from '../core/platform.ts';

/** Used part that both interfaces have in common. */
export interface ElectronClipboard {
  readonly readText: () => string | Promise<string>;
  readonly writeText: (text: string) => void | Promise<void>;
  readonly clear: () => void | Promise<void>;
  /** A list of items from 44, one object before: called with items only if `ClipboardItem` exists. */
  readonly write: (items: never) => unknown;
}

/** Electron's `ClipboardItem`; undefined before 44. */
export type ClipboardItemClass<Item> = (new (items: Record<string, string>) => Item) | undefined;

/** The clipboard as we use it; every method rejects with the system's error. */
export interface SystemClipboard {
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
  /** Asks clipboard histories not to keep it, if supported. */
  readonly writeConcealed: (text: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Formats beside a password that keep it out of clipboard histories. */
const concealing: Readonly<Partial<Record<NodeJS.Platform, readonly [string, string]>>> = {
  linux: ['x-kde-passwordManagerHint', 'secret'],
  darwin: ['org.nspasteboard.ConcealedType', ''],
  win32: ['ExcludeClipboardContentFromMonitorProcessing', '1'],
};

/** Adapts Electron's clipboard of either interface. */
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
      // Writing a second format replaced the first before 44.
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

/** X11's primary selection through either interface; undefined on systems without one. */
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
  /** Copies a text. Copies run one after another: the one begun last is in the clipboard in the end. */
  readonly copy: (text: string, as: CopiedAs) => Promise<ClipboardState>;
  /** True if our copied credential can be there, or is on its way. */
  readonly mayHoldCredential: () => boolean;
  /** Checks it by reading. */
  readonly holdsCredential: () => Promise<boolean>;
  readonly readText: () => Promise<string>;
  readonly state: () => ClipboardState;
  /** Clears our copy now, if it is still there. */
  readonly clearNow: () => Promise<void>;
}

export interface TimedClipboardOptions {
  readonly clipboard: SystemClipboard;
  readonly seconds: () => number;
  readonly changed: (state: ClipboardState) => void;
}

/** Makes the clipboard whose secrets last `seconds()`; `changed` is called with every new state. */
export function makeTimedClipboard(options: TimedClipboardOptions): TimedClipboard {
  const { clipboard, changed } = options;
  let ours: { readonly hash: string; readonly timer: NodeJS.Timeout } | undefined;
  /** Outlives `ours` if the system did not let us clear it. */
  let credential: string | undefined;
  /** Credential copies under way. */
  let coming = 0;
  let state: ClipboardState = { clearsAt: '' };
  let last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all earlier work on the clipboard. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    // The caller gets the error; the next work runs all the same.
    last = done.catch(() => undefined);
    return done;
  }

  function become(next: ClipboardState): ClipboardState {
    state = next;
    changed(next);
    return next;
  }

  function forget(): void {
    if (ours !== undefined) clearTimeout(ours.timer);
    ours = undefined;
  }

  async function clear(): Promise<void> {
    if (ours === undefined) return;
    const { hash } = ours;
    forget();
    try {
      if (hashOf(await clipboard.read()) === hash) await clipboard.clear();
      if (credential === hash) credential = undefined;
      become({ clearsAt: '' });
    } catch (error) {
      become({
        clearsAt: '',
        problem: `The clipboard could not be cleared (${error instanceof Error ? error.message : 'no reason given'}). Copy something else over it.`,
      });
    }
  }

  async function copyText(text: string): Promise<ClipboardState> {
    await clipboard.write(text);
    credential = undefined;
    forget();
    return state.clearsAt === '' && state.problem === undefined ? state : become({ clearsAt: '' });
  }

  async function copySecret(text: string, isCredential: boolean): Promise<ClipboardState> {
    const hash = hashOf(text);
    // Set before the write: a paste must not slip in.
    if (isCredential) credential = hash;
    await clipboard.writeConcealed(text);
    if (!isCredential) credential = undefined;
    forget();
    const lifeMs = options.seconds() * 1000;
    ours = { hash, timer: setTimeout(() => void inTurn(clear), lifeMs) };
    return become({ clearsAt: new Date(Date.now() + lifeMs).toISOString() });
  }

  return {
    copy: (text, as) => {
      if (as !== 'credential')
        return inTurn(() => (as === 'text' ? copyText(text) : copySecret(text, false)));
      coming++;
      return inTurn(() => copySecret(text, true).finally(() => coming--));
    },
    mayHoldCredential: () => credential !== undefined || coming > 0,
    holdsCredential: () =>
      inTurn(async () => {
        if (credential !== undefined && hashOf(await clipboard.read()) !== credential) credential = undefined;
        // Another copy can have begun during the read.
        return credential !== undefined || coming > 0;
      }),
    readText: clipboard.read,
    state: () => state,
    clearNow: () => inTurn(clear),
  };
}

/** A hash is enough to recognise our copy, and useless to a later reader of main's memory. */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}
