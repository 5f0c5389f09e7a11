/** The leader, for requests that only a leader serves: a prompt names it, and a standby refers to it. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { CeremonyLeader } from '../../../shared/vault/ceremony.ts';
import { leaderFacts, leaderStatus } from '../../vault/api/system-status.ts';
import { hostOf } from '../../vault/http/address.ts';
import type { Session } from '../session/session.ts';
import type { At } from '../sessions/unauthenticated.ts';

export interface Leader {
  /** API address; empty if its listener does not report it. */
  readonly address: string;
  /** True if the session's own node leads. */
  readonly isHere: boolean;
}

/** Finds the leader, without a token, so that no use is spent. Undefined if the server has no cluster. */
export function leaderOf(session: Session, signal?: AbortSignal): Promise<Leader | undefined> {
  return session.run(async ({ token: _, ...anonymous }) => {
    const { haEnabled, leaderAddress, isSelf } = leaderFacts(await leaderStatus(anonymous));
    return haEnabled ? { address: leaderAddress, isHere: isSelf } : undefined;
  }, signal);
}

/** Reads the leader that a ceremony depends on, without a token; undefined if the server has none or does not tell it. */
export async function leaderNow({ anonymous }: Pick<At, 'anonymous'>): Promise<CeremonyLeader | undefined> {
  try {
    const { leaderAddress, activeTime } = leaderFacts(await leaderStatus(anonymous));
    return leaderAddress === '' ? undefined : { address: hostOf(leaderAddress), since: activeTime };
  } catch {
    // The leader is shown as unknown; the ceremony itself is read separately.
    return undefined;
  }
}

/** Line of a prompt about the leader; empty if the server has no cluster. */
export function leaderFact(
  leader: Leader | undefined,
): readonly { readonly name: string; readonly value: string }[] {
  if (leader === undefined) return [];
  const address = leader.address === '' ? 'address not told' : leader.address;
  return [{ name: 'Leader', value: leader.isHere ? `${address}, this node` : address }];
}

/** Throws `standby`, naming the leader, if the session's node does not lead. */
export function onlyAtLeader(leader: Leader | undefined, what: string, here: string): void {
  if (leader === undefined || leader.isHere) return;
  const named = leader.address === '' ? 'there is none now' : leader.address;
  throw new AppFailure({
    kind: 'standby',
    message: `Only the leader ${what}: ${named}. This session is at ${here}. Nothing was sent.`,
    ...(leader.address === '' ? {} : { hint: `Connect to ${leader.address} for it.` }),
  });
}
