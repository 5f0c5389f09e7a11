/**
 * Identity of the node at an address. A node calls itself the leader by the cluster's address for it, so an address
 * that leads under different names, or leads and follows under the same leader, has several nodes behind it: a load
 * balancer. One contradiction can be an election under way, and is forgotten with the next leader.
 */
interface Identity {
  /** The cluster's address for the node, once it has led; empty before. */
  own: string;
  /** Name from its listener. */
  name: string;
  leader: string;
  leads: boolean;
  contradictions: number;
}

/** Results of one look at an address. */
export interface HeardAtAddress {
  /** Taken from the answer about the leader. */
  readonly leads: boolean;
  /** Taken from the answer about its health. */
  readonly standby: boolean;
  readonly leaderAddress: string;
  /** Raft id or host name; empty if the listener does not report it. */
  readonly name: string;
}

/** Contradictions beyond an election. */
const ENOUGH = 2;

export class Identities {
  readonly #at = new Map<string, Identity>();

  /** Takes the answer of an unsealed node at an address. */
  heard(address: string, { leads, standby, leaderAddress, name }: HeardAtAddress): void {
    const known = this.#at.get(address);
    if (known === undefined) {
      this.#at.set(address, {
        own: leads ? leaderAddress : '',
        name,
        leader: leaderAddress,
        leads,
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

  /** True if several nodes answer at an address. */
  isBalancer(address: string): boolean {
    return (this.#at.get(address)?.contradictions ?? 0) >= ENOUGH;
  }

  /** The cluster's address for the only node behind this address; empty if that is not known. */
  ownAddressOf(address: string): string {
    return this.isBalancer(address) ? '' : (this.#at.get(address)?.own ?? '');
  }

  forget(address: string): void {
    this.#at.delete(address);
  }
}
