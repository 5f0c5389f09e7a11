/** Key ceremonies on real servers, another client taking part in each; OpenBao's family of endpoints by proxy. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKey } from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import {
  ask,
  at,
  must,
  startFaultProxy,
  startGpg,
  startOpenBaoProxy,
  startDevVault,
  startSealedVault,
  startSelfUnsealingVault,
  startUninitialisedVault,
  textAt,
} from '../../../e2e/servers/index.ts';
import type { Gpg, SealedVault } from '../../../e2e/servers/index.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();

function placeOf(address: string) {
  return { target: targetAt(address), name: 'one' };
}

function statusOf(app: TestApp, address: string, ceremony: KeyCeremony): Promise<CeremonyStatus> {
  return app.must('ceremony.status', { where: placeOf(address), ceremony });
}

/** What the secure prompt has shown since `from`, in its order. */
function shown(app: TestApp, from = 0): readonly { readonly title: string; readonly secret: string }[] {
  return app.asked.slice(from).flatMap((one) => (one.kind === 'show-secret' ? [one] : []));
}

/** Every credential of a result, confirmed as saved one by one. */
async function save(app: TestApp, answerId: string): Promise<readonly string[]> {
  const before = app.asked.length;
  app.answers.push(...Array.from({ length: 20 }, () => ''));
  await app.must('ceremony.showResult', { answerId, again: false });
  app.answers.length = 0;
  return shown(app, before).map(({ secret }) => secret);
}

describe('a rekey of a server of 5 shares, of which 3 are needed', () => {
  let vault: SealedVault;
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('goes from 5/3 to 3/2 with verification, another client giving a share', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({
      ...{ phase: 'idle', needed: 3, endpoint: 'sys/rekey/init', startedHere: false },
    });
    const begun = await app.must('ceremony.begin', {
      where,
      options: { ceremony: 'rekey', shares: 3, threshold: 2, pgpKeys: [], verify: true, backup: false },
    });
    const { nonce } = begun.status;
    expect(begun.status).toMatchObject({
      ...{ phase: 'shares', given: 0, needed: 3, startedHere: true },
      rekey: { shares: 3, threshold: 2, verifies: true, backup: false },
    });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Begin a rekey of the unseal keys?' });

    const [one = '', two = '', three = ''] = vault.shares;
    app.answers.push({ share: one });
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'enter-fields',
      destination: { address: vault.address },
      intro: [
        'Rekey of the unseal keys: 0 of 3 shares given.',
        'It is sent now and counted by the server.',
        'Begun here. 3 new shares, 2 of them needed.',
        `Nonce ${nonce}`,
      ],
    });
    // Somebody else gives the second one.
    await must(vault, 'PUT', 'sys/rekey/update', { key: two, nonce });
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({ given: 2, nonce });

    app.answers.push({ share: two }, { share: three });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(app.asked.at(-1)).toMatchObject({ problem: expect.stringContaining('given already') as string });
    expect(last).toMatchObject({ complete: true, status: { phase: 'verification', given: 0, needed: 2 } });
    const answerId = last.answerId ?? '';
    expect(app.losses().oneTimeResults).toBe(1);

    // “Later” after the first: the rest is still held.
    app.answers.push('', null);
    expect(await app.must('ceremony.showResult', { answerId, again: false })).toMatchObject({
      saved: 1,
      total: 3,
    });
    const first = shown(app)[0];
    expect(first?.title).toBe('Unseal key 1 of 3');
    const others = await save(app, answerId);
    expect(others).toHaveLength(2);
    expect(await app.must('ceremony.saved', { answerId })).toEqual({
      saved: 3,
      total: 3,
      address: vault.address,
    });
    await app.must('answer.dismiss', { answerId });

    const fresh = [first?.secret ?? '', ...others];
    app.answers.push({ share: fresh[0] ?? '' });
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce: last.status.nonce });
    const verified = await must(vault, 'PUT', 'sys/rekey/verify', {
      key: fresh[2],
      nonce: last.status.nonce,
    });
    expect(at(verified, 'complete')).toBe(true);
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({ phase: 'idle', needed: 2 });
    await must(vault, 'PUT', 'sys/seal');
    for (const key of fresh.slice(0, 2)) await must(vault, 'PUT', 'sys/unseal', { key });
    expect(at(await must(vault, 'GET', 'sys/seal-status'), 'sealed')).toBe(false);
    for (const secret of [...fresh, ...vault.shares]) expect(app.crossed()).not.toContain(secret);
  });
});

