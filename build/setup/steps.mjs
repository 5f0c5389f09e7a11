/** Prerequisites of every run. Each step skips itself if nothing changed; independent steps run in parallel. */
import { ensureApp } from './app-bundle.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureElectron } from './electron.mjs';
import { ensureLauncher } from './launcher.mjs';
import { ensureSampleServer, ensureServer } from './servers.mjs';
import { ensureSystem } from './system.mjs';

/**
 * Prepares this machine and the build. `server`: the sample's, of the first available product, or Vault, which the
 * tour and the benches compare with. `reference`: also the clients that benches compare with.
 * @param {{ virtualDisplay: boolean, server?: 'sample' | 'vault' | undefined, reference?: boolean }} wanted
 */
export async function prepare({ virtualDisplay, server, reference = false }) {
  const dependencies = ensureDependencies();
  const system = ensureSystem([
    'app',
    'launcher',
    ...(virtualDisplay ? /** @type {const} */ (['display']) : []),
    ...(reference ? /** @type {const} */ (['reference']) : []),
  ]);
  const [electron, found] = await Promise.all([
    ensureElectron(dependencies),
    server === 'sample'
      ? ensureSampleServer({ dependencies })
      : server === 'vault'
        ? ensureServer('vault', { dependencies })
        : undefined,
    dependencies.then(ensureApp),
    system.then(() => ensureLauncher()),
  ]);
  return { electron, server: found };
}
