/**
 * The portable program of Windows keeps its data beside itself, so that all of it moves with the stick it is on. It
 * unpacks itself at each start; a variable holds its own folder.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = 'strongroom-data';

/** Facts that decide it. */
export interface PortableStart {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  /** True for an installation: an uninstaller lies beside the program. */
  readonly isInstalled: (folder: string) => boolean;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Data folder of a portable copy, made if missing; undefined for every other copy, or if it is not writable. */
export function portableDataFolder(start: PortableStart): string | undefined {
  const { PORTABLE_EXECUTABLE_DIR: place = '' } = start.environment;
  if (start.platform !== 'win32' || !start.packaged || place === '') return undefined;
  // A program started by a portable one inherits its variables.
  if (start.isInstalled(dirname(start.executable))) return undefined;
  const folder = join(place, FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    // A read-only share: then in the user's profile, as if installed.
    return undefined;
  }
}
