/** Texts of a node's row. */
import type { LucideIcon } from 'lucide-react';
import { Crown, HelpCircle, Lock, LockOpen, Network, ServerOff, ShieldQuestionMark } from 'lucide-react';
import { inMs } from '../../../shared/vault/counted.ts';
import type { ClusterNode, ClusterSeen, NodeRole } from '../../../shared/vault/cluster.ts';
import { roleWords } from '../../parts/session/server-state.ts';
import type { Tone } from '../../ui/chip.tsx';

export interface Word {
  readonly text: string;
  readonly tone: Tone;
  readonly icon?: LucideIcon;
}

function roleOf(role: NodeRole): Word {
  return role === 'leader'
    ? { text: roleWords.leader, tone: 'ok', icon: Crown }
    : { text: roleWords[role], tone: 'neutral' };
}

const entries: Readonly<Record<NonNullable<ClusterNode['entry']>, Word>> = {
  balancer: { text: 'load balancer', tone: 'neutral', icon: Network },
  alias: { text: 'second address', tone: 'neutral' },
};

/** Host and port of an address. */
export function hostOf(address: string): string {
  return address.replace(/^\w+:\/\//, '');
}

/** Its role in the cluster: by its own report, else by the leader's. */
export function roleWord({ answer, named, asked, entry, problem }: ClusterNode): Word | undefined {
  if (entry !== undefined) return entries[entry];
  if (answer?.removed === true) return { text: 'removed', tone: 'danger', icon: ServerOff };
  if (answer !== undefined) return answer.role === 'unknown' ? undefined : roleOf(answer.role);
  // The last known role of a node that stopped answering is stale.
  if (named === undefined || (asked === 'asked' && problem?.kind !== 'tls')) return undefined;
  return roleOf(named.active ? 'leader' : 'standby');
}

/** Its seal status, or the reason it is not known. */
export function sealWord({ answer, asked, problem, entry }: ClusterNode): Word {
  switch (asked) {
    case 'unconfirmed':
      return { text: 'not asked', tone: 'neutral', icon: ShieldQuestionMark };
    case 'no-address':
      return { text: 'no address', tone: 'neutral', icon: HelpCircle };
    case 'waiting':
      return { text: 'asking…', tone: 'neutral' };
    case 'asked':
      if (answer === undefined && problem?.kind === 'tls')
        return {
          text: problem.reason === 'expired' ? 'certificate expired' : 'certificate refused',
          tone: 'danger',
        };
      if (answer !== undefined && entry !== undefined && !answer.sealed)
        return { text: 'answers', tone: 'neutral' };
      if (answer === undefined) return { text: 'no answer', tone: 'danger', icon: ServerOff };
      if (!answer.initialized) return { text: 'not initialised', tone: 'warn', icon: Lock };
      return answer.sealed
        ? { text: 'sealed', tone: 'danger', icon: Lock }
        : { text: 'unsealed', tone: 'ok', icon: LockOpen };
  }
}

/** The version that most nodes run, to mark others; empty if no two nodes share one. */
export function commonVersion({ nodes }: ClusterSeen): string {
  const counts = new Map<string, number>();
  for (const { answer } of nodes)
    if (answer !== undefined && answer.version !== '')
      counts.set(answer.version, (counts.get(answer.version) ?? 0) + 1);
  // On a tie the newer version wins, as the target of an upgrade.
  const [first] = [...counts].sort(
    (one, other) => other[1] - one[1] || other[0].localeCompare(one[0], 'en', { numeric: true }),
  );
  return first?.[0] ?? '';
}

/** A round trip, formatted. */
export function latencyWords(roundTripMs: number | undefined): string {
  return roundTripMs === undefined ? '—' : inMs(roundTripMs);
}
