/**
 * State of a server, in one word, one sentence and with one time, wherever it is shown: status bar, Home, rail, board
 * and the banner of its cluster. It comes from the newer of two reads: a look at the cluster, or the session's own
 * check of its node. Each state has a shape of its own: it must be readable without colours.
 */
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Lock,
  LockKeyhole,
  LockOpen,
  ServerOff,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppErrorKind } from '../../../shared/ipc/result.ts';
import type { ClusterState, ClusterStatus, NodeRole, Verdict } from '../../../shared/vault/cluster.ts';
import { askedWords, membersOf } from '../../../shared/vault/cluster-nodes.ts';
import { counted } from '../../../shared/vault/counted.ts';
import { relativeTime } from '../../../shared/vault/relative-time.ts';
import { products } from '../../../shared/vault/server.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';

export interface StateWords {
  readonly word: string;
  readonly icon: LucideIcon;
  /** `dim`: not known to be good or bad. */
  readonly tone: 'ok' | 'warn' | 'danger' | 'dim';
}

export interface ServerState extends StateWords {
  /** The worst reason; empty without one. */
  readonly sentence: string;
  /** Time of the read, ISO 8601; empty: not known. */
  readonly at: string;
  /** `node-1 standby`: name and role of the connection's own node, as far as they are known. */
  readonly node: string;
}

const states = {
  healthy: { word: 'Healthy', icon: CircleCheck, tone: 'ok' },
  'partly-asked': { word: 'Partly checked', icon: CircleHelp, tone: 'dim' },
  'expires-soon': { word: 'Expires soon', icon: CalendarClock, tone: 'warn' },
  degraded: { word: 'Degraded', icon: TriangleAlert, tone: 'warn' },
  'no-leader': { word: 'No leader', icon: CircleSlash, tone: 'danger' },
  sealed: { word: 'Sealed', icon: Lock, tone: 'danger' },
  'not-initialized': { word: 'Not initialised', icon: CircleDashed, tone: 'warn' },
  unreachable: { word: 'Unreachable', icon: Unplug, tone: 'danger' },
  unsealed: { word: 'Unsealed', icon: LockOpen, tone: 'ok' },
  'namespace-sealed': { word: 'Namespace sealed', icon: Lock, tone: 'warn' },
  'other-cluster': { word: 'Another cluster', icon: ServerOff, tone: 'danger' },
  'bad-answer': { word: 'Not a Vault response', icon: ServerOff, tone: 'danger' },
  'server-error': { word: 'Server failed', icon: ServerOff, tone: 'danger' },
  locked: { word: 'Locked', icon: LockKeyhole, tone: 'dim' },
} as const satisfies Readonly<Record<string, StateWords>>;

/** True if every node was asked and works, even if a certificate ends soon. */
export function isWell(verdict: Verdict | undefined): boolean {
  if (verdict === undefined || verdict.asked !== undefined) return false;
  return verdict.state === 'healthy' || verdict.state === 'expires-soon';
}

/** Shown before the first verdict. */
export const asking: StateWords = { word: 'Asking the nodes', icon: CircleDashed, tone: 'dim' };

/** Shown for a server that is not asked. */
export const notAsked: StateWords = { word: 'Not asked', icon: CircleHelp, tone: 'dim' };

/** Word of each role that a node can have. */
export const roleWords: Readonly<Record<NodeRole, string>> = {
  leader: 'leader',
  standby: 'standby',
  'performance-standby': 'performance standby',
  'dr-secondary': 'DR secondary',
  unknown: '',
};

/** The role that a node's own health says. */
export function roleOf({ performanceStandby, standby }: Health): string {
  return roleWords[performanceStandby ? 'performance-standby' : standby ? 'standby' : 'leader'];
}

/** A verdict over a cluster as one word. */
export function verdictWords(verdict: Verdict | undefined): StateWords {
  return verdict === undefined ? asking : states[verdict.state];
}

