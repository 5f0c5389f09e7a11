/**
 * Judges the health of a cluster, in one word and a sentence for each problem. Healthy means known to be healthy:
 * every node was asked and reports to be well, and autopilot reports nothing worse about any of them.
 */
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { nodeKey } from '../../../shared/vault/cluster.ts';
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
  const unasked = askedOf(seen);
  const judged = (state: Verdict['state'], found: readonly Reason[]): Verdict => {
    const about = found[0]?.node;
    return {
      state,
      reasons: found.map(({ text }) => text),
      ...(about === undefined ? {} : { about }),
      ...(unasked === undefined ? {} : { asked: unasked }),
    };
  };
  if (answering.length === 0 && entries.length === 0) return judged('unreachable', [nobodyAnswers(asked)]);
  const working = answering.filter(({ answer }) => answer.initialized && !answer.sealed && !answer.removed);
  const troubles = [
    ...seen.nodes.flatMap(troublesOf),
    ...sealedTroubles(seen),
    ...troublesOfAll(seen, answering),
  ].sort((one, other) => one.rank - other.rank);
  if (working.length === 0 && answering.length > 0) {
    if (answering.every(({ answer }) => !answer.initialized))
      return judged('not-initialized', [{ text: 'It has no keys and no data yet.' }, ...troubles]);
    const others = troubles.filter((trouble) => trouble.sealed !== true && trouble.toleranceOnly !== true);
    return judged('sealed', [{ text: sealedReason(answering, members.length) }, ...others]);
  }
  const leads = working.some(({ answer }) => answer.role === 'leader') || seen.leaderNotAsked === true;
  const missing = notAskedWords(seen).map((text) => ({ text }));
  if (!leads && working.length > 0 && working.every(isOrdinary)) {
    const none = {
      text: `${counted(working.length, 'node')} answer${working.length === 1 ? 's' : ''}, none leads.`,
    };
    const others = troubles.filter((trouble) => trouble.toleranceOnly !== true);
    return judged('no-leader', [...(others.length === 0 ? [none] : others), ...missing]);
  }
  if (troubles.length > 0) {
    const isOnlySoon = troubles.every(({ soon }) => soon === true);
    return judged(isOnlySoon ? 'expires-soon' : 'degraded', [...troubles, ...missing]);
  }
  return unasked === undefined ? judged('healthy', []) : judged('partly-asked', missing);
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
    ...(lost.length === 0 ? [] : [`Not asked, API address unknown: ${lost.join(', ')}.`]),
    ...(seen.allNamed === true ? [] : ['There may be more nodes; they could not be listed.']),
  ];
}

interface Reason {
  readonly text: string;
  /** `nodeKey` of the one node that it is about. */
  readonly node?: string;
}

interface Trouble extends Reason {
  /** The lowest rank is the worst. */
  readonly rank: number;
  /** Set if the verdict already says it when all nodes are sealed. */
  readonly sealed?: true;
  /** Set if it says nothing about a cluster that does not work already. */
  readonly toleranceOnly?: true;
  /** Set if nothing is wrong yet. */
  readonly soon?: true;
}

/**
 * One reason for all sealed nodes. A removed node seals itself: that is not a second problem. Nor is a load balancer
 * that reaches a sealed node, unless no sealed node is known.
 */
function sealedTroubles(seen: ClusterSeen): readonly Trouble[] {
  const members = membersOf(seen);
  const inside = members.filter(isSealed);
  const trouble = { rank: 2, sealed: true } as const;
  if (inside.length > 1) {
    const names = inside.map(nameOf).join(', ');
    return [
      {
        ...trouble,
        text: `${String(inside.length)} of ${counted(members.length, 'node')} sealed: ${names}.`,
      },
    ];
  }
  return (inside.length === 0 ? seen.nodes.filter(isSealed) : inside).map((node) => ({
    ...trouble,
    text: `${nameOf(node)} is sealed.`,
    node: nodeKey(node),
  }));
}

function isSealed({ answer }: ClusterNode): boolean {
  return answer !== undefined && answer.initialized && answer.sealed && !answer.removed;
}

