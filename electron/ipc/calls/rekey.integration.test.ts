/** Rekeying on real servers, another client taking part; on OpenBao by its own family of endpoints. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, at, ceremonyAt, factsOf, must, startSealedVault } from '../../../e2e/servers/index.ts';
import type { SealedVault } from '../../../e2e/servers/index.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { ceremonyPlace, placeOf, save, shown, statusOf } from './ceremonies.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();
const { ceremonies, ceremoniesWithoutToken } = factsOf();

describe('a rekey of a server of 5 shares, of which 3 are needed', () => {
  let vault: SealedVault;
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('goes from 5/3 to 3/2 with verification, another client giving a share', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    expect(await statusOf(app, where, 'rekey')).toMatchObject({
      phase: 'idle',
      needed: 3,
      endpoint: ceremonies.rekey.beginning,
      startedHere: false,
    });
    const begun = await app.must('ceremony.begin', {
      where,
      options: { ceremony: 'rekey', shares: 3, threshold: 2, pgpKeys: [], verify: true, backup: false },
    });
    const { nonce } = begun.status;
    expect(begun.status).toMatchObject({
      phase: 'shares',
      given: 0,
      needed: 3,
      startedHere: true,
      rekey: { shares: 3, threshold: 2, verifies: true, backup: false },
    });
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Begin a rekey of the unseal keys?' });

    const [one = '', two = '', three = ''] = vault.shares;
    app.answers.push({ share: one });
    await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'enter-fields',
      destination: { address: vault.address },
      facts: [
        { name: 'Ceremony', value: 'Rekey of the unseal keys' },
        { name: 'Shares', value: '0 of 3 entered' },
        { name: 'Started by', value: 'you' },
        { name: 'New shares', value: '3, threshold 2' },
        { name: 'Encrypted to', value: '' },
        { name: 'Nonce', value: nonce },
        { name: 'Request' },
      ],
      intro: [],
    });
    // Another client gives the second one.
    await ceremonyAt(vault, 'rekey').give(two, nonce);
    expect(await statusOf(app, where, 'rekey')).toMatchObject({ given: 2, nonce });

    app.answers.push({ share: two }, { share: three });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    expect(app.asked.at(-1)).toMatchObject({ problem: expect.stringContaining('already entered') as string });
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
    const verified = await ceremonyAt(vault, 'rekey').verify(fresh[2] ?? '', last.status.nonce);
    expect(at(verified, 'complete')).toBe(true);
    expect(await statusOf(app, where, 'rekey')).toMatchObject({ phase: 'idle', needed: 2 });
    await must(vault, 'PUT', 'sys/seal');
    for (const key of fresh.slice(0, 2)) await must(vault, 'PUT', 'sys/unseal', { key });
    expect(at(await must(vault, 'GET', 'sys/seal-status'), 'sealed')).toBe(false);
    for (const secret of [...fresh, ...vault.shares]) expect(app.crossed()).not.toContain(secret);
  });
});

describe('on a server of 5 shares, of which 3 are needed', () => {
  let vault: SealedVault;
  const begin = (app: TestApp, where: Where, verify = false) =>
    app.must('ceremony.begin', {
      where,
      options: { ceremony: 'rekey', shares: 3, threshold: 2, pgpKeys: [], verify, backup: false },
    });
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('a share that cannot be one, and one of another cluster, are told from each other', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const { nonce } = (await begin(app, where)).status;
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
    expect(await statusOf(app, where, 'rekey')).toMatchObject({ given: 0 });

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
    expect(await statusOf(app, where, 'rekey')).toMatchObject({ given: 0, nonce });
    await ceremonyAt(vault, 'rekey').cancel(nonce);
  });

  it('one that somebody cancelled and began anew is explained, before a share is typed and after', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const colleague = ceremonyAt(vault, 'rekey');
    const one = { secret_shares: 1, secret_threshold: 1 };
    const old = (await begin(app, where)).status.nonce;
    await colleague.cancel(old);
    expect(await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce: old })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('It ended: it was cancelled') as string,
    });
    const now = await colleague.begin(one);
    const asked = app.asked.length;
    expect(await app.refused('ceremony.giveShare', { where, ceremony: 'rekey', nonce: old })).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Another one was started since') as string,
    });
    expect(app.asked).toHaveLength(asked);

    // Cancelled while the user types.
    const typing = Promise.withResolvers<{ share: string }>();
    app.answers.push(typing.promise);
    const giving = app.call('ceremony.giveShare', { where, ceremony: 'rekey', nonce: now });
    await expect.poll(() => app.asked.length).toBe(asked + 1);
    await colleague.cancel(now);
    const third = await colleague.begin(one);
    typing.resolve({ share: vault.shares[0] ?? '' });
    expect(await giving).toMatchObject({
      ok: false,
      error: {
        kind: 'conflict',
        message: expect.stringContaining('Another one was started since') as string,
      },
    });
    expect(await statusOf(app, where, 'rekey')).toMatchObject({ given: 0, startedHere: false });
    const cancelled = await app.must('ceremony.cancel', {
      where,
      ceremony: 'rekey',
      nonce: third,
      only: 'all',
    });
    expect(cancelled).toMatchObject({ phase: 'idle' });
  });

  it('a verification is begun anew by itself, and all of it is cancelled by the first nonce', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const { nonce } = (await begin(app, where, true)).status;
    app.answers.push(...vault.shares.slice(0, 3).map((share) => ({ share })));
    for (let count = 0; count < 3; count++)
      await app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
    const verifying = await statusOf(app, where, 'rekey');
    expect(verifying).toMatchObject({ phase: 'verification', given: 0, needed: 2 });
    const anew = await app.must('ceremony.cancel', {
      where,
      ceremony: 'rekey',
      nonce: verifying.nonce,
      only: 'verification',
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

  it.runIf(ceremoniesWithoutToken)('is offered no newer family where the older one is', async () => {
    const app = newApp({ agrees: true });
    const where = { sessionId: await app.login(vault.address, vault.rootToken) };
    expect(await app.refused('ceremony.rotateRoot', { where })).toMatchObject({ kind: 'not-offered' });
    expect(await app.refused('ceremony.status', { where, ceremony: 'recovery-rekey' })).toMatchObject({
      kind: 'not-offered',
    });
  });
});

describe('on OpenBao of 5 shares, of which 3 are needed', () => {
  let bao: SealedVault;
  beforeAll(async () => {
    bao = stopping(await startSealedVault('openbao'));
    await bao.unseal();
  });

  async function inSession() {
    const app = newApp({ agrees: true });
    const where = { sessionId: await app.login(bao.address, bao.rootToken) };
    const give = (ceremony: 'rekey' | 'generate-root', nonce: string, share = '') => {
      app.answers.push({ share });
      return app.must('ceremony.giveShare', { where, ceremony, nonce });
    };
    return { app, where, give };
  }

  it('nothing is told without a token, and nothing by the older family', async () => {
    for (const path of ['sys/rekey/init', 'sys/generate-root/attempt'])
      expect((await ask(bao, 'GET', path)).status).toBe(405);
    expect(
      await newApp().refused('ceremony.status', { where: placeOf(bao.address), ceremony: 'rekey' }),
    ).toMatchObject({ kind: 'forbidden' });
  });

  it('a rekey goes from 5/3 to 3/2 with verification, another client giving a share, and a root token is generated', async () => {
    const { app, where, give } = await inSession();
    const { nonce, endpoint } = (
      await app.must('ceremony.begin', {
        where,
        options: { ceremony: 'rekey', shares: 3, threshold: 2, pgpKeys: [], verify: true, backup: false },
      })
    ).status;
    expect(endpoint).toBe('sys/rotate/root/init');
    const [one, two, three] = bao.shares;
    expect(await give('rekey', nonce, one)).toMatchObject({ status: { given: 1, needed: 3 } });
    await must(bao, 'PUT', 'sys/rotate/root/update', { key: two, nonce });
    const last = await give('rekey', nonce, three);
    expect(last).toMatchObject({ complete: true, status: { phase: 'verification', given: 0, needed: 2 } });
    const fresh = await save(app, last.answerId ?? '');
    expect(fresh).toHaveLength(3);
    const verifying = last.status.nonce;
    expect(await give('rekey', verifying, fresh[0])).toMatchObject({ status: { given: 1 } });
    await must(bao, 'PUT', 'sys/rotate/root/verify', { key: fresh[2], nonce: verifying });
    expect(await app.must('ceremony.status', { where, ceremony: 'rekey' })).toMatchObject({
      phase: 'idle',
      needed: 2,
    });
    expect(await must(bao, 'GET', 'sys/seal-status')).toMatchObject({ t: 2, n: 3 });

    const root = (await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } })).status;
    expect(root.endpoint).toBe('sys/generate-root-token/attempt');
    expect(await give('generate-root', root.nonce, fresh[1])).toMatchObject({ status: { given: 1 } });
    const made = await give('generate-root', root.nonce, fresh[2]);
    expect(made.complete).toBe(true);
    const [rootToken = ''] = await save(app, made.answerId ?? '');
    expect(rootToken).toMatch(/^s\./);
    const own = await must({ ...bao, rootToken }, 'GET', 'auth/token/lookup-self');
    expect(at(own, 'data', 'policies')).toEqual(['root']);
    for (const secret of [...fresh, ...bao.shares, rootToken]) expect(app.crossed()).not.toContain(secret);
  });

  it('a ceremony is cancelled, and the root key rotates without shares', async () => {
    const { app, where } = await inSession();
    const { nonce } = (
      await app.must('ceremony.begin', {
        where,
        options: { ceremony: 'rekey', shares: 1, threshold: 1, pgpKeys: [], verify: false, backup: false },
      })
    ).status;
    expect(await app.must('ceremony.cancel', { where, ceremony: 'rekey', nonce, only: 'all' })).toMatchObject(
      { phase: 'idle' },
    );
    await app.must('ceremony.rotateRoot', { where });
    expect(app.asked.at(-1)).toMatchObject({ title: 'Rotate the root key?' });
    expect(await app.refused('ceremony.status', { where, ceremony: 'recovery-rekey' })).toMatchObject({
      kind: 'not-offered',
    });
  });
});
