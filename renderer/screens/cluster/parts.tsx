/** The parts of a cluster beside its nodes, as data: cards, the line of what is idle, and their views in the drawer. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClusterSeen, ClusterStatus, PanelLook } from '../../../shared/vault/cluster.ts';
import { membersOf } from '../../../shared/vault/cluster-nodes.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { panelQuery } from '../../api/cluster.ts';
import { countedEvery, metricsQuery } from '../../api/server.ts';
import { Details } from '../../parts/form/details.tsx';
import { Problem } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { isDown } from '../../parts/session/server-state.ts';
import { ServerTime } from '../../ui/server-clock.tsx';
import { leaderWords } from './at-leader.ts';
import type { Part } from './part-list.tsx';
import { cardNames, panelWords, problemHeadline, thresholdWords } from './panel-words.tsx';
import { RaftView } from './raft-view.tsx';
import { replicationPart } from './replication.tsx';
import { shortCount } from './short-count.ts';

export type CountName = 'audit' | 'leases' | 'tokens';

export interface PartsProps {
  readonly where: Where;
  /** Absent without a login: only unauthenticated facts. */
  readonly session?: SessionView | undefined;
  /** A fact that costs a use is replaced by a note. */
  readonly limited: boolean;
  /** Undefined: no part yet. */
  readonly status: ClusterStatus | undefined;
  readonly viewOf: (panel: SystemPanel) => ReactNode;
  /** Shows the screen that administers the counted things. */
  readonly onCount: ((name: CountName) => void) | undefined;
  /** Closes the view. */
  readonly onClose: () => void;
}

/** The parts of a cluster; a ceremony is a card while it is under way. */
export function useParts(props: PartsProps): readonly Part[] {
  const { where, session, limited, status, viewOf, onClose } = props;
  const seal = useSealLook(where, status?.seen);
  const counts = useCounts(props);
  if (status === undefined) return [];
  const { seen, panels } = status;
  const { replication, autopilot } = seen;
  const panel = (id: SystemPanel, words: Words): Part => ({
    id,
    title: cardNames[id],
    view: viewOf(id),
    ...words,
  });
  const ceremony = (id: 'rekey' | 'root-generation'): Part =>
    panel(id, isBusy(panels[id]) ? wordsOf(panels[id]) : { headline: idleWords(panels[id]), idle: true });
  const isRaft = seen.nodes.some(
    ({ answer, sources }) => answer?.raftApplied !== undefined || sources.includes('raft'),
  );
  return [
    panel('leader', leadWords(status)),
    panel('seal', sealWords(seal, status)),
    ...(session === undefined ? [] : [panel('keys', wordsOf(panels.keys, limited ? askedLater : undefined))]),
    ceremony('rekey'),
    ceremony('root-generation'),
    ...(replication === undefined ? [] : [replicationPart(replication, onClose)]),
    ...counts,
    ...(session !== undefined && isRaft
      ? [
          {
            id: 'raft',
            title: 'Raft',
            headline: autopilot === undefined ? '—' : autopilot.healthy ? 'healthy' : 'unhealthy',
            idle: true,
            view: <RaftView session={session} onClose={onClose} />,
          },
        ]
      : []),
  ];
}

type Words = Pick<Part, 'headline' | 'tone' | 'note' | 'idle'>;

const askedLater = 'Asked for only when opened';

/** `unread`: the note of a panel that was not read. */
function wordsOf({ facts, problem, ended }: PanelLook = {}, unread?: string): Words {
  if (facts === undefined)
    return problem === undefined
      ? { headline: '—', note: unread }
      : { headline: problemHeadline(problem), idle: isElsewhere(problem) };
  const { headline, tone } = panelWords(facts);
  if (problem !== undefined) return { headline, tone: 'dim', note: 'Last known' };
  if (ended !== undefined) return { headline, tone, note: 'Ended: open to see why' };
  if (facts.panel !== 'keys') return { headline, tone };
  return {
    headline,
    note: (
      <>
        installed <ServerTime iso={facts.installTime} />
      </>
    ),
  };
}

/** Only another token or namespace has it: what is said of it is no value of this one. */
function isElsewhere({ kind }: AppError): boolean {
  return kind === 'forbidden' || kind === 'root-namespace-only';
}

/** The leader by name, as far as it is known. */
function leadWords({ seen, verdict }: ClusterStatus): Words & Pick<Part, 'isName'> {
  const { name } = leaderWords(seen) ?? {};
  if (name !== undefined) return { headline: name, isName: true, idle: true };
  return { headline: verdict?.state === 'no-leader' ? 'none' : '—', idle: true };
}

function isBusy({ facts, ended }: PanelLook = {}): boolean {
  if (facts?.panel !== 'rekey' && facts?.panel !== 'root-generation') return false;
  return facts.started || ended !== undefined || (facts.panel === 'root-generation' && facts.complete);
}

