/** The tray; it exists only while the user wants it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { Menu, nativeImage, Tray, type NativeImage } from 'electron';
import type { TrayState } from '../../shared/ipc/contract.ts';
import { dotted } from './dotted.ts';
import { trayMenu } from './tray-menu.ts';
import type { TrayActions, TrayFavourite } from './tray-menu.ts';

export interface AppTray {
  /** Shows the tray, or removes it. */
  readonly set: (on: boolean) => void;
  /** Redraws the menu on a change. */
  readonly changed: () => void;
  readonly state: () => Promise<TrayState>;
}

export interface TrayParts extends TrayActions {
  /** Main's folder, with the icon. */
  readonly appFolder: string;
  readonly locked: () => boolean;
  /** A program waits for an answer. */
  readonly asking: () => boolean;
  readonly favourites: () => readonly TrayFavourite[];
}

/** Makes it, still hidden. */
export function makeTray(parts: TrayParts): AppTray {
  let tray: Tray | undefined;
  let waiting: NodeJS.Immediate | undefined;
  const plain = (): NativeImage => nativeImage.createFromPath(join(parts.appFolder, 'tray.png'));
  const asking = (): NativeImage => {
    const icon = plain();
    const { width, height } = icon.getSize();
    return nativeImage.createFromBitmap(dotted(icon.toBitmap(), width), { width, height });
  };
  const draw = (): void => {
    waiting = undefined;
    const state = { locked: parts.locked(), asking: parts.asking(), favourites: parts.favourites() };
    tray?.setContextMenu(Menu.buildFromTemplate(trayMenu(state, parts)));
    tray?.setImage(state.asking ? asking() : plain());
    tray?.setToolTip(state.asking ? 'Strongroom: a program waits for your answer' : 'Strongroom');
  };
  const changed = (): void => {
    if (tray !== undefined) waiting ??= setImmediate(draw);
  };
  return {
    changed,
    set: (on) => {
      if (on === (tray !== undefined)) return;
      tray?.destroy();
      tray = undefined;
      if (!on) return;
      tray = new Tray(plain());
      tray.on('click', parts.showWindow);
      draw();
    },
    state: async () => {
      if (tray === undefined) return 'off';
      return process.platform === 'linux' ? hostOnLinux() : 'shown';
    },
  };
}

/** Asks the desktop's bus, with the first tool that works, if a program shows tray icons. */
async function hostOnLinux(): Promise<TrayState> {
  const [bus, name] = ['org.freedesktop.DBus', 'org.kde.StatusNotifierWatcher'] as const;
  const gdbus = [
    'call',
    '--session',
    '--timeout',
    '2',
    '--dest',
    bus,
    '--object-path',
    '/org/freedesktop/DBus',
  ];
  const asked = await answerOf('gdbus', [...gdbus, '--method', `${bus}.NameHasOwner`, name]);
  const answer =
    asked ??
    (await answerOf('dbus-send', [
      ...['--session', '--print-reply', '--reply-timeout=2000', `--dest=${bus}`, '/org/freedesktop/DBus'],
      ...[`${bus}.NameHasOwner`, `string:${name}`],
    ]));
  if (answer === undefined) return 'no-host';
  return /\btrue\b/.test(answer) ? 'shown' : 'no-host';
}

/** Output of a program; undefined if it fails or is missing. */
function answerOf(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 3_000 }, (error, printed) => {
      resolve(error === null ? printed : undefined);
    });
  });
}