function troublesOf(node: ClusterNode): readonly Trouble[] {
  const name = nameOf(node);
  const { answer, autopilot, problem } = node;
  const found: Trouble[] = [];
  const add = (rank: number, text: string): void => void found.push({ rank, text, node: nodeKey(node) });
  if (node.asked === 'asked' && answer === undefined) {
    const ended = expiredAt(problem);
    if (ended === undefined) add(1, silentWords(name, problem));
    else add(1, `${name}: certificate ${ended}, so nothing was asked there.`);
    return found;
  }
  const isUnhealthy = autopilot?.healthy === false;
  if (answer?.removed === true) add(0, `${name} was removed from the cluster by raft.`);
  else if (answer?.initialized === false) add(2, `${name} is not initialised.`);
  else if (isUnhealthy && answer?.sealed !== true) add(3, `Autopilot calls ${name} unhealthy.`);
  const skewMs = Math.abs(answer?.clockSkewMs ?? 0);
  if (skewMs > SKEW_LIMIT_MS) add(6, `${name}: clock differs by ${timeSpan(skewMs)} from this machine’s.`);
  return found;
}

/** The message of a failed connection can name the address already. */
function silentWords(name: string, problem: AppError | undefined): string {
  if (problem === undefined) return `${name} does not answer.`;
  return problem.message.includes(name) ? problem.message : `${name} does not answer. ${problem.message}`;
}

function troublesOfAll(seen: ClusterSeen, answering: readonly Answering[]): readonly Trouble[] {
  const found: Trouble[] = [];
  const add = (rank: number, text: string, about: Partial<Trouble> = {}): void =>
    void found.push({ rank, text, ...about });
  const members = membersOf(seen);
  const clusters = new Set(answering.map(({ answer }) => answer.clusterId).filter((id) => id !== ''));
  if (clusters.size > 1) add(0, 'The nodes belong to different clusters.');
  const leaders = answering.filter(({ answer }) => answer.role === 'leader');
  if (leaders.length > 1) add(0, `${leaders.map(nameOf).join(' and ')} both call themselves the leader.`);
  const namesOne = members.some(({ autopilot, answer, asked }) =>
    answer === undefined
      ? asked === 'asked' || autopilot?.healthy === false
      : autopilot?.healthy === false || answer.sealed,
  );
  if (seen.autopilot?.healthy === false && !namesOne) add(3, 'Autopilot calls the cluster unhealthy.');
  if (members.length > 1 && (toleranceOf(seen)?.failures ?? 1) < 1)
    add(4, 'No further node can fail.', { toleranceOnly: true });
  for (const node of answering) {
    const lag = lagOf(node, answering) ?? 0;
    if (lag > LAG_LIMIT)
      add(5, `${nameOf(node)} is ${grouped(lag)} raft entries behind.`, { node: nodeKey(node) });
  }
  const { facts: replication = [], problem: unread } = seen.replication ?? {};
  for (const text of replication.flatMap(replicationTroubles)) add(4, text);
  if (unread !== undefined) add(6, `Replication status unknown: ${unread.message}`);
  const versions = new Set(answering.map(({ answer }) => answer.version).filter((version) => version !== ''));
  if (versions.size > 1) add(7, `Versions differ: ${[...versions].sort().join(', ')}.`);
  for (const node of seen.nodes) {
    const days = daysUntil(node.certificateEnds, seen.at);
    if (days !== undefined && days < CERTIFICATE_DAYS && expiredAt(node.problem) === undefined)
      add(days < 0 ? 1 : 6, `${nameOf(node)}: certificate ${certificateEndWords(days)}.`, {
        node: nodeKey(node),
        ...(days < 0 ? {} : { soon: true }),
      });
  }
  return found;
}

function nobodyAnswers(asked: readonly ClusterNode[]): Reason {
  const [only] = asked;
  if (only === undefined) return { text: 'No address of a node is known.' };
  if (asked.length > 1) return { text: `None of the ${String(asked.length)} nodes answers.` };
  return troublesOf(only)[0] ?? { text: `${nameOf(only)} does not answer.` };
}

/** All that answer are sealed; with the best progress of unsealing. */
function sealedReason(answering: readonly Answering[], members: number): string {
  const nearest = answering
    .flatMap(({ answer }) => answer.unseal ?? [])
    .sort((one, other) => one.threshold - one.progress - (other.threshold - other.progress))[0];
  const { length } = answering;
  const who =
    length === members
      ? 'All nodes sealed'
      : length === 1
        ? 'The only node that answers is sealed'
        : `All ${String(length)} nodes that answer are sealed`;
  const entered =
    nearest === undefined
      ? []
      : [`${String(nearest.progress)} of ${counted(nearest.threshold, 'key share')} entered`];
  const told = [...(members === 1 ? [] : [who]), ...entered];
  return told.length === 0 ? 'It cannot read its data.' : `${told.join('; ')}.`;
}

function hasAnswer(node: ClusterNode): node is Answering {
  return node.answer !== undefined;
}

/** Secondaries of disaster recovery have their leader elsewhere. */
function isOrdinary({ answer }: Answering): boolean {
  return answer.role !== 'dr-secondary' && answer.role !== 'unknown';
}
