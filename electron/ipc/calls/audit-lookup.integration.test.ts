/** Author of a change: a real audit device writes the fields that the app names. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  startDevVault,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount, VaultServer } from '../../../e2e/servers/index.ts';
import { auditCommand } from '../../../shared/vault/audit-lookup.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';

let server: VaultServer;
const folder = mkdtempSync(join(tmpdir(), 'strongroom-audit-'));

beforeAll(async () => {
  server = await startDevVault();
  await must(server, 'POST', 'sys/audit/file', {
    type: 'file',
    options: { file_path: join(folder, 'audit.log') },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it.each([1, 2] as const)(
  'the command lists every write of KV v%i with its writer, and nothing else',
  async (version) => {
    const mount: KvMount = await newKvMount(server, version);
    const path = `it's "quoted" \\ here`;
    await writeEntry(server, mount, path, { a: '1' });
    const policy = await newPolicy(
      server,
      `path "${mount.path}*" { capabilities = ["create", "read", "update", "delete"] }`,
    );
    const { token } = await newToken(server, { policies: [policy], display_name: 'eve' });
    const eve = { address: server.address, rootToken: token };
    await writeEntry(eve, mount, path, { a: '2' });
    await writeEntry(eve, mount, `${path} beside`, { a: '2' });
    const api = [...(version === 2 ? ['data'] : []), path].map(encodeURIComponent).join('/');
    await must(eve, 'GET', mount.path + api);
    const at = {
      path: mount.path as MountPath,
      type: 'kv',
      engine: version === 2 ? 'kv2' : 'kv1',
      description: '',
    } as const;
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', auditCommand(at, path)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(found).toMatchObject([
      { who: 'token', ...(version === 2 ? { version: 1 } : {}) },
      { who: 'token-eve', from: '127.0.0.1', ...(version === 2 ? { version: 2 } : {}) },
    ]);
  },
);
