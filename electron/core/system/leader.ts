/** The leader that a ceremony depends on. */
import type { CeremonyLeader } from '../../../shared/vault/ceremony.ts';
import { leaderStatus } from '../../vault/api/system-status.ts';
import { hostOf } from '../../vault/http/address.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { leaderFacts } from './facts.ts';

/** Reads the current leader without a token; undefined if the server has none or does not tell it. */
export async function leaderNow({ anonymous }: Pick<At, 'anonymous'>): Promise<CeremonyLeader | undefined> {
  try {
    const { leaderAddress, activeTime } = leaderFacts(await leaderStatus(anonymous));
    return leaderAddress === '' ? undefined : { address: hostOf(leaderAddress), since: activeTime };
  } catch {
    // The leader is shown as unknown; the ceremony itself is read separately.
    return undefined;
  }
}
