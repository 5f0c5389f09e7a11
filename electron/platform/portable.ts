/**
 * The portable program of Windows keeps its data beside itself, so that all of it moves with the stick it is on. It unpacks
 * itself at each start, and says in a variable where it lies.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = 'strongroom-data';

/** What is looked at. */
export interface PortableStart {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  /** Of an installation: there is a program beside it that removes it. */
  readonly isInstalled: (folder: string) => boolean;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The folder for the data of a portable copy, made where it was missing; undefined for every other copy, or where nothing can be written. */
export function portableDataFolder(start: PortableStart): string | undefined {
  const { PORTABLE_EXECUTABLE_DIR: place = '' } = start.environment;
  if (start.platform !== 'win32' || !start.packaged || place === '') return undefined;
  // A program that was started by a portable one inherits its variables.
  if (start.isInstalled(dirname(start.executable))) return undefined;
  const folder = join(place, FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    // A read-only share: then in the person's own profile, as an installed copy.
    return undefined;
  }
}
