/** A server with known key shares, for one side's ceremonies; other clients can act in them, too. */
import {
  at,
  must,
  productOfRun,
  startDevVault,
  startRecordingProxy,
  startSealedVault,
  startSelfUnsealingVault,
  textAt,
  until,
} from '../servers/index.ts';
import type { Product, Reachable, RecordingProxy } from '../servers/index.ts';
import { beginnings, beside, dataOf } from './families.ts';
import type { Ceremony, NewShares } from './side.ts';

/** `unseal`: 5 shares, threshold 3. `recovery`: auto-unseal, with 3 recovery keys, threshold 2. */
export type KeyedKind = 'unseal' | 'recovery';

const ceremoniesOf: Readonly<Record<KeyedKind, readonly Ceremony[]>> = {
  unseal: ['rekey', 'generate-root'],
  recovery: ['recovery-rekey', 'generate-root'],
};

/** A server, its recorder, and its shares. */
export class KeyedServer {
  readonly place: RecordingProxy;
  readonly end: () => Promise<void>;
  readonly #kind: KeyedKind;
  readonly #beginnings: Readonly<Record<Ceremony, string>>;
  readonly #vault: Reachable;
  #shares: readonly string[];

  constructor(
    kind: KeyedKind,
    product: Product,
    vault: Reachable,
    shares: readonly string[],
    place: RecordingProxy,
    end: () => Promise<void>,
  ) {
    this.#kind = kind;
    this.#beginnings = beginnings[product];
    this.#vault = vault;
    this.#shares = shares;
    this.place = place;
    this.end = end;
  }

  get shares(): readonly string[] {
    return this.#shares;
  }

  get rootToken(): string {
    return this.#vault.rootToken;
  }

  /** Begins a ceremony from another client. Returns its nonce. */
  async begin(which: Ceremony, { shares, threshold, verify }: Partial<NewShares> = {}): Promise<string> {
    const body = which === 'generate-root' ? {} : rekeyBody(shares, threshold, verify);
    return nonceIn(await must(this.#vault, 'PUT', this.#beginnings[which], body));
  }

  /** Nonce of the pending ceremony. */
  async nonce(which: Ceremony, phase?: 'verification'): Promise<string> {
    const beginning = this.#beginnings[which];
    const path = phase === undefined ? beginning : beside(beginning, 'verify');
    return nonceIn(await must(this.#vault, 'GET', path));
  }

  /** Submits shares from another client. */
  async give(which: Ceremony, shares: readonly string[]): Promise<void> {
    const nonce = await this.nonce(which);
    const path = beside(this.#beginnings[which], 'update');
    for (const key of shares) await must(this.#vault, 'PUT', path, { key, nonce });
  }

  /** Cancels ceremonies left by an earlier case. */
  async cancelAll(): Promise<void> {
    for (const which of ceremoniesOf[this.#kind]) {
      const status = await must(this.#vault, 'GET', this.#beginnings[which]);
      if (at(dataOf(status), 'started') === true)
        await must(this.#vault, 'DELETE', this.#beginnings[which], { nonce: nonceIn(status) });
    }
  }

  async seal(): Promise<void> {
    await must(this.#vault, 'PUT', 'sys/seal');
  }

  /** Shares of the latest rekey, as the client under test received them. */
  newShares(): readonly string[] {
    const answers = this.place.requests
      .map(({ answer = '' }) => answer)
      .filter((text) => text.includes('"keys_base64"'));
    const keys = at(dataOf(JSON.parse(answers.at(-1) ?? '{}')), 'keys_base64');
    if (!Array.isArray(keys)) throw new Error('No rekey has brought new shares.');
    return keys.map(String);
  }

  /** Sets its current shares. */
  replaceShares(shares: readonly string[]): void {
    this.#shares = shares;
  }
}

function rekeyBody(shares = 5, threshold = 3, verify = false) {
  return { secret_shares: shares, secret_threshold: threshold, require_verification: verify };
}

function nonceIn(answer: unknown): string {
  return textAt(dataOf(answer), 'nonce');
}

/** Starts one, unsealed, without a pending ceremony. */
export async function startKeyedServer(
  kind: KeyedKind,
  product: Product = productOfRun(),
): Promise<KeyedServer> {
  if (kind === 'unseal') {
    const vault = await startSealedVault(product);
    await vault.unseal();
    const place = await startRecordingProxy(vault);
    return new KeyedServer(kind, product, vault, vault.shares, place, async () => {
      await place.stop();
      await vault.stop();
    });
  }
  const transit = await startDevVault({ product });
  const vault = await startSelfUnsealingVault(transit, product);
  const made = await must(vault, 'PUT', 'sys/init', { recovery_shares: 3, recovery_threshold: 2 });
  await until(async () => at(await must(vault, 'GET', 'sys/seal-status'), 'sealed') === false);
  const root = { ...vault, rootToken: textAt(made, 'root_token') };
  // It reports itself unsealed before its keys can be queried.
  const beginning = beginnings[product]['recovery-rekey'];
  await until(async () => at(dataOf(await must(root, 'GET', beginning)), 'required') === 2);
  const place = await startRecordingProxy(root);
  const shares = at(made, 'recovery_keys') as readonly string[];
  return new KeyedServer(kind, product, root, shares, place, async () => {
    await place.stop();
    await vault.stop();
    await transit.stop();
  });
}
