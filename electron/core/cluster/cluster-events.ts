/** Changes between two looks at a cluster, for its timeline and for notifications. They contain no secret. */
import type { ClusterEvent, ClusterNode, ClusterSeen, Verdict } from '../../../shared/vault/cluster.ts';
import { CERTIFICATE_DAYS, daysUntil, membersOf, nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import { certificateEndWords } from './certificate-words.ts';

type Told = Omit<ClusterEvent, 'at'>;

/** Returns the events, what happened to single nodes first; empty if nothing changed. */
export function eventsBetween(before: ClusterSeen, after: ClusterSeen): readonly ClusterEvent[] {
  const told: Told[] = [];
  for (const node of after.nodes) {
    const earlier = before.nodes.find((one) => isSame(one, node));
    if (earlier !== undefined) told.push(...ofNode(earlier, node, before.at, after.at));
    // A node named for the first time was there before.
    else if (isNamed(before) || !isNamed(after))
      told.push({ kind: 'joined', tone: 'plain', text: `${nameOf(node)} joined` });
  }
  for (const node of before.nodes)
    if (!after.nodes.some((one) => isSame(one, node)) && (isNamed(after) || !isNamed(before)))
      told.push({ kind: 'left', tone: 'bad', text: `${nameOf(node)} left` });
  const isCaused = told.some(({ tone }) => tone !== 'plain');
  const [ledBefore, leadsNow] = [leaderOf(before), leaderOf(after)];
  if (leadsNow !== undefined && ledBefore !== undefined && !isSame(leadsNow, ledBefore))
    told.push({
      kind: 'leader',
      tone: 'plain',
      text: `Leader moved: ${nameOf(ledBefore)} → ${nameOf(leadsNow)}`,
    });
  else if (leadsNow !== undefined && ledBefore === undefined)
    told.push({ kind: 'leader', tone: 'good', text: `${nameOf(leadsNow)} leads` });
  else if (leadsNow === undefined && ledBefore !== undefined && isWorking(ledBefore, after))
    told.push({ kind: 'leader', tone: 'bad', text: `${nameOf(ledBefore)} no longer leads` });
  const [tolerated, tolerates] = [toleranceOf(before)?.failures, toleranceOf(after)?.failures];
  // It follows from a node that failed or returned, which is told already.
  if (!isCaused && tolerated !== undefined && tolerates !== undefined && tolerated !== tolerates)
    told.push({
      kind: 'tolerance',
      tone: 'plain',
      text: `Failure tolerance ${String(tolerated)} → ${String(tolerates)}`,
    });
  return told.map((event) => ({ at: after.at, ...event }));
}

/** The events of two looks with the change of the verdict, which is part of the first; alone it is an event itself. */
export function withState(
  events: readonly ClusterEvent[],
  { before, after, at }: { readonly before: Verdict; readonly after: Verdict; readonly at: string },
): readonly ClusterEvent[] {
  if (before.state === after.state) return events;
  const [first, ...others] = events;
  const then = stateWords(after);
  if (first !== undefined) return [{ ...first, then }, ...others];
  return [{ at, kind: 'state', tone: 'plain', text: `${stateWords(before)} → ${then}` }];
}

function stateWords({ state }: Verdict): string {
  return state === 'partly-asked' ? 'partly checked' : state.replaceAll('-', ' ');
}

function ofNode(before: ClusterNode, after: ClusterNode, beforeAt: string, at: string): readonly Told[] {
  const told: Told[] = [];
  const name = nameOf(after);
  if (before.entry === undefined && after.entry === 'balancer')
    return [
      { kind: 'joined', tone: 'plain', text: `${name} is a load balancer: several nodes answer there` },
    ];
  const [was, is] = [before.answer, after.answer];
  if (was !== undefined && is === undefined)
    told.push({ kind: 'lost', tone: 'bad', text: `${name} stopped answering` });
  if (was === undefined && is !== undefined && before.asked === 'asked')
    told.push({ kind: 'back', tone: 'good', text: `${name} answers again` });
  if (was !== undefined && is !== undefined) {
    if (was.sealed !== is.sealed)
      told.push(
        is.sealed
          ? { kind: 'sealed', tone: 'bad', text: `${name} sealed` }
          : { kind: 'unsealed', tone: 'good', text: `${name} unsealed` },
      );
    if (!was.removed && is.removed)
      told.push({ kind: 'left', tone: 'bad', text: `${name} was removed from the cluster` });
    if (was.version !== is.version && was.version !== '' && is.version !== '')
      told.push({ kind: 'version', tone: 'plain', text: `${name}: ${was.version} → ${is.version}` });
  }
  const [had, has] = [daysUntil(before.certificateEnds, beforeAt), daysUntil(after.certificateEnds, at)];
  // Reported once, on crossing the limit; also if a short-lived certificate replaces another.
  if (has !== undefined && has < CERTIFICATE_DAYS && (had === undefined || had >= CERTIFICATE_DAYS))
    told.push({
      kind: 'certificate',
      tone: 'bad',
      text: `${name}: certificate ${certificateEndWords(has)}`,
    });
  return told;
}

/** True if it still answers and is open: its loss of the lead does not follow from its end. */
function isWorking(node: ClusterNode, { nodes }: ClusterSeen): boolean {
  const answer = nodes.find((one) => isSame(one, node))?.answer;
  return answer !== undefined && !answer.sealed && !answer.removed;
}

function leaderOf(seen: ClusterSeen): ClusterNode | undefined {
  return membersOf(seen).find(({ answer }) => answer?.role === 'leader' && !answer.sealed);
}

/** A node keeps its raft id when its address changes; before it has a name, its address identifies it. */
function isSame(one: ClusterNode, other: ClusterNode): boolean {
  if (one.address !== '' && one.address === other.address) return true;
  return one.name !== '' && one.name === other.name;
}

/** True if the server itself has named the nodes. */
function isNamed({ nodes }: ClusterSeen): boolean {
  return nodes.some(({ sources }) => sources.includes('ha-status') || sources.includes('raft'));
}