describe('on a server of 5 shares, of which 3 are needed', () => {
  let vault: SealedVault;
  const begin = (app: TestApp, verify = false) =>
    app.must('ceremony.begin', {
      where: placeOf(vault.address),
      options: { ceremony: 'rekey', shares: 3, threshold: 2, pgpKeys: [], verify, backup: false },
    });
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('a share that cannot be one, and one of another cluster, are told from each other', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const { nonce } = (await begin(app)).status;
    const [one = '', two = ''] = vault.shares;
    const problemOf = () => (app.asked.at(-1) as { problem?: string }).problem;
    app.answers.push({ share: 'not a share!' }, null);
    await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(problemOf()).toContain('hex or base64');
    app.answers.push({ share: one.slice(0, 20) }, null);
    await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(problemOf()).toContain('too short');
    app.answers.push({ share: one + two }, null);
    await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(problemOf()).toContain('too long');
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({ given: 0 });

    const foreign = Buffer.from(one, 'hex');
    foreign[3] = (foreign[3] ?? 0) ^ 1;
    app.answers.push({ share: one }, { share: two });
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    app.answers.push({ share: foreign.toString('hex') });
    expect(await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce })).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('do not fit together') as string,
      hint: expect.stringContaining('back at 0') as string,
    });
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({ given: 0, nonce });
    await must(vault, 'DELETE', 'sys/rekey/init', { nonce });
  });

  it('one that somebody cancelled and began anew is explained, before a share is typed and after', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const old = (await begin(app)).status.nonce;
    await must(vault, 'DELETE', 'sys/rekey/init', { nonce: old });
    expect(await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce: old })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('not under way any more') as string,
    });
    const now = textAt(
      await must(vault, 'PUT', 'sys/rekey/init', { secret_shares: 1, secret_threshold: 1 }),
      'nonce',
    );
    const asked = app.asked.length;
    expect(await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce: old })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('begun another') as string,
    });
    expect(app.asked).toHaveLength(asked);

    // Cancelled while the person types.
    const typing = Promise.withResolvers<{ share: string }>();
    app.answers.push(typing.promise);
    const giving = app.call('ceremony.giveShare', { where, ceremony: 'rekey', nonce: now });
    await expect.poll(() => app.asked.length).toBe(asked + 1);
    await must(vault, 'DELETE', 'sys/rekey/init', { nonce: now });
    const third = await must(vault, 'PUT', 'sys/rekey/init', { secret_shares: 1, secret_threshold: 1 });
    typing.resolve({ share: vault.shares[0] ?? '' });
    expect(await giving).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: expect.stringContaining('while you typed') as string },
    });
    expect(await statusOf(app, vault.address, 'rekey')).toMatchObject({ given: 0, startedHere: false });
    const cancelled = await app.must('ceremony.cancel', {
      ...{ where, ceremony: 'rekey', nonce: textAt(third, 'nonce'), only: 'all' },
    });
    expect(cancelled).toMatchObject({ phase: 'idle' });
  });

  it('a verification is begun anew by itself, and all of it is cancelled by the first nonce', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const { nonce } = (await begin(app, true)).status;
    app.answers.push(...vault.shares.slice(0, 3).map((share) => ({ share })));
    for (let count = 0; count < 3; count++)
      await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    const verifying = await statusOf(app, vault.address, 'rekey');
    expect(verifying).toMatchObject({ phase: 'verification', given: 0, needed: 2 });
    const anew = await app.must('ceremony.cancel', {
      ...{ where, ceremony: 'rekey', nonce: verifying.nonce, only: 'verification' },
    });
    expect(anew).toMatchObject({ phase: 'verification' });
    expect(anew.nonce).not.toBe(verifying.nonce);
    expect(
      await app.must('ceremony.cancel', { where, ceremony: 'rekey', nonce: anew.nonce, only: 'all' }),
    ).toMatchObject({ phase: 'idle', needed: 3 });
  });

  it('numbers that cannot be are refused before anything is sent', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    for (const [shares, threshold, words] of [
      [3, 5, 'threshold cannot be larger'],
      [256, 3, 'At most 255'],
      [3, 1, 'at least 2'],
      [0, 1, 'at least 1'],
    ] as const)
      expect(
        await app.refused('ceremony.begin', {
          where,
          options: { ceremony: 'rekey', shares, threshold, pgpKeys: [], verify: true, backup: false },
        }),
      ).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining(words) as string });
    expect(app.asked).toEqual([]);
  });

  it('a root token is generated with a one-time password, and decoded here', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const begun = await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } });
    expect(begun).toMatchObject({
      status: { phase: 'shares', otpHeld: true },
      answerId: expect.any(String) as string,
    });
    const { nonce } = begun.status;
    const [one = '', two = '', three = ''] = vault.shares;
    app.answers.push({ share: one });
    await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    await must(vault, 'PUT', 'sys/generate-root/update', { key: two, nonce });
    app.answers.push({ share: three });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    expect(last.complete).toBe(true);
    const [rootToken = ''] = await save(app, last.answerId ?? '');
    const own = await must({ ...vault, rootToken }, 'GET', 'auth/token/lookup-self');
    expect(at(own, 'data', 'policies')).toEqual(['root']);
    // Its two halves wait no longer; the token itself does.
    expect(
      (await app.must('answer.list', {})).filter((held) => held.restorableUntil === undefined),
    ).toHaveLength(1);
    expect(app.crossed()).not.toContain(rootToken);
    expect((await app.must('answer.adopt', { answerId: last.answerId ?? '', how: 'beside' })).name).not.toBe(
      '',
    );
  });

  it('a root token whose last share somebody else gave is decoded from what they received', async () => {
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    const { nonce } = (await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } }))
      .status;
    let encoded = '';
    for (const key of vault.shares.slice(0, 3)) {
      const step = await must(vault, 'PUT', 'sys/generate-root/update', { key, nonce });
      encoded = textAt(step, 'encoded_token');
    }
    app.answers.push({ encoded: 'AAAA' }, { encoded });
    const held = await app.must('ceremony.decodeRootToken', { where });
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('do not belong together') as string,
    });
    const [rootToken = ''] = await save(app, held.answerId);
    expect(at(await must({ ...vault, rootToken }, 'GET', 'auth/token/lookup-self'), 'data', 'path')).toBe(
      'auth/token/root',
    );
  });

  it('what a lock meets half-way stays held, and a quit asks', async () => {
    const app = newApp({ agrees: true });
    await app.login(vault.address, vault.rootToken);
    const where = placeOf(vault.address);
    const begun = await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } });
    app.answers.push(null);
    await app.must('ceremony.showResult', { answerId: begun.answerId ?? '', again: false });
    await app.lock('asked');
    expect(app.losses()).toMatchObject({ oneTimeResults: 1 });
    expect(
      await app.refused('ceremony.showResult', { answerId: begun.answerId ?? '', again: false }),
    ).toMatchObject({
      kind: 'locked',
    });
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce: begun.status.nonce });
  });

  it('a share that the server may or may not have counted is not sent a second time', async () => {
    const proxy = stopping(await startFaultProxy(vault));
    const app = newApp({ agrees: true });
    const where = placeOf(proxy.address);
    const { nonce } = (await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } }))
      .status;
    proxy.add({ url: /generate-root\/update/, fault: { kind: 'lost-answer' } });
    app.answers.push({ share: vault.shares[0] ?? '' });
    expect(
      await app.refused('ceremony.giveShare', { where, ceremony: 'generate-root', nonce }),
    ).toMatchObject({
      kind: 'outcome-unknown',
    });
    expect(at(await must(vault, 'GET', 'sys/generate-root/attempt'), 'progress')).toBe(1);
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce });
  });

  it('what a start has brought is held, also where nothing can be looked at after it', async () => {
    const proxy = stopping(await startFaultProxy(vault));
    const app = newApp();
    const agreeing = Promise.withResolvers<string>();
    app.answers.push(agreeing.promise);
    const beginning = app.must('ceremony.begin', {
      where: placeOf(proxy.address),
      options: { ceremony: 'generate-root' },
    });
    await expect.poll(() => app.asked.length).toBe(1);
    proxy.add({ method: 'GET', url: /generate-root/, fault: { kind: 'answer', status: 400 } });
    agreeing.resolve('');
    const { answerId = '' } = await beginning;
    expect((await app.must('answer.list', {})).map((held) => held.answerId)).toEqual([answerId]);
    const now = await must(vault, 'GET', 'sys/generate-root/attempt');
    await must(vault, 'DELETE', 'sys/generate-root/attempt', { nonce: textAt(now, 'nonce') });
  });

  it('speaks with the newer family where only that is offered', async () => {
    const bao = stopping(await startOpenBaoProxy(vault));
    const app = newApp({ agrees: true });
    expect(
      await app.refused('ceremony.status', { where: placeOf(bao.address), ceremony: 'rekey' }),
    ).toMatchObject({
      kind: 'forbidden',
    });
    const where = { sessionId: await app.login(bao.address, vault.rootToken) };
    const begun = await app.must('ceremony.begin', {
      where,
      options: { ceremony: 'rekey', shares: 1, threshold: 1, pgpKeys: [], verify: false, backup: false },
    });
    expect(begun.status.endpoint).toBe('sys/rotate/root/init');
    const { nonce } = begun.status;
    app.answers.push(...vault.shares.slice(0, 2).map((share) => ({ share })));
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce })).toMatchObject({
      status: { given: 2 },
    });
    await app.must('ceremony.cancel', { where, ceremony: 'rekey', nonce, only: 'all' });
    const root = await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } });
    expect(root.status.endpoint).toBe('sys/generate-root-token/attempt');
    await app.must('ceremony.cancel', {
      ...{ where, ceremony: 'generate-root', nonce: root.status.nonce, only: 'all' },
    });
    await app.must('ceremony.rotateRoot', { where });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Rotate the root key?' });
    const plain = { sessionId: await app.login(vault.address, vault.rootToken) };
    expect(await app.refused('ceremony.rotateRoot', { where: plain })).toMatchObject({ kind: 'not-offered' });
    expect(await app.refused('ceremony.status', { where: plain, ceremony: 'recovery-rekey' })).toMatchObject({
      kind: 'not-offered',
    });
  });
});

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
        ...{ ceremony: 'rekey', shares: 2, threshold: 2, verify: false, backup: true },
        pgpKeys: facts.map(({ text }) => text),
      },
    });
    // A page could have put another key in the place of one: the question names whose each is.
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        {
          name: 'PGP key 1',
          value: `alice <alice@example.com> · ${(facts[0]?.fingerprint ?? '').toUpperCase()}`,
        },
      ]) as unknown[],
    });
    app.answers.push(...vault.shares.slice(0, 3).map((share) => ({ share })));
    // Whoever gives a share sees who is to have what comes out, whoever began it.
    const other = newApp();
    await other.refused('ceremony.giveShare', {
      ...{ where: placeOf(vault.address), ceremony: 'rekey', nonce: begun.status.nonce },
    });
    const [first, second] = facts.map(({ fingerprint }) => fingerprint.toUpperCase());
    expect((other.asked.at(-1) as { intro?: readonly string[] }).intro).toContain(
      `Begun by somebody else. 2 new shares, 2 of them needed. What comes out is encrypted to ${String(first)}, ${String(second)}.`,
    );
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
    // The same texts were saved just now: they are shown when they are asked for again.
    expect(await app.must('ceremony.saved', { answerId: backup.answerId })).toMatchObject({
      saved: 2,
      total: 2,
    });
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

