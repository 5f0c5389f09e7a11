/** Key ceremonies with PGP keys: encrypted here by the server, decrypted by gpg. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { generateKey } from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import { at, must, sharedServers, startGpg, startSealedVault } from '../../../e2e/servers/index.ts';
import type { Gpg, SealedVault } from '../../../e2e/servers/index.ts';
import { slowKey } from '../../core/ceremonies/slow-key.fixture.ts';
import { placeOf, save, shown } from './ceremonies.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();

describe('with PGP keys', () => {
  let vault: SealedVault;
  let gpg: Gpg;
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
    gpg = stopping(startGpg());
    for (const name of ['alice', 'bob']) gpg.addKey(name);
  });

  it('each new share is encrypted to its holder, kept as a backup, and decrypted by gpg', async () => {
    const app = newApp({ agrees: true });
    const where = { sessionId: await app.login(vault.address, vault.rootToken) };
    const facts = await app.must('ceremony.readPgpKeys', {
      text: gpg.publicKey('alice') + gpg.publicKey('bob'),
    });
    expect(facts).toMatchObject([
      {
        users: ['alice <alice@example.com>'],
        fingerprint: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      },
      { users: ['bob <bob@example.com>'] },
    ]);
    const begun = await app.must('ceremony.begin', {
      where,
      options: {
        ceremony: 'rekey',
        shares: 2,
        threshold: 2,
        verify: false,
        backup: true,
        pgpKeys: facts.map(({ text }) => text),
      },
    });
    // A page could have exchanged a key: the question names the owner of each.
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        {
          name: 'PGP key 1',
          value: `alice <alice@example.com> · ${(facts[0]?.fingerprint ?? '').toUpperCase()}`,
        },
      ]) as unknown[],
    });
    app.answers.push(...vault.shares.slice(0, 3).map((share) => ({ share })));
    // A share's holder sees the recipients, even of another's ceremony.
    const other = newApp();
    await other.refused('ceremony.giveShare', {
      where: placeOf(vault.address),
      ceremony: 'rekey',
      nonce: begun.status.nonce,
    });
    const [first, second] = facts.map(({ fingerprint }) => fingerprint.toUpperCase());
    expect(other.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Started by', value: 'another participant', prose: true },
        { name: 'New shares', value: '2, threshold 2', prose: true },
        { name: 'Encrypted to', value: `${String(first)}, ${String(second)}` },
      ]) as unknown,
    });
    let answerId = '';
    for (let count = 0; count < 3; count++) {
      const { nonce } = begun.status;
      answerId = (await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce })).answerId ?? '';
    }
    const before = app.asked.length;
    const encrypted = await save(app, answerId);
    expect(app.asked[before]).toMatchObject({
      note: expect.stringContaining('alice <alice@example.com>') as string,
    });
    const shares = encrypted.map(gpg.decrypt);
    const root = await app.must('ceremony.begin', {
      where,
      options: { ceremony: 'generate-root', pgpKey: facts[1]?.text ?? '' },
    });
    const nonce = root.status.nonce;
    expect(root.answerId).toBeUndefined();
    app.answers.push({ share: encrypted[0] ?? '' }, null);
    await app.refused('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    expect(app.asked.at(-1)).toMatchObject({ problem: expect.stringContaining('still encrypted') as string });
    app.answers.push(...shares.map((share) => ({ share })));
    await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    const [token = ''] = await save(app, last.answerId ?? '');
    const own = await must({ ...vault, rootToken: gpg.decrypt(token) }, 'GET', 'auth/token/lookup-self');
    expect(at(own, 'data', 'policies')).toEqual(['root']);

    const backup = await app.must('ceremony.backup', { where, ceremony: 'rekey' });
    const shownBefore = app.asked.length;
    // The same texts were saved just now: they are shown again on request.
    expect(await app.must('ceremony.saved', { answerId: backup.answerId })).toMatchObject({
      saved: 2,
      total: 2,
    });
    // A page alone cannot fill the room for one-time results with it.
    const page = newApp({ gestures: 0 });
    const alone = { sessionId: await page.login(vault.address, vault.rootToken) };
    expect(await page.refused('ceremony.backup', { where: alone, ceremony: 'rekey' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(await page.must('answer.list', {})).toEqual([]);
    app.answers.push('', '');
    await app.must('ceremony.showResult', { answerId: backup.answerId, again: true });
    expect(
      shown(app, shownBefore)
        .map(({ secret }) => secret)
        .sort(),
    ).toEqual([...encrypted].sort());
    await app.must('ceremony.removeBackup', { where, ceremony: 'rekey' });
    expect(await app.refused('ceremony.backup', { where, ceremony: 'rekey' })).toMatchObject({
      kind: 'invalid-request',
    });
    for (const share of [...shares, ...encrypted]) expect(app.crossed()).not.toContain(share);
  });

  it('one that cannot encrypt, an expired one and no key at all are refused before anything is sent', async () => {
    const app = newApp({ agrees: true });
    gpg.addKey('signer', 'sign');
    const past = await generateKey({
      userIDs: [{ name: 'Past', email: 'past@example.com' }],
      date: new Date(Date.now() - 10 * 86_400_000),
      keyExpirationTime: 86_400,
    });
    const secret = await generateKey({ userIDs: [{ name: 'Secret' }] });
    for (const [text, words] of [
      [gpg.publicKey('signer'), 'signing only'],
      [past.publicKey, 'expired on'],
      [secret.privateKey, 'private key'],
      ['not a key', 'not a PGP public key'],
      [gpg.publicKey('alice') + gpg.publicKey('bob'), 'one key for each share'],
    ] as const) {
      expect(
        await app.refused('ceremony.begin', {
          where: placeOf(vault.address),
          options: { ceremony: 'generate-root', pgpKey: text },
        }),
      ).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining(words) as string });
    }
    expect(app.asked).toEqual([]);
    expect(at(await must(vault, 'GET', 'sys/generate-root/attempt'), 'started')).toBe(false);
  });
});

describe('a PGP key that somebody has written to harm', () => {
  it('is verified beside main, which goes on meanwhile, and in the beginning of a ceremony, too @pgp-beside-main', async () => {
    const app = newApp();
    // The key reader is loaded by now.
    await app.must('ceremony.readPgpKeys', { text: 'none' });
    let read = false;
    const reading = app.must('ceremony.readPgpKeys', { text: slowKey(6144) }).finally(() => (read = true));
    for (let turn = 0; turn < 200; turn++) await nextTurn();
    expect(read).toBe(false);
    expect(await reading).toMatchObject([{ problem: expect.stringContaining('Nothing can be') as string }]);

    const where = placeOf(sharedServers().dev.address);
    await app.must('ceremony.status', { where, ceremony: 'generate-root' });
    let refused = false;
    const beginning = app
      .refused('ceremony.begin', { where, options: { ceremony: 'generate-root', pgpKey: slowKey(6144) } })
      .finally(() => (refused = true));
    for (let turn = 0; turn < 200; turn++) await nextTurn();
    expect(refused).toBe(false);
    expect(await beginning).toMatchObject({ kind: 'invalid-input' });
  });

  it('is not read where there are more than a server has shares', async () => {
    const app = newApp();
    expect(await app.refused('ceremony.readPgpKeys', { text: 'a,'.repeat(256) })).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('more than 255 keys') as string,
    });
  });
});
