/**
 * Builds the launcher, the program that asks the app for secrets of other programs (electron/launcher, written in Go
 * without dependencies): static, and the same bytes whoever builds it with the same Go.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './hash-stamp.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, onPath, out, root } from './places.mjs';
import { run, say } from './progress.mjs';

const STEP = 'Launcher';
/** The module's folder. */
export const launcherSource = join(root, 'electron', 'launcher');

/** Arguments of `go build` that make the bytes depend on the sources and on Go alone. */
export const buildFlags = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w -buildid='];

/** Go's names of systems and architectures, by Node's. */
const systems = /** @type {const} */ ({ linux: 'linux', darwin: 'darwin', win32: 'windows' });
const architectures = /** @type {const} */ ({ x64: 'amd64', arm64: 'arm64' });

/** @typedef {{ system: keyof typeof systems, architecture: keyof typeof architectures }} LauncherTarget */

/**
 * Path of the launcher for a target; without one, for this machine.
 * @param {LauncherTarget} [target]
 */
export function launcherFile(target) {
  const windows = (target?.system ?? process.platform) === 'win32';
  const name = windows ? 'strongroom-launcher.exe' : 'strongroom-launcher';
  const folder = target === undefined ? [] : [`${target.system}-${target.architecture}`];
  return join(out, 'launcher', ...folder, name);
}

/**
 * Reason why Go cannot build the launcher here, and a remedy.
 * @returns {{ what: string, todo: string } | undefined}
 */
export function compilerProblem() {
  const version = goVersion();
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) > 1 || Number(minor) >= 19) return undefined;
  return {
    what: `Go 1.19 or newer, which the launcher is written in (here is ${version === '' ? 'none' : version})`,
    todo: 'install Go from https://go.dev/dl, or Debian’s golang-go.',
  };
}

/** Environment of a Go that takes nothing from the network and no settings of the user. */
export function goEnvironment() {
  const home = process.env['HOME'] ?? process.env['LOCALAPPDATA'];
  return {
    ...process.env,
    ...(home === undefined && process.env['GOCACHE'] === undefined
      ? { GOCACHE: join(cacheFolder(), 'go-build') }
      : {}),
    CGO_ENABLED: '0',
    GOAMD64: 'v1',
    GOENV: 'off',
    GOEXPERIMENT: '',
    GOFLAGS: '',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
  };
}

/**
 * Builds the launcher unless it is up to date; returns its path. The caller has seen to the compiler.
 * @param {LauncherTarget} [target] Defaults to this machine.
 */
export async function ensureLauncher(target) {
  const file = launcherFile(target);
  const system = systems[/** @type {'linux'} */ (target?.system ?? process.platform)];
  const architecture = architectures[/** @type {'x64'} */ (target?.architecture ?? process.arch)];
  const place = target === undefined ? 'own' : `${system}-${architecture}`;
  await withLock(join(out, 'locks', `launcher-${place}`), STEP, async () => {
    const inputs = hashOf(
      [launcherSource, join(root, 'build', 'setup', 'launcher.mjs')],
      (each) => !each.endsWith('_test.go'),
    );
    const hash = `${inputs} ${goVersion()} ${system} ${architecture}`;
    const stampFile = join(out, 'stamps', `launcher-${place}`);
    if (isStamped(stampFile, hash) && existsSync(file)) {
      say(STEP, 'up to date');
      return;
    }
    await run(STEP, onPath('go') ?? 'go', ['build', ...buildFlags, '-o', file, '.'], {
      cwd: launcherSource,
      env: { ...goEnvironment(), GOOS: system, GOARCH: architecture },
      quiet: true,
      todo: 'correct what go named above.',
    });
    stamp(stampFile, hash);
    say(STEP, `built into ${file.slice(root.length + 1)}`);
  });
  return file;
}

/** Version of the Go on PATH, as it names itself; empty without one that starts. */
export function goVersion() {
  const go = onPath('go');
  if (go === undefined) return '';
  return spawnSync(go, ['env', 'GOVERSION'], { encoding: 'utf8', env: goEnvironment() }).stdout.trim();
}
