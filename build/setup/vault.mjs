/** Gets a Vault server where there is none: the official release if it can be reached, else a build from Go modules. */
import { join } from 'node:path';
import { failedLately, rememberFailure } from './attempts.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './places.mjs';
import { say, StepFailed } from './progress.mjs';
import { buildVault } from './vault-build.mjs';
import { cachedVault, findVault, VAULT_VERSION } from './vault-finder.mjs';
import { downloadRelease } from './vault-release.mjs';

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
  if (!(await tryRelease())) await buildVault(cachedVault());
  return findVault();
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
