/** Gets a server if there is none: the official release if it can be reached, else a build from Go modules. */
import { join } from 'node:path';
import { failedLately, rememberFailure } from './attempts.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { buildPrograms, canBuild } from './vault-build.mjs';
import { cachedServer, findServer, products } from './server-finder.mjs';
import { missingPlugins } from './vault-plugins.mjs';
import { downloadRelease } from './server-release.mjs';

const STEP = 'Vault';
const RELEASE = 'vault-release';
const VAULT_VERSION = products.vault.version;

/**
 * The server of a product to start; says where it came from.
 * @param {import('./server-finder.mjs').Product} product
 */
export async function ensureServer(product) {
  const here =
    findServer(product) ??
    (await withLock(join(cacheFolder(), 'locks', product), STEP, () => getServer(product)));
  if (!here) throw new StepFailed(`${STEP}: none was found or made.`, 'install Vault or OpenBao.');
  say(products[product].name, `${here.file} (${here.from})`);
  return here;
}

/** @param {import('./server-finder.mjs').Product} product */
async function getServer(product) {
  const meanwhile = findServer(product);
  if (meanwhile) return meanwhile;
  if (product === 'openbao') throw new StepFailed('OpenBao: not here yet.', 'come back');
  if (!(await tryRelease())) await buildVault();
  return findServer(product);
}

/** With the plugins that tests need: alone they would fetch the same gigabytes of modules again. */
async function buildVault() {
  if (!canBuild()) {
    throw new StepFailed(
      `${STEP}: no vault or bao on PATH, no release can be downloaded, and there is no Go to build one.`,
      'install Vault, OpenBao or Go 1.24 or newer, then run the same command again.',
    );
  }
  say(STEP, `building ${VAULT_VERSION} from Go modules; the first time this takes some eight minutes`);
  await buildPrograms(STEP, [{ package: '', file: cachedServer('vault') }, ...missingPlugins()]);
}

async function tryRelease() {
  if (failedLately(RELEASE)) return false;
  try {
    await downloadRelease(VAULT_VERSION, cachedServer('vault'));
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    rememberFailure(RELEASE, why);
    say(STEP, `no official release: ${why}; not tried again for a day`);
    return false;
  }
}
