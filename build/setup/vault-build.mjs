/**
 * Builds Vault from its Go modules where no release can be had. Versions are pinned to a set that compiles together;
 * the sources stay in the Go client's own cache and are deleted afterwards.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, onPath } from './places.mjs';
import { run, say, StepFailed } from './progress.mjs';
import { VAULT_VERSION } from './vault-finder.mjs';

const STEP = 'Vault';
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
 * Builds the binary into `file`: some seven minutes and 6 GB of space on two cores, most of it freed at the end.
 * @param {string} file
 */
export async function buildVault(file) {
  const go = onPath('go');
  if (go === undefined) {
    throw new StepFailed(
      `${STEP}: no vault or bao on PATH, no release can be downloaded, and there is no Go to build one.`,
      'install Vault, OpenBao or Go 1.24 or newer, then run the same command again.',
    );
  }
  const folder = join(cacheFolder(), 'vault-build');
  mkdirSync(folder, { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  const work = mkdtempSync(join(folder, 'module-'));
  writeFileSync(join(work, 'go.mod'), GO_MODULE);
  // Caches that the environment names are somebody's own and stay; ours are for this build only.
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
    'read what go said above; is a Go module proxy reachable, and is there 6 GB of space? What was fetched is kept: run the same command again.';
  say(STEP, `building ${VAULT_VERSION} from Go modules; the first time this takes some seven minutes`);
  const packages = [
    `github.com/hashicorp/vault@v${VAULT_VERSION}`,
    `github.com/hashicorp/vault/sdk@${SDK_VERSION}`,
  ];
  const unfinished = `${file}.${String(process.pid)}`;
  try {
    await run(STEP, go, ['get', ...packages], { cwd: work, env, todo });
    const flags = ['-trimpath', '-tags', 'minimal', '-ldflags', '-s -w'];
    await run(STEP, go, ['build', '-v', ...flags, '-o', unfinished, 'github.com/hashicorp/vault'], {
      cwd: work,
      env,
      todo,
    });
    renameSync(unfinished, file);
    if (process.env['GOMODCACHE'] === undefined) {
      // The module cache is read-only: only the Go client deletes it without tricks.
      await run(STEP, go, ['clean', '-modcache'], { cwd: work, env, todo, quiet: true });
    }
    if (process.env['GOCACHE'] === undefined) rmSync(objects, { recursive: true, force: true });
  } finally {
    rmSync(unfinished, { force: true });
    rmSync(work, { recursive: true, force: true });
  }
}
