/**
 * Runs the copied text with the real tools: a shell, curl, the server's own command line and hvac. No secret must be
 * in the line, and a hostile name must arrive unchanged.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referencePython } from '../../../build/setup/reference-client.mjs';
import {
  must,
  newKvMount,
  newToken,
  sharedServers,
  startGateway,
  startSocketVault,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { serverBinary } from '../../../e2e/servers/server-binary.ts';
import type { ConsoleRequest, CopyForm } from '../../../shared/vault/console.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { copyAs } from './copy-as.ts';
import type { CopiedConnection } from './copied-request.ts';

const server = sharedServers().dev;
let v1: KvMount;
let v2: KvMount;
let token: string;
const home = mkdtempSync(join(tmpdir(), 'strongroom-copy-'));
const forms = ['curl', 'vault', 'hvac'] as const satisfies readonly CopyForm[];
const secretValue = `pa'ss"word\\ $HOME \`id\``;

beforeAll(async () => {
  [v1, v2] = await Promise.all([newKvMount(server, 1), newKvMount(server, 2)]);
  ({ token } = await newToken(server, { policies: ['root'] }));
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function connection(): CopiedConnection {
  const mount = ({ path }: KvMount, engine: 'kv1' | 'kv2') =>
    ({ path: path as MountPath, type: 'kv', engine, description: '' }) as const;
  return {
    address: server.address,
    namespace: '',
    skipVerify: false,
    ownAuthority: false,
    clientCertificate: false,
    headerNames: [],
    program: 'vault',
    mounts: [mount(v1, 'kv1'), mount(v2, 'kv2')],
  };
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly complaint: string;
}

/** Runs a text as a user would: pasted into a shell, or saved as a Python program. */
async function run(text: string, form: CopyForm): Promise<Ran> {
  const child = spawn(form === 'hvac' ? referencePython() : '/bin/sh', form === 'hvac' ? ['-'] : ['-s'], {
    cwd: home,
    env: {
      PATH: [dirname(serverBinary()), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      LANG: 'C.UTF-8',
      VAULT_TOKEN: token,
      SECRET_PASSWORD: secretValue,
      SECRET_DEEP_A_B: secretValue,
    },
  });
  let out = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
  child.stdin.end(`${text}\n`);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { code, out, complaint };
}

async function copied(request: ConsoleRequest, form: CopyForm): Promise<Ran> {
  const text = copyAs(request, form, connection());
  expect(text).not.toContain(token);
  const ran = await run(text, form);
  expect(ran.code, `${text}\n${ran.complaint}${ran.out}`).toBe(0);
  return ran;
}

const hostileNames = [
  'plain',
  `it's`,
  'two words',
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME',
  '"; touch pwned; "',
  '-flag',
  '--',
  '~root',
  '=ls',
  'semi;colon&and|pipe',
  '100% \\n \\',
  '#hash',
  '!history',
  '{brace,brace}[0-9]*',
  'ünï 秘密 🔑',
  "''''",
  'JSON',
] as const;

describe.each(forms)('a request copied as %s', (form) => {
  it.each(hostileNames)('writes and reads %j as it is', async (name) => {
    const path = `${v1.path}${form}/${name}`;
    const value = `${name}\nJSON\nTOKEN\n$VAULT_TOKEN`;
    const json = JSON.stringify({ value, 'a.b': 9007199254740991 }, null, 1);
    await copied({ method: 'POST', path, json }, form);
    const read = await copied({ method: 'GET', path }, form);
    expect((JSON.parse(read.out) as { data: unknown }).data).toEqual({ value, 'a.b': 9007199254740991 });
    await copied({ method: 'DELETE', path }, form);
    await expect(must(server, 'GET', path.split('/').map(encodeURIComponent).join('/'))).rejects.toThrow();
  });

  it('lists every name as it is', async () => {
    const folder = `${v1.path}listed-${form}`;
    for (const name of hostileNames)
      await must(server, 'POST', `${folder}/${encodeURIComponent(name)}`, { value: 'x' });
    const { out } = await copied({ method: 'LIST', path: folder }, form);
    const answer = JSON.parse(out) as { data?: { keys: string[] } } | string[];
    const keys = Array.isArray(answer) ? answer : (answer.data?.keys ?? []);
    expect([...keys].sort()).toEqual([...hostileNames].sort());
  });

  it('puts secret fields in from the environment', async () => {
    const path = `${v1.path}${form}-secret`;
    const request: ConsoleRequest = {
      method: 'POST',
      path,
      json: '{"user":"o\'ps","deep":{"kept":true}}',
      secrets: [
        { pointer: '/password', secretRef: 'ref-that-means-nothing' },
        { pointer: '/deep/a~1b', secretRef: 'ref-that-means-nothing' },
      ],
    };
    expect(copyAs(request, form, connection())).not.toContain('ref-that');
    await copied(request, form);
    const { data } = (await must(server, 'GET', path)) as { data: unknown };
    expect(data).toEqual({ user: `o'ps`, password: secretValue, deep: { kept: true, 'a/b': secretValue } });
  });

  it('takes queries, wrapping and no body along', async () => {
    const path = `${v2.path}data/${form}`;
    for (const value of ['1', '2']) await must(server, 'POST', path, { data: { value } });
    const first = await copied({ method: 'GET', path: `${path}?version=1` }, form);
    expect(first.out).toContain('"1"');
    const wrapped = await copied({ method: 'GET', path: 'sys/mounts', wrapTtl: '61s' }, form);
    expect((JSON.parse(wrapped.out) as { wrap_info: unknown }).wrap_info).toMatchObject({ ttl: 61 });
    const renewed = await copied(
      { method: 'POST', path: 'sys/capabilities-self', json: '{"paths":["a"]}' },
      form,
    );
    expect(renewed.out).toContain('root');
    await copied({ method: 'POST', path: 'auth/token/lookup-self' }, form);
  });

  it('sends no token where none is wanted', async () => {
    const seal = await copied({ method: 'GET', path: 'sys/seal-status', withoutToken: true }, form);
    expect(seal.out).toContain('"sealed"');
    const text = copyAs(
      { method: 'GET', path: 'auth/token/lookup-self', withoutToken: true },
      form,
      connection(),
    );
    const { out, complaint } = await run(text, form);
    expect(out + complaint).toMatch(/permission denied|missing client token/);
  });
});

describe('KV version 2 by its own commands', () => {
  it('reads, lists and deletes', async () => {
    const path = `${v2.path}data/own/co'mmands`;
    await must(server, 'POST', path.split('/').map(encodeURIComponent).join('/'), { data: { a: 'one' } });
    const text = copyAs({ method: 'GET', path }, 'vault', connection());
    expect(text).toContain(`vault kv get -format=json -mount=${v2.path.slice(0, -1)} -- 'own/co'\\''mmands'`);
    expect((await copied({ method: 'GET', path }, 'vault')).out).toContain('"one"');
    const listed = await copied({ method: 'LIST', path: `${v2.path}metadata/own` }, 'vault');
    expect(JSON.parse(listed.out)).toEqual([`co'mmands`]);
    await copied({ method: 'DELETE', path }, 'vault');
    await copied({ method: 'DELETE', path: path.replace('/data/', '/metadata/') }, 'vault');
  });
});

describe('a server elsewhere than at host and port', () => {
  it.each(forms)('is reached behind the path of a gateway, copied as %s', async (form) => {
    const gateway = await startGateway(server, '/team-a/vault');
    try {
      const at = { ...connection(), address: gateway.serverAddress };
      const { out, complaint } = await run(copyAs({ method: 'GET', path: 'sys/mounts' }, form, at), form);
      expect(out, complaint).toContain(v1.path);
      expect(gateway.neighbours).toEqual([]);
    } finally {
      await gateway.stop();
    }
  });

  it('is reached at a socket, by the tools that can', async () => {
    const vault = await startSocketVault();
    try {
      const at = { ...connection(), address: vault.socketAddress };
      const request = { method: 'GET', path: 'sys/seal-status', withoutToken: true } as const;
      for (const form of ['curl', 'vault'] as const) {
        const { out, complaint } = await run(copyAs(request, form, at), form);
        expect(out, complaint).toContain('"sealed"');
      }
      expect(() => copyAs(request, 'hvac', at)).toThrow('hvac does not speak over a socket.');
    } finally {
      await vault.stop();
    }
  });
});

describe('what a tool cannot do', () => {
  it.each<[what: string, request: ConsoleRequest]>([
    ['a JWT', { method: 'GET', path: 'sys/mounts', wrapTtl: '60', wrapJwt: true }],
    ['a query of a write', { method: 'POST', path: 'x?a=b', json: '{}' }],
    ['a lone dash', { method: 'GET', path: 'x?a=-' }],
  ])('is said: %s', (_what, request) => {
    expect(() => copyAs(request, 'vault', connection())).toThrow(/command line/);
    expect(copyAs(request, 'curl', connection())).toContain('curl');
  });

  it('says what else the connection needs', () => {
    const needs = { ...connection(), ownAuthority: true, clientCertificate: true, headerNames: ['x-gate'] };
    const text = copyAs({ method: 'GET', path: 'sys/mounts' }, 'curl', needs);
    expect(text).toContain('--cacert "$VAULT_CACERT"');
    expect(text).toContain('--cert "$VAULT_CLIENT_CERT"');
    expect(text).toContain('x-gate');
  });
});
