/** Root generation on real servers: decoded, held over a lock, and never given a share twice. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  at,
  ceremonyAt,
  factsOf,
  must,
  startFaultProxy,
  startSealedVault,
  textAt,
} from '../../../e2e/servers/index.ts';
import type { SealedVault } from '../../../e2e/servers/index.ts';
import { ceremonyPlace, save } from './ceremonies.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();
const { ceremoniesWithoutToken } = factsOf();

describe('a root generation, of 5 shares of which 3 are needed', () => {
  let vault: SealedVault;
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('a root token is generated with a one-time password, and decoded here', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const begun = await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } });
    expect(begun).toMatchObject({
      status: { phase: 'shares', hasPad: true },
      answerId: expect.any(String) as string,
    });
    const { nonce } = begun.status;
    const [one = '', two = '', three = ''] = vault.shares;
    app.answers.push({ share: one });
    await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    await ceremonyAt(vault, 'generate-root').give(two, nonce);
    app.answers.push({ share: three });
    const last = await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    expect(last.complete).toBe(true);
    const [rootToken = ''] = await save(app, last.answerId ?? '');
    const own = await must({ ...vault, rootToken }, 'GET', 'auth/token/lookup-self');
    expect(at(own, 'data', 'policies')).toEqual(['root']);
    // Its two halves wait no longer; the token itself does.
    expect(
      (await app.must('answer.list', {})).filter((stored) => stored.restorableUntil === undefined),
    ).toHaveLength(1);
    expect(app.crossed()).not.toContain(rootToken);
    app.answers.push('');
    expect((await app.must('answer.adopt', { answerId: last.answerId ?? '', how: 'beside' })).name).not.toBe(
      '',
    );
  });

  it('a root token whose last share somebody else gave is decoded from what they received', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const { nonce } = (await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } }))
      .status;
    let encoded = '';
    for (const key of vault.shares.slice(0, 3)) {
      const step = await ceremonyAt(vault, 'generate-root').give(key, nonce);
      encoded = textAt(step, 'encoded_token');
    }
    app.answers.push({ encoded: 'AAAA' }, { encoded });
    const result = await app.must('ceremony.decodeRootToken', { where });
    expect(app.asked.at(-1)).toMatchObject({
      problem: expect.stringContaining('do not match') as string,
    });
    const [rootToken = ''] = await save(app, result.answerId);
    expect(at(await must({ ...vault, rootToken }, 'GET', 'auth/token/lookup-self'), 'data', 'path')).toBe(
      'auth/token/root',
    );
  });

  it('what a lock meets half-way stays held, and a quit asks @lock-half-way', async () => {
    const app = newApp({ agrees: true });
    await app.login(vault.address, vault.rootToken);
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
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
    await ceremonyAt(vault, 'generate-root').cancel(begun.status.nonce);
  });

  it('a share that the server may or may not have counted is not sent a second time', async () => {
    const proxy = stopping(await startFaultProxy(vault));
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, { ...vault, address: proxy.address }, ceremoniesWithoutToken);
    const { nonce } = (await app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } }))
      .status;
    proxy.add({ url: /generate-root(?:-token)?\/update/, fault: { kind: 'lost-answer' } });
    app.answers.push({ share: vault.shares[0] ?? '' });
    expect(
      await app.refused('ceremony.giveShare', { where, ceremony: 'generate-root', nonce }),
    ).toMatchObject({
      kind: 'outcome-unknown',
    });
    expect(at(await ceremonyAt(vault, 'generate-root').status(), 'progress')).toBe(1);
    await ceremonyAt(vault, 'generate-root').cancel(nonce);
  });

  it('what a start has brought is held, also where nothing can be looked at after it', async () => {
    const proxy = stopping(await startFaultProxy(vault));
    const app = newApp();
    const agreeing = Promise.withResolvers<string>();
    const where = await ceremonyPlace(app, { ...vault, address: proxy.address }, ceremoniesWithoutToken);
    app.answers.push(agreeing.promise);
    const asked = app.asked.length;
    const beginning = app.must('ceremony.begin', { where, options: { ceremony: 'generate-root' } });
    await expect.poll(() => app.asked.length).toBe(asked + 1);
    proxy.add({ method: 'GET', url: /generate-root/, fault: { kind: 'answer', status: 400 } });
    agreeing.resolve('');
    const { answerId = '' } = await beginning;
    expect((await app.must('answer.list', {})).map((stored) => stored.answerId)).toEqual([answerId]);
    const colleague = ceremonyAt(vault, 'generate-root');
    await colleague.cancel(await colleague.nonce());
  });
});

/** A server that claims a root generation of this nonce, with an answer of its own to a share. */
async function posing(nonce: string, encoded: string) {
  const server = stopping(await startSealedVault());
  await server.unseal();
  const proxy = stopping(await startFaultProxy(server));
  const under = { nonce, started: true, progress: 0, required: 1, complete: false };
  const says = (body: object) => ({ kind: 'answer', status: 200, body }) as const;
  proxy.add({ fault: says(under), url: /generate-root(?:-token)?\/attempt/ });
  proxy.add({
    fault: says({ ...under, progress: 1, complete: true, encoded_token: encoded }),
    url: /generate-root(?:-token)?\/update/,
  });
  return { ...server, address: proxy.address, share: server.shares[0] ?? '' };
}