describe('an empty server', () => {
  it('is initialised, unsealed and logged in to, and gets an audit device and a KV engine', async () => {
    const vault = stopping(await startUninitialisedVault());
    const app = newApp({ agrees: true });
    const where = placeOf(vault.address);
    expect(await app.must('ceremony.nodes', { where, more: [] })).toMatchObject([
      { address: vault.address, confirmed: true, seal: { initialized: false, type: 'shamir' } },
    ]);
    expect(
      await app.refused('ceremony.init', { where, options: { shares: 3, threshold: 5, pgpKeys: [] } }),
    ).toMatchObject({ kind: 'invalid-input' });
    const held = await app.must('ceremony.init', {
      where,
      options: { shares: 3, threshold: 2, pgpKeys: [] },
    });
    expect(app.losses().oneTimeResults).toBe(1);
    const before = app.asked.length;
    const secrets = await save(app, held.answerId);
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
      { problem: expect.stringContaining('given this share') as string },
    ]);

    const session = await app.must('answer.adopt', { answerId: held.answerId, how: 'beside', name: 'new' });
    const { sessionId } = session;
    const log = join(tmpdir(), `strongroom-audit-${String(process.pid)}.log`);
    await app.must('ceremony.firstAudit', { sessionId, filePath: log });
    await app.must('ceremony.firstKv', { sessionId, path: 'secret/' });
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
    const held = await app.must('ceremony.init', {
      where,
      options: { shares: 3, threshold: 2, pgpKeys: [] },
    });
    expect(held.title).toBe('Recovery keys and root token');
    const before = app.asked.length;
    const secrets = await save(app, held.answerId);
    expect(shown(app, before).map(({ title }) => title)).toEqual([
      ...['Recovery key 1 of 3', 'Recovery key 2 of 3', 'Recovery key 3 of 3', 'Initial root token'],
    ]);
    await expect.poll(async () => (await statusOf(app, vault.address, 'recovery-rekey')).needed).toBe(2);
    const { nonce } = (
      await app.must('ceremony.begin', {
        where,
        options: {
          ...{
            ceremony: 'recovery-rekey',
            shares: 1,
            threshold: 1,
            pgpKeys: [],
            verify: false,
            backup: false,
          },
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

describe('every node of a cluster', () => {
  let first: SealedVault;
  let second: SealedVault;
  beforeAll(async () => {
    [first, second] = await Promise.all([startSealedVault(), startSealedVault()]);
    stopping(first);
    stopping(second);
  });

  it('gets nothing before its address is confirmed', async () => {
    const app = newApp({ contact: 'ask' });
    const where = placeOf(first.address);
    const more = [second.address];
    app.answers.push('');
    await app.must('ceremony.confirmNode', { where, address: first.address });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm-trust' });
    expect(await app.must('ceremony.nodes', { where, more })).toMatchObject([
      { confirmed: true },
      { address: second.address, confirmed: false },
    ]);
    app.answers.push({ share: first.shares[0] ?? '' });
    await app.must('ceremony.unseal', { where, more });
    expect(app.asked.at(-1)).toMatchObject({
      intro: ['The share goes to this sealed node:', expect.stringContaining(first.address) as string],
    });
    expect(at((await ask(second, 'GET', 'sys/seal-status')).json, 'progress')).toBe(0);
    app.answers.push('');
    expect(await app.must('ceremony.confirmNode', { where, address: second.address })).toMatchObject({
      confirmed: true,
      seal: { sealed: true },
    });
  });

  it('gets one share, typed once, where a person has confirmed its address', async () => {
    await must(first, 'PUT', 'sys/unseal', { reset: true });
    const app = newApp({ agrees: true });
    const where = placeOf(first.address);
    const more = [second.address];
    expect(await app.must('ceremony.nodes', { where, more })).toMatchObject([
      { address: first.address, seal: { sealed: true, threshold: 3 } },
      { address: second.address, seal: { sealed: true } },
    ]);
    app.answers.push({ share: first.shares[0] ?? '' });
    expect(await app.must('ceremony.unseal', { where, more })).toMatchObject([
      { seal: { progress: 1 } },
      { seal: { progress: 1 } },
    ]);
    expect(app.asked.at(-1)).toMatchObject({
      intro: [
        'The share goes to these 2 sealed nodes, and to no other:',
        `${first.address} · 0 of 3 given`,
        `${second.address} · 0 of 3 given`,
      ],
    });
    app.answers.push({ share: first.shares[1] ?? '' }, { share: first.shares[2] ?? '' });
    await app.must('ceremony.unseal', { where, more });
    // The shares are of the first one: the other refuses the set, which does not hold the first one back.
    expect(await app.must('ceremony.unseal', { where, more })).toMatchObject([
      { seal: { sealed: false } },
      { problem: { message: expect.stringContaining('do not fit together') as string } },
    ]);
    const at0 = await app.must('ceremony.nodes', { where, more });
    expect(at0[1]).toMatchObject({ seal: { sealed: true, progress: 0 } });
  });
});
