/**
 * Servers beside the session's own, with key ceremonies under way, so that main holds their credentials while a page
 * attacks: an unseal key share and recovery key shares entered by the user, new recovery key shares, a generated root
 * token, the one-time password that decodes it, and the one of an unfinished attempt.
 */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { BrokenPage } from './broken-page.ts';
import { startKeyedServer } from '../conformance/keyed.ts';
import type { Person } from './person-at-work.ts';
import { at, must, startSealedVault } from '../servers/index.ts';

export interface ServersBeside {
  readonly addresses: readonly string[];
  /** Begins the ceremonies through calls that an honest page would make. Returns every credential in them. */
  readonly begin: (page: BrokenPage, person: Person) => Promise<readonly string[]>;
  /** Expects each ceremony to be as the user left it. */
  readonly expectUntouched: (why: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a sealed server, and an auto-unsealed one with recovery keys. */
export async function startServersBeside(): Promise<ServersBeside> {
  const [sealed, keyed] = await Promise.all([startSealedVault(), startKeyedServer('recovery')]);
  const [unsealKey = ''] = sealed.shares;
  const [one = '', two = ''] = keyed.shares;
  const state = async () => [
    await must(sealed, 'GET', 'sys/seal-status'),
    await must({ address: keyed.place.address }, 'GET', 'sys/generate-root/attempt'),
  ];
  const factsOf = async () =>
    (await state()).map((told) => ['sealed', 'progress', 'started', 'nonce'].map((name) => at(told, name)));
  let left: Awaited<ReturnType<typeof factsOf>> = [];

  async function begin(page: BrokenPage, person: Person): Promise<readonly string[]> {
    const place = { target: targetAt(keyed.place.address), name: 'recovery' };
    const call = (name: string, input: object, share = '') => agreed(page, person, [name, input], share);
    const where = { target: targetAt(sealed.address), name: 'sealed' };
    await call('ceremony.confirmNode', { where, address: sealed.address });
    await call('ceremony.unseal', { where, more: [] }, unsealKey);
    const rekey = { ceremony: 'recovery-rekey', shares: 3, threshold: 2, pgpKeys: [] };
    await call('ceremony.begin', { where: place, options: { ...rekey, verify: false, backup: false } });
    for (const share of [one, two])
      await call(
        'ceremony.giveShare',
        { where: place, ceremony: 'recovery-rekey', nonce: await keyed.nonce('recovery-rekey') },
        share,
      );
    const fresh = keyed.newShares();
    for (const shares of [fresh.slice(0, 2), fresh.slice(2)]) {
      await call('ceremony.begin', { where: place, options: { ceremony: 'generate-root' } });
      const nonce = await keyed.nonce('generate-root');
      for (const share of shares)
        await call('ceremony.giveShare', { where: place, ceremony: 'generate-root', nonce }, share);
    }
    left = await factsOf();
    expect(left.map((facts) => facts.slice(0, 3))).toEqual([
      [true, 1, undefined],
      [undefined, 1, true],
    ]);
    const answers = keyed.place.requests.map(({ answer = '' }) => answer);
    const told = (name: string): string[] =>
      answers.flatMap((answer) => {
        const value = at(JSON.parse(answer === '' ? '{}' : answer), name);
        return [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');
      });
    const otps = told('otp');
    const encoded = told('encoded_token');
    expect([otps.length, encoded.length, told('keys').length]).toEqual([2, 1, 3]);
    const root = decoded(encoded[0] ?? '', otps[0] ?? '');
    await must({ address: keyed.place.address, rootToken: root }, 'GET', 'auth/token/lookup-self');
    return [unsealKey, one, two, ...fresh, ...told('keys'), ...otps, ...encoded, root];
  }

  return {
    addresses: [sealed.address, keyed.place.address],
    begin,
    expectUntouched: async (why) => expect(await factsOf(), why).toEqual(left),
    stop: async () => {
      await keyed.end();
      await sealed.stop();
    },
  };
}

function targetAt(address: string) {
  return {
    address,
    namespace: '',
    timeoutMs: 30_000,
    proxy: 'direct',
    tls: { useSystemStore: true, skipVerify: false },
  };
}

/** Makes a call that the user wants, and agrees to each of its prompts. */
async function agreed(
  page: BrokenPage,
  person: Person,
  call: readonly [name: string, input: object],
  share: string,
): Promise<void> {
  await person.press(0);
  await page.begin([call]);
  const answer = async (prompt: Page): Promise<void> => {
    const field = prompt.getByRole('textbox');
    if ((await field.count()) > 0) await field.first().fill(share);
    await prompt.locator('button[type=submit]').click();
  };
  while ((await page.pending()) > 0) {
    await expect.poll(async () => person.isAsked() || (await page.pending()) === 0).toBe(true);
    await person.attend({ call, expects: () => true, answer });
  }
  expect(await page.heard()).not.toContain('"ok":false');
}

/** Decodes a root token from the server's encoded token and the one-time password. */
function decoded(encoded: string, otp: string): string {
  const key = Buffer.from(otp);
  return Buffer.from(
    Buffer.from(encoded, 'base64').map((byte, index) => byte ^ (key[index] ?? 0)),
  ).toString();
}
