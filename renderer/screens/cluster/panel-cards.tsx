import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ClusterNode, ClusterStatus, PanelLook } from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import type { SystemPanel } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf } from '../../api/client.ts';
import { panelQuery } from '../../api/cluster.ts';
import type { Tone } from '../../ui/chip.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { ClusterCard, problemHeadline } from './cards.tsx';
import css from './cluster.module.css';
import { cardNames, panelWords } from './panel-words.ts';

export interface PanelCardsProps {
  readonly where: Where;
  readonly status: ClusterStatus;
  /** A fact that costs a use is replaced by a note. */
  readonly limited: boolean;
  readonly anonymous: boolean;
  readonly open: SystemPanel | undefined;
  readonly onOpen: (panel: SystemPanel) => void;
  /** Further cards, e.g. the counts. */
  readonly children?: ReactNode;
}

/** The cluster at a glance, one card per panel. */
export function PanelCards({ where, status, limited, anonymous, open, onOpen, children }: PanelCardsProps) {
  const seal = useSealLook(where, status);
  const card = (panel: SystemPanel, look: PanelLook | undefined) => {
    const words = wordsOf(panel, look, limited, status.seen.nodes);
    return (
      <ClusterCard
        key={panel}
        title={cardNames[panel]}
        {...words}
        open={open === panel}
        onOpen={() => onOpen(panel)}
      />
    );
  };
  const leader = status.seen.nodes.find(({ answer }) => answer?.role === 'leader' && !answer.sealed);
  return (
    <div className={css['cards']}>
      {card('seal', seal)}
      {!anonymous && card('keys', status.panels.keys)}
      <ClusterCard
        title={cardNames.leader}
        headline={
          leader === undefined ? (status.seen.leaderNotAsked === true ? 'Not asked' : 'None') : nameOf(leader)
        }
        open={open === 'leader'}
        onOpen={() => onOpen('leader')}
      />
      {card('rekey', status.panels.rekey)}
      {card('root-generation', status.panels['root-generation'])}
      {children}
    </div>
  );
}

/** The seal of the connection's own node; read again only if a node's seal has changed. */
function useSealLook(where: Where, { seen }: ClusterStatus): PanelLook | undefined {
  const { data, error, refetch } = useQuery(panelQuery(where, 'seal', false));
  const state = seen.nodes
    .map(({ answer }) => `${String(answer?.sealed)} ${String(answer?.unseal?.progress)}`)
    .join();
  useEffect(() => {
    void refetch();
  }, [state, refetch]);
  if (error !== null) return { problem: appErrorOf(error) };
  return data === undefined ? undefined : { facts: data.facts };
}

function wordsOf(
  panel: SystemPanel,
  look: PanelLook | undefined,
  limited: boolean,
  nodes: readonly ClusterNode[],
) {
  const { facts, problem } = look ?? {};
  if (facts === undefined)
    return problem === undefined
      ? { headline: '—', ...(limited && panel === 'keys' ? { note: 'Asked for only when opened' } : {}) }
      : { headline: problemHeadline(problem) };
  const { headline, tone } = panelWords(facts);
  if (problem !== undefined) return { headline, note: `Last known. ${problemHeadline(problem)}` };
  switch (facts.panel) {
    case 'seal':
      return {
        headline: facts.initialized
          ? `${sealKind(facts.type)} ${String(facts.threshold)} of ${String(facts.shares)}`
          : headline,
        ...(facts.sealed
          ? { tone, note: `${headline}: ${String(facts.progress)} of ${String(facts.threshold)} entered` }
          : (unsealedWords(nodes) ?? { tone, note: headline })),
      };
    case 'keys':
      return {
        headline,
        note: (
          <>
            since <ServerTime iso={facts.installTime} />
          </>
        ),
      };
    default:
      return { headline, tone, ...(look?.ended === undefined ? {} : { note: 'Ended: open to see why' }) };
  }
}

/** The connection leads to one node: it does not speak for others that are sealed. */
function unsealedWords(nodes: readonly ClusterNode[]): { tone: Tone; note: string } | undefined {
  const answered = nodes.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const unsealed = answered.filter(({ sealed }) => !sealed).length;
  if (unsealed === answered.length) return undefined;
  return { tone: 'warn', note: `${String(unsealed)} of ${String(answered.length)} nodes unsealed` };
}

function sealKind(type: string): string {
  return type === 'shamir' ? 'Shamir' : type;
}
