import { at, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { pollInterval } from './vault-process.ts';

export interface InitialKeys {
  /** Hexadecimal unseal key shares. */
  readonly shares: readonly string[];
  readonly rootToken: string;
}

/** PUT sys/init: `shares` key shares, of which `threshold` unseal. */
export async function initialise(
  server: Omit<Reachable, 'rootToken'>,
  shares: number,
  threshold: number,
): Promise<InitialKeys> {
  const answer = await must(server, 'PUT', 'sys/init', {
    secret_shares: shares,
    secret_threshold: threshold,
  });
  const keys = at(answer, 'keys') as readonly string[];
  return { shares: keys, rootToken: textAt(answer, 'root_token') };
}

/** Submits key shares until the server is unsealed and active or standby. */
export async function unseal(server: Omit<Reachable, 'rootToken'>, shares: readonly string[]): Promise<void> {
  for (const key of shares) await must(server, 'PUT', 'sys/unseal', { key });
  await until(async () => {
    const leader = await must(server, 'GET', 'sys/leader');
    return (
      at(leader, 'is_self') === true ||
      at(leader, 'ha_enabled') === false ||
      at(leader, 'leader_address') !== ''
    );
  });
}

/** Waits, at most 60 s, until `state` holds; a failed check counts as "not yet". */
export async function until(state: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await state().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('A server did not reach the awaited state within 60 s.');
    await pollInterval();
  }
}