/** `3 nodes · tolerates 1 failure`. */
export function clusterFacts({ seen, verdict }: Pick<ClusterStatus, 'seen' | 'verdict'>): string {
  const { length } = membersOf(seen);
  const count = counted(length, 'node');
  const { asked, reasons: [first = ''] = [] } = verdict ?? {};
  // The sentence beside it can count them already: `2 of 3 nodes sealed`.
  const isCounted = asked === undefined && /\d nodes/.test(first);
  const tolerance = length > 1 && !isDown(verdict) ? toleranceOf(seen) : undefined;
  const words =
    asked?.of !== undefined ? askedWords(asked) : seen.allNamed === true ? count : `${count} known`;
  return [
    ...(isCounted ? [] : [words]),
    ...(tolerance === undefined
      ? []
      : [
          `tolerates ${counted(tolerance.failures, 'failure')}${tolerance.by === 'reckoned' ? ' (by our count)' : ''}`,
        ]),
    ...(seen.spokenBy === undefined ? [] : [`as ${seen.spokenBy} says`]),
  ].join(' · ');
}

const down: ReadonlySet<ClusterState> = new Set(['no-leader', 'sealed', 'not-initialized', 'unreachable']);

/** True if the cluster answers no request with a token. */
export function isDown(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && down.has(verdict.state);
}

/** Troubles of the session itself: no look at the cluster is about them. */
const ofSession: ReadonlySet<AppErrorKind> = new Set(['locked', 'other-cluster', 'namespace-sealed']);

/** Age from which a state says how old it is. */
const OLD_MS = 90_000;

/**
 * True if the look at the cluster says the state, and not the session's check: unless the check is newer and differs
 * about the own node. A check that agrees knows nothing of the other nodes: it does not replace the look, whose age is
 * shown.
 */
export function isByLook(session: SessionView, look: ClusterStatus | undefined): look is ClusterStatus {
  const { trouble, seenAt = '' } = session;
  if (look?.verdict === undefined || (trouble !== undefined && ofSession.has(trouble.kind))) return false;
  if (!(Date.parse(seenAt) > Date.parse(look.seen.at))) return true;
  const own = look.seen.nodes[0]?.answer;
  const isOpen = own !== undefined && own.initialized && !own.sealed;
  return isOpen === (stateOfCheck(session) === 'unsealed');
}

/** The state by a look at the cluster. */
export function stateByLook({ seen, verdict }: ClusterStatus): ServerState {
  const [own] = seen.nodes;
  const isOpen = own?.answer !== undefined && !own.answer.sealed;
  return {
    ...verdictWords(verdict),
    sentence: verdict?.reasons[0] ?? '',
    at: seen.at,
    node: own === undefined ? '' : nodeWords(own.name, isOpen ? roleWords[own.answer.role] : ''),
  };
}

/** The state by the session's own check. */
export function stateByCheck(session: SessionView): ServerState {
  const { health, node, trouble, seenAt = '' } = session;
  const state = stateOfCheck(session);
  return {
    ...states[state],
    sentence: state === 'unsealed' ? '' : (trouble?.message ?? ''),
    at: seenAt,
    node: nodeWords(node, state === 'unsealed' ? roleOf(health) : ''),
  };
}

function nodeWords(name: string, role: string): string {
  return [name, role].filter((word) => word !== '').join(' ');
}

function stateOfCheck({ health, trouble, healthUnread }: SessionView): keyof typeof states {
  switch (trouble?.kind) {
    case 'locked':
    case 'other-cluster':
    case 'bad-answer':
    case 'server-error':
      return trouble.kind;
    case 'network':
    case 'tls':
    case 'timeout':
      return 'unreachable';
    default:
      // A health from before the trouble says nothing about now.
      if (healthUnread === true) return trouble?.status === undefined ? 'unreachable' : 'bad-answer';
      if (!health.initialized || trouble?.kind === 'not-initialized') return 'not-initialized';
      if (health.sealed || trouble?.kind === 'sealed') return 'sealed';
      return trouble?.kind === 'namespace-sealed' ? 'namespace-sealed' : 'unsealed';
  }
}

/** `5 min ago`; empty while the state is recent. */
export function ageOf({ at }: Pick<ServerState, 'at'>, nowMs: number): string {
  const ms = Date.parse(at);
  return nowMs - ms >= OLD_MS ? relativeTime(ms, nowMs) : '';
}

/** A state that was good some time ago is not known to be good now. */
export function toneOf({ tone }: StateWords, age: string): StateWords['tone'] {
  return tone === 'ok' && age !== '' ? 'dim' : tone;
}

/** `Vault 1.21.2 · node-1 standby`. */
export function serverFacts({ health }: SessionView, { node }: ServerState): string {
  const product = products[health.kind].name;
  const server = health.version === '' ? product : `${product} ${health.version}`;
  return node === '' ? server : `${server} · ${node}`;
}
