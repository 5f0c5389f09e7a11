/**
 * What a person is notified of on the desktop, where they have switched that on for a connection: a node was sealed, the
 * leader changed, no further node may fail, a certificate or the session's token is about to end. Only the names of the
 * connection and of the node are in it. Each is told once in a while, however often it happens.
 */
import { toleranceOf } from '../../../shared/vault/board.ts';
import type { ClusterNode, ClusterSeen } from '../../../shared/vault/cluster.ts';
import { CERTIFICATE_DAYS, daysUntil, nameOf } from '../../../shared/vault/cluster-nodes.ts';
import { shownName } from '../../../shared/vault/display-name.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';

/** Between two notices of one kind about one node. */
export const QUIET_MS = 5 * 60_000;
/** Of one connection within the quiet time: more would tell nobody anything. */
export const MOST_NOTICES = 6;
/** A token is about to end when so much is left, or a tenth of its life where that is less. */
const TOKEN_LEFT_MS = 10 * 60_000;

export interface Notice {
  readonly sessionId: string;
  readonly title: string;
  readonly body: string;
}

/** Whose connection it is. */
export interface NoticeAbout {
  readonly sessionId: string;
  readonly name: string;
}

export interface NoticesParts {
  readonly nowMs: () => number;
  readonly show: (notice: Notice) => void;
}

export interface Notices {
  /** A cluster was looked at; what is otherwise than at the look before is told. */
  readonly seen: (about: NoticeAbout, seen: ClusterSeen) => void;
  /** The session's own token, as it is known now; `renewing`: it is renewed before it ends. */
  readonly token: (about: NoticeAbout, token: TokenFacts, renewing: boolean) => void;
  readonly forget: (sessionId: string) => void;
}

interface Remembered {
  readonly sealed: Map<string, boolean>;
  leader: string;
  tolerance: number | undefined;
  /** When each kind and node was told last; certificates and tokens by their end, once. */
  readonly told: Map<string, number>;
}

/** Makes them; nothing is known yet, and what is found first is no change. */
export function createNotices({ nowMs, show }: NoticesParts): Notices {
  const sessions = new Map<string, Remembered>();

  function of(sessionId: string): Remembered {
    const known = sessions.get(sessionId) ?? {
      ...{ sealed: new Map<string, boolean>(), leader: '', tolerance: undefined },
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
      const leader = seen.nodes.find(({ answer }) => answer?.role === 'leader' && !answer.sealed);
      if (leader !== undefined) {
        const now = keyOf(leader);
        if (known.leader !== '' && known.leader !== now)
          tell(about, 'leader', `${wordOf(leader)} is the leader now.`);
        known.leader = now;
      }
      const tolerance = toleranceOf(seen);
      if (tolerance !== undefined) {
        if (tolerance < 1 && known.tolerance !== undefined && known.tolerance >= 1)
          tell(about, 'tolerance', 'No further node may fail.');
        known.tolerance = tolerance;
      }
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
        `Your token expires in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
        true,
      );
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };

  function certificate(about: NoticeAbout, node: ClusterNode, at: string): void {
    const days = daysUntil(node.certificateEnds, at);
    if (days === undefined || days >= CERTIFICATE_DAYS) return;
    const when =
      days < 0
        ? 'has expired'
        : days === 0
          ? 'expires today'
          : `expires in ${String(days)} ${days === 1 ? 'day' : 'days'}`;
    // Once when it comes near, and once more on its last day.
    const key = `certificate ${keyOf(node)} ${node.certificateEnds ?? ''} ${days < 1 ? 'last' : 'near'}`;
    tell(about, key, `The certificate of ${wordOf(node)} ${when}.`, true);
  }
}

function wordOf(node: ClusterNode): string {
  return shownName(nameOf(node));
}

/** A node keeps its name when it moves. */
function keyOf({ name, address }: ClusterNode): string {
  return address === '' ? name : address;
}
