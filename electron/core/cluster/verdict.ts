/**
 * Judges the health of a cluster, in one word and a sentence for each problem. Healthy means known to be healthy:
 * every node was asked and reports to be well, and autopilot reports nothing worse about any of them. Unless all were
 * asked, the word is the number of nodes asked.
 */
import { grouped } from '../../../shared/vault/counted.ts';
import type {
  AskedNodes,
  ClusterNode,
  ClusterSeen,
  NodeAnswer,
  Verdict,
} from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  LAG_LIMIT,
  daysUntil,
  isUnasked,
  lagOf,
  membersOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';
import { replicationTroubles } from '../../../shared/vault/replication.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import { certificateEndWords, expiredAt } from './certificate-words.ts';

/** Tokens and leases expire by the node's clock: a larger difference distorts their displayed times. */
export const SKEW_LIMIT_MS = 2_000;

type Answering = ClusterNode & { readonly answer: NodeAnswer };

/** Judges one look at a cluster. */
export function verdictOf(seen: ClusterSeen): Verdict {
  const members = membersOf(seen);
  const asked = members.filter((node) => node.asked === 'asked');
  const answering = asked.filter(hasAnswer);
  const entries = seen.nodes.filter(({ entry }) => entry !== undefined).filter(hasAnswer);
  const counted = askedOf(seen);
  const judged = (state: Verdict['state'], reasons: readonly string[]): Verdict => ({
    state,
    reasons,
    ...(counted === undefined ? {} : { asked: counted }),
  });
  if (answering.length === 0 && entries.length === 0) return judged('unreachable', [nobodyAnswers(asked)]);
  const working = answering.filter(({ answer }) => answer.initialized && !answer.sealed && !answer.removed);
  const troubles = [...seen.nodes.flatMap(troublesOf), ...troublesOfAll(seen, answering)].sort(
    (one, other) => one.rank - other.rank,
  );
  const reasons = troubles.map(({ text }) => text);
  if (working.length === 0 && answering.length > 0) {
    if (answering.every(({ answer }) => !answer.initialized))
      return judged('not-initialized', ['The cluster is not initialised: it has no keys yet.', ...reasons]);
    const others = troubles.filter(({ sealed }) => sealed !== true).map(({ text }) => text);
    return judged('sealed', [sealedReason(answering), ...others]);
  }
  const leads = working.some(({ answer }) => answer.role === 'leader') || seen.leaderNotAsked === true;
  if (!leads && working.length > 0 && working.every(isOrdinary))
    return judged('no-leader', ['No node that answers is the leader.', ...reasons]);
  const missing = notAskedWords(seen);
  if (reasons.length > 0) return judged('degraded', [...reasons, ...missing]);
  return counted === undefined ? judged('healthy', []) : judged('partly-asked', missing);
}

/** Undefined if every node was asked. */
function askedOf(seen: ClusterSeen): AskedNodes | undefined {
  const members = membersOf(seen);
  const nodes = members.filter((node) => !isUnasked(node)).length;
  if (seen.allNamed !== true) return { nodes };
  return nodes === members.length ? undefined : { nodes, of: members.length };
}

function notAskedWords(seen: ClusterSeen): readonly string[] {
  const members = membersOf(seen);
  const named = (asked: ClusterNode['asked']): readonly string[] =>
    members.filter((node) => node.asked === asked).map(nameOf);
  const [unconfirmed, lost] = [named('unconfirmed'), named('no-address')];
  return [
    ...(unconfirmed.length === 0 ? [] : [`Not asked until you confirm: ${unconfirmed.join(', ')}.`]),
    ...(lost.length === 0 ? [] : [`Not asked, because their API address is not known: ${lost.join(', ')}.`]),
    ...(seen.allNamed === true
      ? []
      : ['There may be other nodes: this connection has not read the list of all of them.']),
  ];
}

interface Trouble {
  /** The lowest rank is the worst. */
  readonly rank: number;
  readonly text: string;
  /** Set if the verdict already says it when all nodes are sealed. */
  readonly sealed?: true;
}

function troublesOf(node: ClusterNode): readonly Trouble[] {
  const name = nameOf(node);
  const { answer, autopilot, problem } = node;
  if (node.asked === 'asked' && answer === undefined) {
    const ended = expiredAt(problem);
    if (ended !== undefined)
      return [{ rank: 1, text: `The certificate of ${name} ${ended}: nothing was asked there.` }];
    return [
      { rank: 1, text: `${name} does not answer${problem === undefined ? '' : `: ${problem.message}`}` },
    ];
  }
  const unhealthy: readonly Trouble[] =
    autopilot === undefined || autopilot.healthy
      ? []
      : [{ rank: 3, text: `Autopilot calls ${name} unhealthy.` }];
  if (answer === undefined) return unhealthy;
  const found: Trouble[] = [];
  // A removed node seals itself: that is not a second problem.
  if (answer.removed) found.push({ rank: 0, text: `${name} was removed from the cluster by raft.` });
  else if (!answer.initialized) found.push({ rank: 2, text: `${name} is not initialised.` });
  else if (answer.sealed) found.push({ rank: 2, text: `${name} is sealed.`, sealed: true });
  else found.push(...unhealthy);
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
  const members = membersOf(seen);
  const clusters = new Set(answering.map(({ answer }) => answer.clusterId).filter((id) => id !== ''));
  if (clusters.size > 1) found.push({ rank: 0, text: 'The nodes belong to different clusters.' });
  const leaders = answering.filter(({ answer }) => answer.role === 'leader');
  if (leaders.length > 1)
    found.push({ rank: 0, text: `${leaders.map(nameOf).join(' and ')} both call themselves the leader.` });
  const namesOne = members.some(({ autopilot, answer, asked }) =>
    answer === undefined
      ? asked === 'asked' || autopilot?.healthy === false
      : autopilot?.healthy === false || answer.sealed,
  );
  if (seen.autopilot?.healthy === false && !namesOne)
    found.push({ rank: 3, text: 'Autopilot calls the cluster unhealthy.' });
  if (members.length > 1 && (toleranceOf(seen)?.failures ?? 1) < 1)
    found.push({ rank: 4, text: 'No further node may fail.' });
  for (const node of answering) {
    const lag = lagOf(node, answering) ?? 0;
    if (lag > LAG_LIMIT)
      found.push({ rank: 5, text: `${nameOf(node)} is ${grouped(lag)} raft entries behind.` });
  }
  const { facts: replication = [], problem: unread } = seen.replication ?? {};
  for (const text of replication.flatMap(replicationTroubles)) found.push({ rank: 4, text });
  if (unread !== undefined)
    found.push({ rank: 6, text: `How replication is was not said: ${unread.message}` });
  const versions = new Set(answering.map(({ answer }) => answer.version).filter((version) => version !== ''));
  if (versions.size > 1)
    found.push({ rank: 7, text: `The nodes run different versions: ${[...versions].sort().join(', ')}.` });
  for (const node of seen.nodes) {
    const days = daysUntil(node.certificateEnds, seen.at);
    if (days !== undefined && days < CERTIFICATE_DAYS && expiredAt(node.problem) === undefined)
      found.push({
        rank: days < 0 ? 1 : 6,
        text: `The certificate of ${nameOf(node)} ${certificateEndWords(days)}.`,
      });
  }
  return found;
}

function nobodyAnswers(asked: readonly ClusterNode[]): string {
  const [only] = asked;
  if (only === undefined) return 'No address of a node is known.';
  if (asked.length > 1) return `None of the ${String(asked.length)} nodes answers.`;
  return troublesOf(only)[0]?.text ?? `${nameOf(only)} does not answer.`;
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
