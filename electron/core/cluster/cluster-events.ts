/** Changes between two looks at a cluster, for its timeline and for notifications. They contain no secret. */
import type { ClusterEvent, ClusterNode, ClusterSeen, Verdict } from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  askedWords,
  daysUntil,
  membersOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import { certificateEndWords } from './certificate-words.ts';

type Told = Omit<ClusterEvent, 'at'>;

/** Returns the events, most important first; empty if nothing changed. */
export function eventsBetween(before: ClusterSeen, after: ClusterSeen): readonly ClusterEvent[] {
  const told: Told[] = [];
  const [ledBefore, leadsNow] = [leaderOf(before), leaderOf(after)];
  if (leadsNow !== undefined && ledBefore !== undefined && !isSame(leadsNow, ledBefore))
    told.push({
      kind: 'leader',
      tone: 'bad',
      text: `Leader moved: ${nameOf(ledBefore)} → ${nameOf(leadsNow)}`,
    });
  else if (leadsNow === undefined && ledBefore !== undefined)
    told.push({ kind: 'leader', tone: 'bad', text: `${nameOf(ledBefore)} no longer leads` });
  else if (leadsNow !== undefined && ledBefore === undefined)
    told.push({ kind: 'leader', tone: 'good', text: `${nameOf(leadsNow)} leads` });
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
  const [tolerated, tolerates] = [toleranceOf(before)?.failures, toleranceOf(after)?.failures];
  if (tolerated !== undefined && tolerates !== undefined && tolerated !== tolerates)
    told.push({
      kind: 'tolerance',
      tone: tolerates < tolerated ? 'bad' : 'good',
      text: `Failure tolerance ${String(tolerated)} → ${String(tolerates)}`,
    });
  return told.map((event) => ({ at: after.at, ...event }));
}

/** Event of the verdict itself; undefined if it is the same. */
export function stateEvent(before: Verdict, after: Verdict, at: string): ClusterEvent | undefined {
  if (before.state === after.state) return undefined;
  return { at, kind: 'state', tone: toneOf(after), text: `${stateWords(before)} → ${stateWords(after)}` };
}

function toneOf({ state }: Verdict): ClusterEvent['tone'] {
  if (state === 'partly-asked') return 'plain';
  return state === 'healthy' ? 'good' : 'bad';
}

function stateWords({ state, asked }: Verdict): string {
  return state === 'partly-asked' && asked !== undefined ? askedWords(asked) : state.replaceAll('-', ' ');
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
      text: `Certificate of ${name} ${certificateEndWords(has)}`,
    });
  return told;
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
