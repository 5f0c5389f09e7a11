/**
 * Whether a cluster is well, in one word and a sentence for each thing that is not. Every node is judged by what it said
 * itself; raft's autopilot is believed where it says worse.
 */
import type { ClusterNode, ClusterSeen, NodeAnswer, Verdict } from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  LAG_LIMIT,
  daysUntil,
  lagOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';

/** Tokens and leases are judged by the node's clock: more than this shows in their times. */
export const SKEW_LIMIT_MS = 2_000;

type Answering = ClusterNode & { readonly answer: NodeAnswer };

/** Judges one look at a cluster. */
export function verdictOf(seen: ClusterSeen): Verdict {
  const asked = seen.nodes.filter((node) => node.asked === 'asked');
  const answering = asked.filter(hasAnswer);
  if (answering.length === 0) return { state: 'unreachable', reasons: [nobodyAnswers(asked)] };
  const working = answering.filter(({ answer }) => answer.initialized && !answer.sealed && !answer.removed);
  const troubles = [...asked.flatMap(troublesOf), ...troublesOfAll(seen, answering)];
  const first = troubles.filter(({ text }) => text !== '').sort((one, other) => one.rank - other.rank);
  const reasons = first.map(({ text }) => text);
  if (working.length === 0) {
    if (answering.every(({ answer }) => !answer.initialized))
      return {
        state: 'not-initialized',
        reasons: ['The cluster is not initialised: it has no keys yet.', ...reasons],
      };
    const others = reasons.filter((reason) => !reason.endsWith(' is sealed.'));
    return { state: 'sealed', reasons: [sealedReason(answering), ...others] };
  }
  const leads = working.some(({ answer }) => answer.role === 'leader') || seen.leaderNotAsked === true;
  if (!leads && working.every(isOrdinary))
    return { state: 'no-leader', reasons: ['No node that answers is the leader.', ...reasons] };
  return reasons.length === 0 ? { state: 'healthy', reasons } : { state: 'degraded', reasons };
}

interface Trouble {
  /** Worst is lowest. */
  readonly rank: number;
  readonly text: string;
}

function troublesOf(node: ClusterNode): readonly Trouble[] {
  const name = nameOf(node);
  const { answer, autopilot, problem } = node;
  if (answer === undefined)
    return [
      { rank: 1, text: `${name} does not answer${problem === undefined ? '' : `: ${problem.message}`}` },
    ];
  const found: Trouble[] = [];
  // It seals itself then: that is no second trouble.
  if (answer.removed) found.push({ rank: 0, text: `${name} was removed from the cluster by raft.` });
  else if (!answer.initialized) found.push({ rank: 2, text: `${name} is not initialised.` });
  else if (answer.sealed) found.push({ rank: 2, text: `${name} is sealed.` });
  if (autopilot !== undefined && !autopilot.healthy)
    found.push({ rank: 3, text: `Autopilot calls ${name} unhealthy.` });
  const skewMs = Math.abs(answer.clockSkewMs ?? 0);
  if (skewMs > SKEW_LIMIT_MS)
    found.push({
      rank: 6,
      text: `The clock of ${name} differs by ${(skewMs / 1000).toFixed(0)} s from this machine’s.`,
    });
  return found;
}

function troublesOfAll(seen: ClusterSeen, answering: readonly Answering[]): readonly Trouble[] {
  const found: Trouble[] = [];
  const clusters = new Set(answering.map(({ answer }) => answer.clusterId).filter((id) => id !== ''));
  if (clusters.size > 1) found.push({ rank: 0, text: 'The nodes belong to different clusters.' });
  const leaders = answering.filter(({ answer }) => answer.role === 'leader');
  if (leaders.length > 1)
    found.push({ rank: 0, text: `${leaders.map(nameOf).join(' and ')} both call themselves the leader.` });
  if (seen.autopilot !== undefined && seen.autopilot.failureTolerance < 1 && seen.nodes.length > 1)
    found.push({ rank: 4, text: 'No further node may fail.' });
  for (const node of answering) {
    const lag = lagOf(node, answering) ?? 0;
    if (lag > LAG_LIMIT)
      found.push({ rank: 5, text: `${nameOf(node)} is ${lag.toLocaleString('en-GB')} raft entries behind.` });
  }
  const versions = new Set(answering.map(({ answer }) => answer.version).filter((version) => version !== ''));
  if (versions.size > 1)
    found.push({ rank: 7, text: `The nodes run different versions: ${[...versions].sort().join(', ')}.` });
  for (const node of seen.nodes) {
    const days = daysUntil(node.certificateEnds, seen.at);
    if (days !== undefined && days < CERTIFICATE_DAYS)
      found.push({ rank: days < 0 ? 1 : 6, text: `The certificate of ${nameOf(node)} ${endsWords(days)}.` });
  }
  return found;
}

function endsWords(days: number): string {
  if (days < 0) return 'has expired';
  return days === 0 ? 'expires today' : `expires in ${String(days)} ${days === 1 ? 'day' : 'days'}`;
}

function nobodyAnswers(asked: readonly ClusterNode[]): string {
  const [only] = asked;
  if (only === undefined) return 'No address of a node is known.';
  if (asked.length > 1) return `None of the ${String(asked.length)} nodes answers.`;
  return `${nameOf(only)} does not answer${only.problem === undefined ? '.' : `: ${only.problem.message}`}`;
}

function sealedReason(answering: readonly Answering[]): string {
  const nearest = answering
    .flatMap(({ answer }) => answer.unseal ?? [])
    .sort((one, other) => one.threshold - one.progress - (other.threshold - other.progress))[0];
  if (nearest === undefined) return 'Every node that answers is sealed.';
  return `Every node that answers is sealed; ${String(nearest.progress)} of ${String(nearest.threshold)} unseal keys are entered.`;
}

function hasAnswer(node: ClusterNode): node is Answering {
  return node.answer !== undefined;
}

/** Secondaries of disaster recovery have their leader elsewhere. */
function isOrdinary({ answer }: Answering): boolean {
  return answer.role !== 'dr-secondary' && answer.role !== 'unknown';
}
