/** Texts of the board about a cluster, with shapes that work without colour. */
import {
  Ban,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  Crown,
  Hourglass,
  Lock,
  LockKeyhole,
  TriangleAlert,
  Unplug,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { BoardNode, BoardNodeState, BoardStatus } from '../../../shared/vault/board.ts';
import { CERTIFICATE_NEAR_DAYS } from '../../../shared/vault/board.ts';
import { askedWords } from '../../../shared/vault/cluster-nodes.ts';
import type { AskedNodes, ClusterState } from '../../../shared/vault/cluster.ts';

export type Tone = 'ok' | 'warn' | 'danger' | 'quiet';

export interface Words {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const verdicts: Readonly<Record<ClusterState, Words>> = {
  healthy: { word: 'Healthy', icon: CircleCheck, tone: 'ok' },
  'partly-asked': { word: 'Not all asked', icon: CircleQuestionMark, tone: 'quiet' },
  degraded: { word: 'Degraded', icon: TriangleAlert, tone: 'warn' },
  'no-leader': { word: 'No leader', icon: CircleQuestionMark, tone: 'danger' },
  sealed: { word: 'Sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'Not initialised', icon: CircleDashed, tone: 'warn' },
  unreachable: { word: 'Unreachable', icon: Unplug, tone: 'danger' },
};

/** Shown until the first status. */
export const checking: Words = { word: 'Checking', icon: Hourglass, tone: 'quiet' };

/** Shown for a session that is locked on its own. */
export const lockedWords: Words = { word: 'Locked', icon: LockKeyhole, tone: 'quiet' };

/** Shown if asking the server is not permitted. */
export const notAsked: Words = { word: 'Not asked', icon: CircleQuestionMark, tone: 'quiet' };

/** The verdict as one word. */
export function verdictWords(status: BoardStatus | undefined): Words {
  if (status?.verdict === undefined) return checking;
  const { state, asked } = status.verdict;
  return state === 'partly-asked' && asked !== undefined ? partlyAsked(asked) : verdicts[state];
}

/** One object per text: tiles compare their words by identity. */
const partly = new Map<string, Words>();

function partlyAsked(asked: AskedNodes): Words {
  const word = askedWords(asked);
  const known = partly.get(word) ?? { ...verdicts['partly-asked'], word };
  partly.set(word, known);
  return known;
}

/** The sentence below the word. */
export function sentenceOf(status: BoardStatus | undefined): string {
  const { verdict, nodes = [] } = status ?? {};
  const [first, ...more] = verdict?.reasons ?? [];
  if (first === undefined) return nodes.length === 0 ? '' : counted(nodes.length, 'node');
  // The other reasons of a sealed cluster repeat it for each node.
  return more.length === 0 || verdict?.state === 'sealed'
    ? first
    : `${first} And ${counted(more.length, 'more finding')}.`;
}

export const nodeWords: Readonly<Record<BoardNodeState, Words>> = {
  leader: { word: 'leader', icon: Crown, tone: 'ok' },
  standby: { word: 'standby', icon: Circle, tone: 'ok' },
  sealed: { word: 'sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'not initialised', icon: CircleDashed, tone: 'warn' },
  removed: { word: 'removed', icon: Ban, tone: 'danger' },
  unreachable: { word: 'does not answer', icon: X, tone: 'danger' },
  unknown: { word: 'not asked', icon: CircleQuestionMark, tone: 'quiet' },
};

/** The certificate that expires first, if it is near its end: `Certificate of n3: 11 days`. Otherwise empty. */
export function certificateWords(nodes: readonly BoardNode[], nowMs: number): string {
  const [next] = nodes
    .flatMap(({ name, certificateEnds }) =>
      certificateEnds === undefined ? [] : [{ name, endsMs: Date.parse(certificateEnds) }],
    )
    .sort((one, other) => one.endsMs - other.endsMs);
  if (next === undefined) return '';
  const days = Math.floor((next.endsMs - nowMs) / 86_400_000);
  if (days >= CERTIFICATE_NEAR_DAYS) return '';
  const when = days < 0 ? 'expired' : days === 0 ? 'today' : counted(days, 'day');
  return `Certificate of ${next.name}: ${when}`;
}

/** True if a sentence mentions a certificate already. */
export function tellsCertificate(sentence: string): boolean {
  return /\bcertificate\b/i.test(sentence);
}

/** `3 of 4 healthy`. */
export function summaryOf(words: readonly Words[]): string {
  const healthy = words.filter(({ tone }) => tone === 'ok').length;
  return `${String(healthy)} of ${String(words.length)} healthy`;
}
