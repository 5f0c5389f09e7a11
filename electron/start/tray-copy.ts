/**
 * The tray's use of the app: lists favourites and copies their keys by the same calls as the window, through the same
 * runner and gates. The results stay in main; no page receives them.
 */
import type { CallName } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/ipc/result.ts';
import type { DesktopNotice } from '../core/platform.ts';
import type { CallRunner } from '../ipc/run.ts';
import type { Services } from '../services/services.ts';
import { ownerOf } from '../services/workspace-owner.ts';
import { nameOf, type TrayFavourite } from '../window/tray-menu.ts';
import { makeTray } from '../window/tray.ts';
import type { AppTray } from '../window/tray.ts';

/** Asker id of the tray; no page has this number. */
const TRAY = -1;

export interface AppTrayParts extends Omit<TrayCopyParts, 'run'> {
  /** Main's folder. */
  readonly appFolder: string;
  /** Undefined before loading. */
  readonly services: () => Services | undefined;
  readonly runner: Pick<CallRunner, 'run'>;
  readonly lock: () => void;
  /** A program waits for an answer. */
  readonly asking: () => boolean;
}

/** Makes the app's tray, still hidden. */
export function makeAppTray(parts: AppTrayParts): AppTray & { readonly isCopying: () => boolean } {
  const { appFolder, services, runner, lock, asking, showWindow } = parts;
  let calls = 0;
  let copying = 0;
  const tray = makeTray({
    appFolder,
    lock,
    asking,
    showWindow,
    locked: () => services()?.lock.state().locked ?? false,
    favourites: () => trayFavourites(services()),
    copy: (favourite) => {
      copying++;
      void copyFromTray(favourite, {
        ...parts,
        run: (name, input) => runner.run(name, input, ++calls, TRAY, 'menu'),
      }).finally(() => copying--);
    },
  });
  return { ...tray, isCopying: () => copying > 0 };
}

/** Favourites with a key to copy, of every session with a token. */
function trayFavourites(services: Services | undefined): readonly TrayFavourite[] {
  if (services === undefined) return [];
  return services.sessions.list().flatMap(({ sessionId, name, trouble }) => {
    if (trouble?.kind === 'locked') return [];
    const { favourites } = services.workspaces.load(ownerOf({ sessionId }, services));
    return favourites.flatMap(({ mount, path, copyKey }) =>
      copyKey === undefined ? [] : [{ sessionId, sessionName: name, mount: mount.path, path, key: copyKey }],
    );
  });
}

interface TrayCopyParts {
  /** Runs a call with the tray as its asker. */
  readonly run: (name: CallName, input: unknown) => Promise<Result<unknown>>;
  readonly notify: (notice: DesktopNotice) => void;
  readonly showWindow: () => void;
  readonly clipboardSeconds: () => number;
}

/** Copies the key of a favourite and tells the outcome by a desktop notice. */
async function copyFromTray(favourite: TrayFavourite, parts: TrayCopyParts): Promise<void> {
  const { sessionId, mount, path, key } = favourite;
  const opened = await parts.run('entry.open', { sessionId, mount, path });
  const entryId = opened.ok ? idIn(opened.value) : undefined;
  const copied = entryId === undefined ? opened : await parts.run('entry.copy', { entryId, key });
  if (entryId !== undefined) await parts.run('entry.close', { entryId });
  const seconds = String(parts.clipboardSeconds());
  parts.notify({
    title: copied.ok ? `Copied ${nameOf(favourite)}` : 'Nothing was copied',
    body: copied.ok ? `The clipboard is cleared after ${seconds} seconds.` : copied.error.message,
    chosen: parts.showWindow,
  });
}

function idIn(view: unknown): string | undefined {
  if (typeof view !== 'object' || view === null || !('entryId' in view)) return undefined;
  return typeof view.entryId === 'string' ? view.entryId : undefined;
}