describe('what a root generation has begun with', () => {
  let vault: SealedVault;
  beforeAll(async () => {
    vault = stopping(await startSealedVault());
    await vault.unseal();
  });

  it('is of its own server: another that says the same nonce gets neither its name nor its one-time password', async () => {
    const app = newApp({ agrees: true });
    const begun = await app.must('ceremony.begin', {
      where: await ceremonyPlace(app, vault, ceremoniesWithoutToken),
      options: { ceremony: 'generate-root' },
    });
    const { nonce } = begun.status;
    const other = await posing(nonce, Buffer.alloc(28, 1).toString('base64'));
    const where = await ceremonyPlace(app, other, ceremoniesWithoutToken);
    const seen = await app.must('ceremony.status', { where, ceremony: 'generate-root' });
    expect(seen).toMatchObject({ nonce, startedHere: false, hasPad: false });
    app.answers.push({ share: other.share });
    const step = await app.must('ceremony.giveShare', { where, ceremony: 'generate-root', nonce });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Started by', value: 'another participant', prose: true },
      ]) as unknown,
    });
    const results = (await app.must('answer.list', {})).filter((one) => one.restorableUntil === undefined);
    expect(results.map(({ answerId, title }) => [answerId, title])).toEqual([
      [step.answerId, 'Encoded root token'],
      [begun.answerId, 'One-time password (OTP)'],
    ]);
    await ceremonyAt(vault, 'generate-root').cancel();
  });

  it('is held as its result alone: with that, its one-time password is gone', async () => {
    const app = newApp({ agrees: true });
    const where = await ceremonyPlace(app, vault, ceremoniesWithoutToken);
    const { answerId = '' } = await app.must('ceremony.begin', {
      where,
      options: { ceremony: 'generate-root' },
    });
    const [otp = ''] = await save(app, answerId);
    expect(otp).toHaveLength(Number(at(await ceremonyAt(vault, 'generate-root').status(), 'otp_length')));
    const remembered = () => JSON.stringify([...app.services.ceremonyMemory.begun]);
    expect(remembered()).toContain(answerId);
    expect(remembered()).not.toContain(otp);
    const hasPad = async () =>
      (await app.must('ceremony.status', { where, ceremony: 'generate-root' })).hasPad;
    expect(await hasPad()).toBe(true);
    await app.must('answer.dismiss', { answerId });
    expect(await hasPad()).toBe(false);
    await app.must('answer.restore', { answerId });
    expect(await hasPad()).toBe(true);
    await ceremonyAt(vault, 'generate-root').cancel();
  });
});
