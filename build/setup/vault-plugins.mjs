/**
 * Login plugins that a Vault built here lacks (ldap, radius, github), for tests. A server loads everything in its
 * plugin folder, so nothing incomplete can ever be in it.
 */
import { join } from 'node:path';
import { isAsMade } from './checksums.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { buildPrograms, goProblem } from './vault-build.mjs';
import { products } from './server-finder.mjs';

const STEP = 'Login plugins';
const VAULT_VERSION = products.vault.version;
const NAMES = ['ldap', 'radius', 'github'];

/** The folder for `vault server -dev-plugin-dir`. */
export function pluginFolder() {
  return join(cacheFolder(), 'vault', VAULT_VERSION, 'plugins');
}

/** Missing or modified plugins, to build with Vault or alone. */
export function missingPlugins() {
  return NAMES.filter((name) => !isAsMade(join(pluginFolder(), name))).map((name) => ({
    package: `builtin/credential/${name}/cmd/${name}`,
    file: join(pluginFolder(), name),
  }));
}

/** Builds missing plugins once, from the same modules as Vault, whichever Vault uses them. */
export async function ensureLoginPlugins() {
  if (missingPlugins().length > 0) {
    // Vault's own lock: both builds share caches, which the first to end deletes.
    await withLock(join(cacheFolder(), 'locks', 'vault'), STEP, async () => {
      const missing = missingPlugins();
      if (missing.length === 0) return;
      const problem = goProblem();
      if (problem !== undefined)
        throw new StepFailed(
          `${STEP}: tests log in by ldap, radius and github, and need ${problem.what}.`,
          problem.todo,
        );
      say(
        STEP,
        `building ${String(missing.length)} for Vault ${VAULT_VERSION}; this takes some three minutes`,
      );
      await buildPrograms(STEP, missing);
    });
  }
  say(STEP, `${NAMES.join(', ')} in ${pluginFolder()}`);
}
