/** The leader that a ceremony depends on. */
import type { CeremonyLeader } from '../../../shared/vault/ceremony.ts';
import { leaderStatus } from '../../vault/api/system-status.ts';
import { hostOf } from '../../vault/http/address.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { leaderFacts } from './facts.ts';

/** The present leader, asked for without a token; undefined if there is none or the server does not tell it. */
export async function leaderNow({ anonymous }: Pick<At, 'anonymous'>): Promise<CeremonyLeader | undefined> {
  try {
    const { leaderAddress, activeTime } = leaderFacts(await leaderStatus(anonymous));
    return leaderAddress === '' ? undefined : { address: hostOf(leaderAddress), since: activeTime };
  } catch {
    // An unknown leader is said to be unknown; the ceremony itself is asked for beside this.
    return undefined;
  }
}