function idleWords({ facts, problem }: PanelLook = {}): string {
  if (problem !== undefined) return problemHeadline(problem);
  return facts === undefined ? '—' : 'none';
}

/** The seal of the connection's own node; read again only if a node's seal has changed. */
function useSealLook(where: Where, seen: ClusterSeen | undefined): PanelLook {
  const { data, error, refetch } = useQuery({
    ...panelQuery(where, 'seal', false),
    enabled: seen !== undefined,
  });
  const state = seen?.nodes
    .map(({ answer }) => `${String(answer?.sealed)} ${String(answer?.unseal?.progress)}`)
    .join();
  useEffect(() => {
    if (state !== undefined) void refetch();
  }, [state, refetch]);
  return {
    ...(data === undefined ? {} : { facts: data.facts }),
    ...(error === null ? {} : { problem: appErrorOf(error) }),
  };
}

/**
 * The own node's seal by the look at the nodes, as its row has it; only its kind and threshold come from the panel. The
 * connection leads to one node: it does not speak for others that are sealed or were not asked.
 */
function sealWords(look: PanelLook, { seen, verdict }: ClusterStatus): Words {
  if (look.facts?.panel !== 'seal' || look.problem !== undefined) return wordsOf(look);
  const { nodes } = seen;
  const own = nodes[0]?.answer;
  const facts = own === undefined ? look.facts : { ...look.facts, ...own, ...own.unseal };
  const { headline, tone } = panelWords(facts);
  if (own === undefined) return { headline, tone: 'dim', note: 'Last known' };
  const { type, initialized, sealed, progress, threshold } = facts;
  const kind = type === 'shamir' ? 'Shamir' : type;
  if (!initialized) return { headline, tone, note: kind };
  const members = membersOf(seen);
  const unsealed = members.filter(({ answer }) => answer?.sealed === false).length;
  const isAll = unsealed === members.length;
  const isPart = unsealed > 0 && !isAll;
  const isSomeSealed = nodes.some(({ answer }) => answer?.sealed === true);
  return {
    headline: isPart ? `${String(unsealed)} of ${String(members.length)} nodes unsealed` : headline,
    // Green only if every node is known to be unsealed.
    tone: isPart && isSomeSealed ? 'warn' : isAll || (sealed && !isPart) ? tone : 'neutral',
    // The verdict over sealed nodes counts the shares itself.
    note:
      sealed && verdict?.state !== 'sealed'
        ? `${String(progress)} of ${String(threshold)} key shares entered`
        : `${kind}, ${thresholdWords(facts)}`,
  };
}

const countNames: Readonly<Record<CountName, string>> = {
  audit: 'Audit',
  leases: 'Leases',
  tokens: 'Tokens',
};

/**
 * Counts of audit devices, leases and tokens. Read when the screen opens and once a minute while visible, not with
 * every poll of the nodes: two cheap requests (`sys/audit`, `sys/metrics`; a refused one is only repeated on
 * request). Servers count their tokens every ten minutes (`usage_gauge_period`), and report nothing before: listing
 * their accessors instead would cost too much.
 */
function useCounts({ session, limited, status, onCount, onClose }: PartsProps): readonly Part[] {
  const { sessionId = '' } = session ?? {};
  const every = countedEvery(session !== undefined && status !== undefined && !limited);
  const audit = useRead(session, query('audit.list', { sessionId }, every));
  const metrics = useRead(session, { ...metricsQuery(sessionId), ...every });
  if (session === undefined || onCount === undefined) return [];
  const latest = metrics.data?.at(-1);
  const part = (id: CountName, count: number | undefined, failed: AppError | undefined): Part => {
    const title = countNames[id];
    const error = count === undefined ? failed : undefined;
    const isNone = id === 'audit' && count === 0;
    const isOld = count !== undefined && (isDown(status?.verdict) || failed !== undefined);
    const isUntold = id !== 'audit' && latest !== undefined && count === undefined;
    return {
      id,
      title,
      headline:
        error !== undefined
          ? problemHeadline(error)
          : isNone
            ? 'None'
            : count === undefined
              ? '—'
              : shortCount(count),
      tone: isOld ? 'dim' : isNone ? 'warn' : 'neutral',
      note: isOld
        ? 'Last known'
        : limited
          ? askedLater
          : isUntold
            ? 'Not reported yet'
            : isNone
              ? 'Requests are not logged'
              : undefined,
      ...(error !== undefined && isElsewhere(error)
        ? {
            idle: true,
            view: (
              <Details title={title} onClose={onClose}>
                <Problem error={error} title={`${title} not counted`} sudo={id === 'audit'} />
              </Details>
            ),
          }
        : { onShow: () => onCount(id) }),
    };
  };
  return [
    part('audit', audit.data?.length, audit.error),
    part('leases', latest?.leases, metrics.error),
    part('tokens', latest?.tokens, metrics.error),
  ];
}
