/** Gets a Vault server where there is none: the official release if it can be reached, else a build from Go modules. */
import { join } from 'node:path';
import { failedLately, rememberFailure } from './attempts.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { buildPrograms, canBuild } from './vault-build.mjs';
import { cachedVault, findVault, VAULT_VERSION } from './server-finder.mjs';
import { missingPlugins } from './vault-plugins.mjs';
import { downloadRelease } from './server-release.mjs';

const STEP = 'Vault';
const RELEASE = 'vault-release';

/** The Vault or OpenBao server to start; says where it came from. */
export async function ensureVault() {
  const here = findVault() ?? (await withLock(join(cacheFolder(), 'locks', 'vault'), STEP, getVault));
  if (!here) throw new StepFailed(`${STEP}: none was found or made.`, 'install Vault or OpenBao.');
  say(STEP, `${here.file} (${here.from})`);
  return here;
}

async function getVault() {
  const meanwhile = findVault();
  if (meanwhile) return meanwhile;
  if (!(await tryRelease())) await buildVault();
  return findVault();
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
  await buildPrograms(STEP, [{ package: '', file: cachedVault() }, ...missingPlugins()]);
}

async function tryRelease() {
  if (failedLately(RELEASE)) return false;
  try {
    let told = 0;
    await downloadRelease(VAULT_VERSION, cachedVault(), {
      onProgress: (bytes, total) => {
        if (Date.now() - told < 5_000) return;
        told = Date.now();
        say(STEP, `downloading ${VAULT_VERSION}: ${megabytes(bytes)} of ${megabytes(total)}`);
      },
    });
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    rememberFailure(RELEASE, why);
    say(STEP, `no official release: ${why}; not tried again for a day`);
    return false;
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
