/** Building the login plugins, with a fake Go that only records its calls. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureLoginPlugins, missingPlugins, pluginFolder } from './vault-plugins.mjs';

let folder: string;
let orders: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-plugins-'));
  orders = join(folder, 'orders');
  vi.stubEnv('STRONGROOM_CACHE', join(folder, 'cache'));
  vi.stubEnv('GOMODCACHE', undefined);
  vi.stubEnv('GOCACHE', undefined);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a `go` first on PATH that runs `does` and then writes a small file as its output. */
function fakeGo(does = ''): void {
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  const script = [
    '#!/bin/sh',
    `echo "$@" >> '${orders}'`,
    '[ "$1 $2" = "env GOVERSION" ] && echo go1.25.3',
    'out=; last=',
    'for each in "$@"; do [ "$last" = -o ] && out=$each; last=$each; done',
    does,
    '[ -z "$out" ] || echo "$last" > "$out"',
  ];
  writeFileSync(join(programs, 'go'), script.join('\n'), { mode: 0o755 });
  vi.stubEnv('PATH', [programs, '/usr/bin', '/bin'].join(delimiter));
}

const ordered = (verb: string) =>
  readFileSync(orders, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(verb));

it('builds every plugin once, and only those that are missing', async () => {
  fakeGo();
  await ensureLoginPlugins();
  expect(readdirSync(pluginFolder()).sort()).toEqual(['github', 'ldap', 'radius']);
  const built = readFileSync(join(pluginFolder(), 'ldap'), 'utf8').trim();
  expect(built).toBe('github.com/hashicorp/vault/builtin/credential/ldap/cmd/ldap');
  expect(ordered('clean')).toEqual(['clean -modcache']);

  rmSync(join(pluginFolder(), 'radius'));
  await ensureLoginPlugins();
  await ensureLoginPlugins();
  expect(ordered('build')).toHaveLength(4);
  expect(missingPlugins()).toEqual([]);
});

it('leaves nothing half built where a server would load it, and goes on from there', async () => {
  // The second plugin fails in the middle of its file.
  fakeGo(`case "$last" in */radius) printf half > "$out"; exit 1;; esac`);
  await expect(ensureLoginPlugins()).rejects.toThrow(/What to do: read what go said/);
  expect(readdirSync(pluginFolder())).toEqual(['ldap']);
  expect(readdirSync(join(folder, 'cache', 'vault-build'))).toEqual([]);

  fakeGo();
  await ensureLoginPlugins();
  expect(missingPlugins()).toEqual([]);
});

it('says what to do where there is no Go', async () => {
  vi.stubEnv('PATH', join(folder, 'nothing'));
  await expect(ensureLoginPlugins()).rejects.toThrow(/\(there is none\)[^]*What to do: install Go/);
  expect(existsSync(pluginFolder())).toBe(false);
});
