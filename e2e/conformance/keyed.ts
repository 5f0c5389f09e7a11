/** A server all of whose key shares are known, for the ceremonies of one side: begun, given shares and cancelled by others, too. */
import {
  at,
  must,
  startDevVault,
  startRecordingProxy,
  startSealedVault,
  startSelfUnsealingVault,
  textAt,
  until,
} from '../servers/index.ts';
import type { Reachable, RecordingProxy } from '../servers/index.ts';
import type { Ceremony, NewShares } from './side.ts';

/** `unseal`: 5 shares, of which 3 unseal it. `recovery`: it unseals itself and has 3 recovery keys, of which 2 are needed. */
export type KeyedKind = 'unseal' | 'recovery';

const beginnings: Readonly<Record<Ceremony, string>> = {
  rekey: 'sys/rekey/init',
  'recovery-rekey': 'sys/rekey-recovery-key/init',
  'generate-root': 'sys/generate-root/attempt',
};

const ceremoniesOf: Readonly<Record<KeyedKind, readonly Ceremony[]>> = {
  unseal: ['rekey', 'generate-root'],
  recovery: ['recovery-rekey', 'generate-root'],
};

/** A server, its recorder, and its shares. */
export class KeyedServer {
  readonly place: RecordingProxy;
  readonly end: () => Promise<void>;
  readonly #kind: KeyedKind;
  readonly #vault: Reachable;
  #shares: readonly string[];

  constructor(
    kind: KeyedKind,
    vault: Reachable,
    shares: readonly string[],
    place: RecordingProxy,
    end: () => Promise<void>,
  ) {
    this.#kind = kind;
    this.#vault = vault;
    this.#shares = shares;
    this.place = place;
    this.end = end;
  }

  get shares(): readonly string[] {
    return this.#shares;
  }

  /** Somebody else begins a ceremony. Answers its nonce. */
  async begin(which: Ceremony, { shares, threshold, verify }: Partial<NewShares> = {}): Promise<string> {
    const body = which === 'generate-root' ? {} : rekeyBody(shares, threshold, verify);
    return textAt(await must(this.#vault, 'PUT', beginnings[which], body), 'nonce');
  }

  /** The nonce of what is under way. */
  async nonce(which: Ceremony, phase?: 'verification'): Promise<string> {
    const path = phase === undefined ? beginnings[which] : 'sys/rekey/verify';
    return textAt(await must(this.#vault, 'GET', path), 'nonce');
  }

  /** Somebody else gives shares. */
  async give(which: Ceremony, shares: readonly string[]): Promise<void> {
    const nonce = await this.nonce(which);
    const path = beginnings[which].replace(/\/(?:init|attempt)$/, '/update');
    for (const key of shares) await must(this.#vault, 'PUT', path, { key, nonce });
  }

  /** Cancels whatever an earlier case has left under way. */
  async cancelAll(): Promise<void> {
    for (const which of ceremoniesOf[this.#kind]) {
      const status = await must(this.#vault, 'GET', beginnings[which]);
      if (at(status, 'started') === true)
        await must(this.#vault, 'DELETE', beginnings[which], { nonce: textAt(status, 'nonce') });
    }
  }

  async seal(): Promise<void> {
    await must(this.#vault, 'PUT', 'sys/seal');
  }

  /** The shares that the latest rekey has brought, as the client under test received them. */
  newShares(): readonly string[] {
    const answers = this.place.requests
      .map(({ answer = '' }) => answer)
      .filter((text) => text.includes('"keys_base64"'));
    const keys = at(JSON.parse(answers.at(-1) ?? '{}'), 'keys_base64');
    if (!Array.isArray(keys)) throw new Error('No rekey has brought new shares.');
    return keys.map(String);
  }

  /** From now on these are its shares. */
  replaceShares(shares: readonly string[]): void {
    this.#shares = shares;
  }
}

function rekeyBody(shares = 5, threshold = 3, verify = false) {
  return { secret_shares: shares, secret_threshold: threshold, require_verification: verify };
}

/** Starts one, unsealed, nothing under way. */
export async function startKeyedServer(kind: KeyedKind): Promise<KeyedServer> {
  if (kind === 'unseal') {
    const vault = await startSealedVault();
    await vault.unseal();
    const place = await startRecordingProxy(vault);
    return new KeyedServer(kind, vault, vault.shares, place, async () => {
      await place.stop();
      await vault.stop();
    });
  }
  const transit = await startDevVault();
  const vault = await startSelfUnsealingVault(transit);
  const made = await must(vault, 'PUT', 'sys/init', { recovery_shares: 3, recovery_threshold: 2 });
  await until(async () => at(await must(vault, 'GET', 'sys/seal-status'), 'sealed') === false);
  const root = { ...vault, rootToken: textAt(made, 'root_token') };
  // It says that it is unsealed before it can be asked about its keys.
  await until(async () => at(await must(root, 'GET', beginnings['recovery-rekey']), 'required') === 2);
  const place = await startRecordingProxy(root);
  return new KeyedServer(kind, root, at(made, 'recovery_keys') as readonly string[], place, async () => {
    await place.stop();
    await vault.stop();
    await transit.stop();
  });
}
