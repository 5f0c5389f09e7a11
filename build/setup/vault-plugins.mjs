/**
 * The plugins of login methods that a Vault built here does not contain (ldap, radius, github): real ones, for tests.
 * A server is shown them as a folder and loads what lies there, so nothing unfinished may ever lie there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { buildPrograms, canBuild } from './vault-build.mjs';
import { products } from './server-finder.mjs';

const STEP = 'Login plugins';
const VAULT_VERSION = products.vault.version;
const NAMES = ['ldap', 'radius', 'github'];

/** The folder for `vault server -dev-plugin-dir`. */
export function pluginFolder() {
  return join(cacheFolder(), 'vault', VAULT_VERSION, 'plugins');
}

/** The plugins that are not there yet, to be built together with Vault or alone. */
export function missingPlugins() {
  return NAMES.filter((name) => !existsSync(join(pluginFolder(), name))).map((name) => ({
    package: `builtin/credential/${name}/cmd/${name}`,
    file: join(pluginFolder(), name),
  }));
}

/** Makes sure of the plugins: built once, from the same modules as Vault, whatever Vault is used with them. */
export async function ensureLoginPlugins() {
  if (missingPlugins().length > 0) {
    // Vault's own lock: its build and ours share their caches, and the first to end deletes them.
    await withLock(join(cacheFolder(), 'locks', 'vault'), STEP, async () => {
      const missing = missingPlugins();
      if (missing.length === 0) return;
      if (!canBuild()) {
        throw new StepFailed(
          `${STEP}: tests log in by ldap, radius and github, whose plugins are built from Go modules, and there is no Go.`,
          'install Go 1.24 or newer, then run the same command again; `npm test -- static unit` does without.',
        );
      }
      say(
        STEP,
        `building ${String(missing.length)} for Vault ${VAULT_VERSION}; this takes some three minutes`,
      );
      await buildPrograms(STEP, missing);
    });
  }
  say(STEP, `${NAMES.join(', ')} in ${pluginFolder()}`);
}
