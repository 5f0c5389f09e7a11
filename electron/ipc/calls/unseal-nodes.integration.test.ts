/** Unsealing every node of a cluster with one typing of each share. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, at, must, startSealedVault } from '../../../e2e/servers/index.ts';
import type { SealedVault } from '../../../e2e/servers/index.ts';
import { placeOf } from './ceremonies.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();

describe('every node of a cluster', () => {
  let first: SealedVault;
  let second: SealedVault;
  beforeAll(async () => {
    [first, second] = await Promise.all([startSealedVault(), startSealedVault()]);
    stopping(first);
    stopping(second);
  });

  it('gets nothing before its address is confirmed @share-to-node', async () => {
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
      facts: [
        { name: 'Sealed node', value: expect.stringContaining(first.address) as string },
        { name: 'Request' },
      ],
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
      facts: [
        { name: 'Sealed node', value: `${first.address} · 0 of 3 shares entered` },
        { name: 'Sealed node', value: `${second.address} · 0 of 3 shares entered` },
        { name: 'Request' },
      ],
    });
    app.answers.push({ share: first.shares[1] ?? '' }, { share: first.shares[2] ?? '' });
    await app.must('ceremony.unseal', { where, more });
    // The shares belong to the first one: the other refuses the set, which does not hold the first one back.
    expect(await app.must('ceremony.unseal', { where, more })).toMatchObject([
      { seal: { sealed: false } },
      { problem: { message: expect.stringContaining('do not fit together') as string } },
    ]);
    const at0 = await app.must('ceremony.nodes', { where, more });
    expect(at0[1]).toMatchObject({ seal: { sealed: true, progress: 0 } });
  });
});
