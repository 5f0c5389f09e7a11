/**
 * Who answers at an address. A node calls itself the leader by the address that the cluster has for it, so an address that
 * leads under one name and under another one later, or leads and follows under the same leader, has several nodes behind
 * it: a load balancer. One contradiction may be an election that was under way, and is forgotten with the next leader.
 */
interface Identity {
  /** The address that the cluster has for the node, once it has led; empty before. */
  own: string;
  /** As its listener tells it. */
  name: string;
  leader: string;
  leads: boolean;
  contradictions: number;
}

/** What one look at an address has heard. */
export interface HeardAtAddress {
  /** By the answer about the leader. */
  readonly leads: boolean;
  /** By the answer about its health. */
  readonly standby: boolean;
  readonly leaderAddress: string;
  /** Raft's id or the host name; empty where the listener does not tell it. */
  readonly name: string;
}

/** More is no election. */
const ENOUGH = 2;

export class Identities {
  readonly #at = new Map<string, Identity>();

  /** A node that is open has answered at an address. */
  heard(address: string, { leads, standby, leaderAddress, name }: HeardAtAddress): void {
    const known = this.#at.get(address);
    if (known === undefined) {
      this.#at.set(address, {
        ...{ own: leads ? leaderAddress : '', name, leader: leaderAddress, leads },
        contradictions: leaderAddress !== '' && leads === standby ? 1 : 0,
      });
      return;
    }
    if (known.contradictions < ENOUGH && known.leader !== leaderAddress) known.contradictions = 0;
    const isOther =
      (leads && known.own !== '' && known.own !== leaderAddress) ||
      (name !== '' && known.name !== '' && known.name !== name);
    const hasLeader = leaderAddress !== '';
    const turned = hasLeader && known.leader === leaderAddress && known.leads !== leads;
    const isNotItself = hasLeader && !leads && known.own === leaderAddress;
    if (isOther) known.contradictions = ENOUGH;
    else if (turned || isNotItself || (hasLeader && leads === standby)) known.contradictions++;
    if (isNotItself) known.own = '';
    if (leads) known.own = leaderAddress;
    if (name !== '') known.name = name;
    known.leader = leaderAddress;
    known.leads = leads;
  }

  /** Whether several nodes answer at an address. */
  isBalancer(address: string): boolean {
    return (this.#at.get(address)?.contradictions ?? 0) >= ENOUGH;
  }

  /** The address that the cluster has for the one node that answers at this address; empty where that is not known. */
  ownAddressOf(address: string): string {
    return this.isBalancer(address) ? '' : (this.#at.get(address)?.own ?? '');
  }

  forget(address: string): void {
    this.#at.delete(address);
  }
}
