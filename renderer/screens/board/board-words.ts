/** Texts of the board about a cluster, with shapes that work without colour. */
import { Ban, Circle, CircleDashed, CircleQuestionMark, Crown, Lock, TriangleAlert, X } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import { exactUtc } from '../../../shared/vault/relative-time.ts';
import type { BoardNode, BoardNodeState, BoardStatus } from '../../../shared/vault/board.ts';
import { CERTIFICATE_NEAR_DAYS } from '../../../shared/vault/board.ts';
import type { StateWords } from '../../parts/session/server-state.ts';

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

export const nodeWords: Readonly<Record<BoardNodeState, StateWords>> = {
  leader: { word: 'leader', icon: Crown, tone: 'ok' },
  standby: { word: 'standby', icon: Circle, tone: 'ok' },
  sealed: { word: 'sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'not initialised', icon: CircleDashed, tone: 'warn' },
  removed: { word: 'removed', icon: Ban, tone: 'danger' },
  unreachable: { word: 'no answer', icon: X, tone: 'danger' },
  unknown: { word: 'not asked', icon: CircleQuestionMark, tone: 'dim' },
};

/** Replaces the look of a good state. */
export const blamedLook = { icon: TriangleAlert, tone: 'warn' } as const;

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

/** State of one server on the board, as far as others are compared with it. */
export interface Told {
  readonly tone: StateWords['tone'];
  /** By a look at its nodes. */
  readonly isHealthy: boolean;
  /** Time of its latest read, ISO 8601; empty: none yet. */
  readonly at: string;
}

const order: readonly StateWords['tone'][] = ['danger', 'warn', 'dim', 'ok'];

/** Sorts servers, the worst first; equal ones stay in their order. */
export function worstFirst<T>(servers: readonly T[], told: (server: T) => Told): readonly T[] {
  const rankOf = (server: T): number => order.indexOf(told(server).tone);
  return servers.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** `3 of 4 healthy`. */
export function summaryOf(told: readonly Told[]): string {
  return `${String(told.filter(({ isHealthy }) => isHealthy).length)} of ${String(told.length)} healthy`;
}

/** `as of 2026-11-20 14:03:22 UTC`: the time of the oldest look; empty before all servers were looked at. */
export function asOf(told: readonly Told[]): string {
  const [first] = told.flatMap(({ at }) => (at === '' ? [] : [at])).sort();
  return first === undefined ? '' : `as of ${exactUtc(first)}`;
}
