/** An empty server until its first entry, and one that unseals itself. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  at,
  must,
  startDevVault,
  startSelfUnsealingVault,
  startUninitialisedVault,
} from '../../../e2e/servers/index.ts';
import { plainTuning } from '../../../shared/vault/mount-table.ts';
import { placeOf, save, shown, statusOf } from './ceremonies.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();

describe('an empty server', () => {
  it('is initialised, unsealed and logged in to, and gets an audit device and a KV engine @first-shares', async () => {
    const vault = stopping(await startUninitialisedVault());
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    expect(await app.must('ceremony.nodes', { where, more: [] })).toMatchObject([
      { address: vault.address, confirmed: true, seal: { initialized: false, type: 'shamir' } },
    ]);
    expect(
      await app.refused('ceremony.init', { where, options: { shares: 3, threshold: 5, pgpKeys: [] } }),
    ).toMatchObject({ kind: 'invalid-input' });
    const result = await app.must('ceremony.init', {
      where,
      options: { shares: 3, threshold: 2, pgpKeys: [] },
    });
    expect(app.losses().oneTimeResults).toBe(1);
    const before = app.asked.length;
    const secrets = await save(app, result.answerId);
    expect(shown(app, before).map(({ title }) => title)).toEqual([
      ...['Unseal key 1 of 3', 'Unseal key 2 of 3', 'Unseal key 3 of 3', 'Initial root token'],
    ]);
    expect(
      await app.refused('ceremony.init', { where, options: { shares: 3, threshold: 2, pgpKeys: [] } }),
    ).toMatchObject({ kind: 'conflict' });

    app.answers.push({ share: secrets[0] ?? '' }, { share: secrets[0] ?? '' }, { share: secrets[1] ?? '' });
    expect(await app.must('ceremony.unseal', { where, more: [] })).toMatchObject([{ seal: { progress: 1 } }]);
    expect(await app.must('ceremony.unseal', { where, more: [] })).toMatchObject([
      { seal: { sealed: false } },
    ]);
    expect(app.asked.filter((one) => 'problem' in one)).toMatchObject([
      { problem: expect.stringContaining('already entered this share') as string },
    ]);

    app.answers.push('');
    const session = await app.must('answer.adopt', { answerId: result.answerId, how: 'beside', name: 'new' });
    const { sessionId } = session;
    const log = join(tmpdir(), `strongroom-audit-${String(process.pid)}.log`);
    await app.must('audit.enable', {
      sessionId,
      device: { path: 'file', type: 'file', description: '', local: false, options: { file_path: log } },
    });
    await app.must('mount.enable', {
      sessionId,
      kind: 'secret',
      mount: {
        path: 'secret/',
        type: 'kv',
        kvVersion: '2',
        tuning: plainTuning,
        local: false,
        sealWrap: false,
      },
    });
    rmSync(log, { force: true });
    const root = { ...vault, rootToken: secrets[3] ?? '' };
    expect(at(await must(root, 'GET', 'sys/mounts/secret'), 'data', 'options', 'version')).toBe('2');
    for (const secret of secrets) expect(app.crossed()).not.toContain(secret);
  });
});

describe('a server that unseals itself', () => {
  it('is initialised with recovery keys, which are rekeyed', async () => {
    const transit = stopping(await startDevVault());
    const vault = stopping(await startSelfUnsealingVault(transit));
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const result = await app.must('ceremony.init', {
      where,
      options: { shares: 3, threshold: 2, pgpKeys: [] },
    });
    expect(result.title).toBe('Recovery keys and root token');
    const before = app.asked.length;
    const secrets = await save(app, result.answerId);
    expect(shown(app, before).map(({ title }) => title)).toEqual([
      ...['Recovery key 1 of 3', 'Recovery key 2 of 3', 'Recovery key 3 of 3', 'Initial root token'],
    ]);
    await expect.poll(async () => (await statusOf(app, where, 'recovery-rekey')).needed).toBe(2);
    const { nonce } = (
      await app.must('ceremony.begin', {
        where,
        options: {
          ceremony: 'recovery-rekey',
          shares: 1,
          threshold: 1,
          pgpKeys: [],
          verify: false,
          backup: false,
        },
      })
    ).status;
    app.answers.push({ share: secrets[2] ?? '' }, { share: secrets[0] ?? '' });
    await app.must('ceremony.giveShare', { where, ceremony: 'recovery-rekey', nonce });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'recovery-rekey', nonce });
    expect(last).toMatchObject({ complete: true, status: { phase: 'idle', needed: 1 } });
    expect(await save(app, last.answerId ?? '')).toHaveLength(1);
    expect(app.asked.at(-1)).toMatchObject({ title: 'Recovery key' });
  });
});
