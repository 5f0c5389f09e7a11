/**
 * Builds Vault, and its login plugins, from Go modules if no release can be downloaded. Versions are pinned to a set
 * that compiles together; the sources stay in the Go client's own cache and are deleted afterwards.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noteProgram } from './checksums.mjs';
import { cacheFolder, onPath } from './places.mjs';
import { run } from './progress.mjs';
import { products } from './server-finder.mjs';
import { inUnfinishedFolder } from './unfinished.mjs';

const VAULT_VERSION = products.vault.version;
const SDK_VERSION = 'v0.20.0';

const GO_MODULE = `module strongroom.local/vault

go 1.25.3

require (
	github.com/hashicorp/vault v${VAULT_VERSION}
	github.com/hashicorp/vault/sdk ${SDK_VERSION}
)

replace github.com/99designs/keyring => github.com/Jeffail/keyring v1.2.3

replace github.com/ma314smith/signedxml v1.1.1 => github.com/moov-io/signedxml v1.1.1
`;

/**
 * @typedef {object} Program
 * @property {string} package Go package below `github.com/hashicorp/vault`; empty: Vault itself.
 * @property {string} file Target, written completely or not at all.
 */

/**
 * Reason why Go cannot build here, and a remedy: it is missing, or too old to fetch the version that Vault needs.
 * @returns {{ what: string, todo: string } | undefined}
 */
export function goProblem() {
  const go = onPath('go');
  const version =
    go === undefined ? '' : spawnSync(go, ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout.trim();
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) > 1 || Number(minor) >= 21) return undefined;
  const here =
    go === undefined ? 'there is none' : `here is ${version === '' ? 'one that does not start' : version}`;
  return {
    what: `Go 1.21 or newer, to build what cannot be downloaded (${here})`,
    todo: 'install Go from https://go.dev/dl; `npm test -- static unit` does without.',
  };
}

/** Number of modules that the pinned versions download. */
const MODULES = 507;

/**
 * Builds programs one after the other. Vault takes about seven minutes and 6 GB of space on two cores, most of it
 * freed at the end; a plugin shares nearly all of it. The caller has checked `goProblem` and holds the lock of Vault.
 * @param {string} step
 * @param {readonly Program[]} programs
 */
export async function buildPrograms(step, programs) {
  const go = onPath('go') ?? 'go';
  const folder = join(cacheFolder(), 'vault-build');
  // Caches named by the environment are the user's and stay; ours are for this build only.
  const modules = process.env['GOMODCACHE'] ?? join(folder, 'mod');
  const objects = process.env['GOCACHE'] ?? join(folder, 'cache');
  const env = {
    ...process.env,
    GOMODCACHE: modules,
    GOCACHE: objects,
    GOFLAGS: '-mod=mod',
    CGO_ENABLED: '0',
    GOWORK: 'off',
  };
  const todo =
    'read what go said; is a Go module proxy reachable, and is there 6 GB of space? What was fetched is kept: run the same command again.';
  const modulesWanted = [
    `github.com/hashicorp/vault@v${VAULT_VERSION}`,
    `github.com/hashicorp/vault/sdk@${SDK_VERSION}`,
  ];
  // Outside of the target folder: a server loads everything in its plugin folder.
  await inUnfinishedFolder(folder, async (work) => {
    writeFileSync(join(work, 'go.mod'), GO_MODULE);
    const options = { cwd: work, env, todo };
    const fetched = counting('modules', `about ${String(MODULES)}`, MODULES, /^go: downloading /);
    await run(step, go, ['get', ...modulesWanted], { ...options, progress: fetched });
    const packageOf = (/** @type {Program} */ program) =>
      ['github.com/hashicorp/vault', program.package].filter((part) => part !== '').join('/');
    const all = await run(step, go, ['list', '-deps', '-tags', 'minimal', ...programs.map(packageOf)], {
      ...options,
      quiet: true,
    });
    const total = all.trim().split('\n').length;
    const built = counting('packages', String(total), total, /^[\w./-]+$/);
    const unfinished = join(work, 'program');
    for (const program of programs) {
      const flags = ['-trimpath', '-tags', 'minimal', '-ldflags', '-s -w'];
      await run(step, go, ['build', '-v', ...flags, '-o', unfinished, packageOf(program)], {
        ...options,
        progress: built,
      });
      mkdirSync(dirname(program.file), { recursive: true });
      renameSync(unfinished, program.file);
      noteProgram(program.file);
    }
    if (process.env['GOMODCACHE'] === undefined) {
      // The module cache is read-only: only the Go client can delete it directly.
      await run(step, go, ['clean', '-modcache'], { ...options, quiet: true });
    }
    if (process.env['GOCACHE'] === undefined) rmSync(objects, { recursive: true, force: true });
  });
}

/**
 * Counts lines of output, and estimates the remaining time from the elapsed time.
 * @param {string} what
 * @param {string} ofHowMany In words.
 * @param {number} total
 * @param {RegExp} line
 * @returns {(line: string) => import('./progress.mjs').Progress | undefined}
 */
function counting(what, ofHowMany, total, line) {
  const started = Date.now();
  let count = 0;
  return (text) => {
    if (!line.test(text)) return undefined;
    count += 1;
    const fraction = Math.min(count / total, 1);
    const left = Math.ceil(((Date.now() - started) / 1000) * (1 / fraction - 1));
    const time = left < 60 ? `${String(left)} s` : `${String(Math.ceil(left / 60))} min`;
    const words = `${what} ${String(count)} of ${ofHowMany}`;
    return { text: count < 10 ? words : `${words}, some ${time} left`, fraction };
  };
}
