/** Differences between a real OpenBao and Vault that the app relies on, or that its users meet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevVault } from './dev.ts';
import type { VaultServer } from './dev.ts';
import { newKvMount, writeEntry } from './seed.ts';
import { ask, at, must } from './vault-api.ts';

describe('OpenBao', () => {
  let bao: VaultServer;
  beforeAll(async () => {
    bao = await startDevVault({ product: 'openbao' });
  });
  afterAll(() => bao.stop());

  it('words health, seal status and envelopes in its own way', async () => {
    expect((await ask(bao, 'GET', 'sys/health')).json).not.toHaveProperty('enterprise');
    const seal = (await ask(bao, 'GET', 'sys/seal-status')).json;
    expect(seal).toHaveProperty('commit_date');
    expect(seal).not.toHaveProperty('build_date');
    expect((await ask(bao, 'GET', 'secret/config')).json).not.toHaveProperty('mount_type');
  });

  it('keeps key ceremonies behind a token, in another family of endpoints', async () => {
    for (const path of ['sys/rekey/init', 'sys/generate-root/attempt'])
      expect((await ask(bao, 'GET', path)).status).toBe(405);
    for (const path of [
      'sys/rotate/root/init',
      'sys/generate-root-token/attempt',
      'sys/rotate/keyring/config',
    ]) {
      expect((await ask(bao, 'GET', path)).status).toBe(200);
      expect((await ask({ ...bao, rootToken: 'nobody' }, 'GET', path)).status).toBe(403);
    }
    expect((await ask(bao, 'PUT', 'sys/rotate/root')).status).toBe(204);
    for (const path of ['sys/renew', 'sys/revoke'])
      expect((await ask(bao, 'PUT', path, {})).status).toBe(404);
    expect((await ask(bao, 'GET', 'sys/internal/ui/feature-flags')).status).toBe(404);
  });

  it('pages and scans lists, tells metadata with the names, and leaves numbers as they are', async () => {
    const mount = await newKvMount(bao, 2);
    for (const path of ['a', 'b/c', 'b/d/e', 'f']) await writeEntry(bao, mount, path, { v: '1' });
    const list = async (query: string, family = 'metadata') =>
      at((await ask(bao, 'GET', `${mount.path}${family}/?${query}`)).json, 'data');
    expect(await list('list=true')).toEqual({ keys: ['a', 'b/', 'f'] });
    expect(await list('list=true&after=a&limit=1')).toEqual({ keys: ['b/'] });
    expect(await list('scan=true')).toEqual({ keys: ['a', 'f', 'b/c', 'b/d/e'] });
    expect((await ask(bao, 'GET', `${mount.path}metadata/?scan=true&list=true`)).status).toBe(400);
    expect(await list('list=true', 'detailed-metadata')).toMatchObject({
      keys: ['a', 'b/', 'f'],
      key_info: { a: { current_version: 1 } },
    });
    const old = await newKvMount(bao, 1);
    await writeEntry(bao, old, 'n', '{"n":9223372036854775807}');
    expect((await ask(bao, 'GET', `${old.path}n`)).text).toContain('9223372036854775807');
  });

  it('takes a body of 1,000 strings, and not of 1,001', async () => {
    const wide = (count: number) => ({ list: Array.from({ length: count - 1 }, () => 'v') });
    await must(bao, 'POST', 'cubbyhole/wide', wide(1000));
    expect((await ask(bao, 'POST', 'cubbyhole/wide', wide(1001))).status).toBe(400);
  });
});
