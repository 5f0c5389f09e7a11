/**
 * Desktop notifications about a connection, if the user has switched them on for it: a node was sealed or died, the
 * leader changed, no further node can fail, a certificate or the session's token expires soon. They contain only the
 * names of the connection and of the node. Each is shown at most once in a while, however often it happens.
 */
import { counted } from '../../../shared/vault/counted.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import type { ClusterNode, ClusterSeen } from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  daysUntil,
  isUnasked,
  membersOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';
import { shownName } from '../../../shared/vault/display-name.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { certificateEndWords } from './certificate-words.ts';

/** Minimum time between two notices of one kind about one node. */
export const QUIET_MS = 5 * 60_000;
/** Limit for one connection within the quiet time: more would not be read. */
export const MOST_NOTICES = 6;
/** A token expires soon with this much left, or a tenth of its TTL if that is less. */
const TOKEN_LEFT_MS = 10 * 60_000;

export interface Notice {
  readonly sessionId: string;
  readonly title: string;
  readonly body: string;
}

/** Connection of a notice. */
export interface NoticeAbout {
  readonly sessionId: string;
  readonly name: string;
}

export interface NoticesParts {
  readonly nowMs: () => number;
  readonly show: (notice: Notice) => void;
}

export interface Notices {
  /** Takes a look at a cluster; reports changes since the look before. */
  readonly seen: (about: NoticeAbout, seen: ClusterSeen) => void;
  /** Takes the current facts of the session's own token; `renewing`: it is renewed before it expires. */
  readonly token: (about: NoticeAbout, token: TokenFacts, renewing: boolean) => void;
  /** Takes the number of entries of a folder, just read, whose date has passed; none is named. */
  readonly due: (about: NoticeAbout, entries: number) => void;
  readonly forget: (sessionId: string) => void;
}

interface Remembered {
  readonly sealed: Map<string, boolean>;
  /** True if the node answered, and autopilot did not call it unhealthy. */
  readonly living: Map<string, boolean>;
  leader: string;
  tolerance: number | undefined;
  /** Time of the last notice by kind and node; certificates and tokens by their end, once. */
  readonly told: Map<string, number>;
}

/** Starts empty: the first findings are not changes. */
export function createNotices({ nowMs, show }: NoticesParts): Notices {
  const sessions = new Map<string, Remembered>();

  function of(sessionId: string): Remembered {
    const known = sessions.get(sessionId) ?? {
      sealed: new Map<string, boolean>(),
      living: new Map<string, boolean>(),
      leader: '',
      tolerance: undefined,
      told: new Map<string, number>(),
    };
    sessions.set(sessionId, known);
    return known;
  }

  function tell({ sessionId, name }: NoticeAbout, key: string, body: string, once = false): void {
    const { told } = of(sessionId);
    const now = nowMs();
    const before = told.get(key);
    if (before !== undefined && (once || now - before < QUIET_MS)) return;
    if ([...told.values()].filter((at) => now - at < QUIET_MS).length >= MOST_NOTICES) return;
    told.set(key, now);
    show({ sessionId, title: shownName(name), body });
  }

  return {
    seen: (about, seen) => {
      const known = of(about.sessionId);
      for (const node of seen.nodes) {
        const key = keyOf(node);
        if (node.answer !== undefined) {
          const { sealed } = node.answer;
          if (sealed && known.sealed.get(key) === false)
            tell(about, `sealed ${key}`, `${wordOf(node)} was sealed.`);
          known.sealed.set(key, sealed);
        }
        certificate(about, node, seen.at);
      }
      const members = membersOf(seen);
      const leader = members.find(({ answer }) => answer?.role === 'leader' && !answer.sealed);
      if (leader !== undefined) {
        const now = keyOf(leader);
        if (known.leader !== '' && known.leader !== now)
          tell(about, 'leader', `${wordOf(leader)} is the leader now.`);
        known.leader = now;
      }
      const died = deaths(known.living, members);
      const failures = toleranceOf(seen)?.failures;
      const fell = failures !== undefined && failures < 1 && (known.tolerance ?? 0) >= 1;
      if (failures !== undefined) known.tolerance = failures;
      if (died.length > 0 && members.every(({ answer }) => answer === undefined))
        tell(about, 'silent', 'No node answers.');
      else
        for (const [node, what] of died)
          tell(about, `died ${keyOf(node)}`, `${wordOf(node)} ${what}. ${afterwards(seen, failures)}`.trim());
      if (fell && died.length === 0) tell(about, 'tolerance', 'No further node can fail.');
    },
    token: (about, token, renewing) => {
      if (token.expireTime === null || renewing || token.ttlSeconds <= 0) return;
      const endsMs = Date.parse(token.lookedUpAt) + token.ttlSeconds * 1000;
      const lifeMs = Math.max(token.periodSeconds || token.creationTtlSeconds, token.ttlSeconds) * 1000;
      const leftMs = endsMs - nowMs();
      if (leftMs <= 0 || leftMs > Math.min(TOKEN_LEFT_MS, lifeMs / 10)) return;
      const minutes = Math.max(1, Math.round(leftMs / 60_000));
      tell(
        about,
        `token ${String(Math.round(endsMs / 60_000))}`,
        `Your token expires in ${timeSpan(minutes * 60_000)}.`,
        true,
      );
    },
    due: (about, entries) => {
      if (entries > 0)
        tell(
          about,
          'due',
          `${counted(entries, 'reminder')} of a folder ${entries === 1 ? 'is' : 'are'} overdue.`,
        );
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };

  function certificate(about: NoticeAbout, node: ClusterNode, at: string): void {
    const days = daysUntil(node.certificateEnds, at);
    if (days === undefined || days >= CERTIFICATE_DAYS) return;
    // Shown once when the end is near, and once more on the last day.
    const key = `certificate ${keyOf(node)} ${node.certificateEnds ?? ''} ${days < 1 ? 'last' : 'near'}`;
    tell(about, key, `The certificate of ${wordOf(node)} ${certificateEndWords(days)}.`, true);
  }
}

/** Nodes that were alive at the look before, with their problem now. */
function deaths(
  living: Map<string, boolean>,
  members: readonly ClusterNode[],
): readonly (readonly [ClusterNode, string])[] {
  return members.flatMap((node) => {
    const { answer, asked, autopilot, problem } = node;
    const silent = asked === 'asked' && answer === undefined && problem !== undefined;
    const unhealthy = answer === undefined && autopilot?.healthy === false;
    // A refused certificate has its own notice; a node without any report is left out.
    if (!silent && !unhealthy && answer === undefined && autopilot === undefined) return [];
    if (problem?.kind === 'tls') return [];
    const lived = living.get(keyOf(node));
    living.set(keyOf(node), !silent && !unhealthy);
    if (lived !== true || (!silent && !unhealthy)) return [];
    return [[node, silent ? 'does not answer' : 'is unhealthy, autopilot says']];
  });
}

/** State after a death: of the whole cluster, not only of the nodes that were asked. */
function afterwards(seen: ClusterSeen, failures: number | undefined): string {
  if (failures === 0) return 'No further node can fail.';
  if (failures !== undefined) return `${String(failures)} more can fail.`;
  const members = membersOf(seen);
  const unasked = members.filter(isUnasked).length;
  return unasked === 0 ? '' : `${String(unasked)} of ${String(members.length)} nodes are not asked.`;
}

function wordOf(node: ClusterNode): string {
  return shownName(nameOf(node));
}

/** Address of the node; its name if it has none. */
function keyOf({ name, address }: ClusterNode): string {
  return address === '' ? name : address;
}
