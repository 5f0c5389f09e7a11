/** Programs of this copy of the app: its own launcher, at its place. */
import { app } from 'electron';
import type { ProgramSystem } from '../../core/program-system.ts';
import { launcherFile } from './launcher-file.ts';
import { makeProgramSystem } from './program-system.ts';

/** Makes the system's part; opens nothing. */
export function openAppPrograms(
  environment: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): ProgramSystem {
  const { isPackaged: packaged } = app;
  const launcher = launcherFile({ packaged, resources: process.resourcesPath, folder: app.getAppPath() });
  return makeProgramSystem({ launcher, environment, log });
}
