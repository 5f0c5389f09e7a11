/** Prepares the prerequisites of a test run: only those that its tests need. */
import { ensureDependencies, projectEnvironment, projectNode } from '../setup/dependencies.mjs';
import { startVirtualDisplay } from '../setup/display.mjs';
import { ensureElectron } from '../setup/electron.mjs';
import { ensureLauncher } from '../setup/launcher.mjs';
import { ensureServer } from '../setup/servers.mjs';
import { ensureSystem } from '../setup/system.mjs';
import { ensureLoginPlugins } from '../setup/vault-plugins.mjs';
import { stopProgramsOnSignals } from './program.mjs';

/**
 * A prerequisite of tests. `launcher`: the program beside the app; `screen`: a virtual display; `reference`: clients to compare with; `logins`: servers and
 * plugins of Vault behind login methods.
 * @typedef {'electron' | 'launcher' | 'screen' | 'vault' | 'openbao' | 'reference' | 'logins'} TestNeed
 */

/** @typedef {Awaited<ReturnType<typeof prepareTests>>} Prepared */

/**
 * Building Vault can take minutes: only the tests that need it wait for it, by `vault`.
 * @param {ReadonlySet<TestNeed>} needs
 */
export async function prepareTests(needs) {
  const dependencies = ensureDependencies();
  const openbao = needs.has('openbao') ? ensureServer('openbao', { dependencies }) : undefined;
  const vault = needs.has('vault') ? ensureVault(dependencies, needs.has('logins')) : undefined;
  const [electron] = await Promise.all([
    needs.has('electron') ? ensureElectron(dependencies) : undefined,
    // All at once, so that a password is needed only once.
    ensureSystem([
      ...(needs.has('electron') ? /** @type {const} */ (['app']) : []),
      ...(needs.has('launcher') ? /** @type {const} */ (['launcher']) : []),
      ...(needs.has('screen') ? /** @type {const} */ (['display']) : []),
      ...(needs.has('reference') ? /** @type {const} */ (['reference']) : []),
      ...(needs.has('logins') ? /** @type {const} */ (['logins']) : []),
    ]).then(() => (needs.has('launcher') ? ensureLauncher() : undefined)),
    dependencies,
    openbao,
    // Stages that need Vault report a failed build, unless it fails first.
    Promise.race([vault, dependencies]),
  ]);
  stopProgramsOnSignals();

  // Prompts or colours must not hang or break the runners.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...projectEnvironment(), NO_COLOR: '1' };
  const display = needs.has('screen') ? await startVirtualDisplay() : undefined;
  const { WAYLAND_DISPLAY: _, ...rest } = env;
  return {
    vault,
    electron,
    display,
    env,
    inNode: { executable: projectNode, env },
    inElectron: { executable: electron?.executable ?? '', env: { ...env, ELECTRON_RUN_AS_NODE: '1' } },
    onDisplay: { ...rest, DISPLAY: display?.display },
  };
}

/**
 * @param {Promise<unknown>} dependencies
 * @param {boolean} plugins
 */
async function ensureVault(dependencies, plugins) {
  await ensureServer('vault', { dependencies, plugins });
  if (plugins) await ensureLoginPlugins();
}
