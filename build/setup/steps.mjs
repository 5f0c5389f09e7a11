/** Everything that must be there before anything runs, in order. Each step skips itself when nothing changed. */
import { ensureApp } from './app-bundle.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureElectron } from './electron.mjs';
import { ensureSystem } from './system.mjs';
import { ensureServer } from './servers.mjs';

/**
 * Prepares this machine and the build.
 * @param {{ virtualDisplay: boolean, vault: boolean }} wanted
 */
export async function prepare(wanted) {
  await ensureDependencies();
  await ensureSystem(wanted.virtualDisplay ? ['app', 'display'] : ['app']);
  const electron = await ensureElectron();
  await ensureApp();
  const vault = wanted.vault ? await ensureServer('vault') : undefined;
  return { electron, vault };
}
