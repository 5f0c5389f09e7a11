import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ClusterNode, ClusterSeen, ClusterStatus, PanelLook } from '../../../shared/vault/cluster.ts';
import { nameOf } from '../../../shared/vault/cluster-nodes.ts';
import type { SealFacts, SystemPanel } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf } from '../../api/client.ts';
import { panelQuery } from '../../api/cluster.ts';
import { Button } from '../../ui/button.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { Row } from '../../ui/layout.tsx';
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

const ceremonies = ['rekey', 'root-generation'] as const;

/** The cluster at a glance, one card per panel; a ceremony has one while it is under way. */
export function PanelCards({ where, status, limited, anonymous, open, onOpen, children }: PanelCardsProps) {
  const seal = useSealLook(where, status);
  const card = (panel: SystemPanel, look: PanelLook | undefined) => (
    <ClusterCard
      key={panel}
      title={cardNames[panel]}
      {...wordsOf(panel, look, limited, status.seen.nodes)}
      open={open === panel}
      onOpen={() => onOpen(panel)}
    />
  );
  return (
    <div className={css['cards']}>
      {card('seal', seal)}
      {!anonymous && card('keys', status.panels.keys)}
      {ceremonies.map((panel) => isBusy(status.panels[panel]) && card(panel, status.panels[panel]))}
      {children}
    </div>
  );
}

/** One line of what is not under way; each part opens its view, where it can be begun. */
export function IdlePanels(props: Pick<PanelCardsProps, 'status' | 'open' | 'onOpen' | 'children'>) {
  const { status, open, onOpen, children } = props;
  const { seen, panels } = status;
  const leader = seen.nodes.find(({ answer }) => answer?.role === 'leader' && !answer.sealed);
  const led = leader === undefined ? (seen.leaderNotAsked === true ? 'not asked' : 'none') : nameOf(leader);
  const idle = (panel: SystemPanel, words: string) => (
    <Part
      key={panel}
      title={cardNames[panel]}
      words={words}
      open={open === panel}
      onOpen={() => onOpen(panel)}
    />
  );
  return (
    <Row wrap gap={8} className={css['parts']}>
      {idle('leader', led)}
      {ceremonies.map((panel) => {
        const look = panels[panel];
        return !isBusy(look) && idle(panel, idleWords(look));
      })}
      {children}
    </Row>
  );
}

interface PartProps {
  readonly title: string;
  readonly words: string;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function Part({ title, words, open, onOpen }: PartProps) {
  return (
    <Button small variant="ghost" aria-expanded={open} onClick={onOpen}>
      {title}: {words}
    </Button>
  );
}

/** Raft with its autopilot, in the same line. */
export function RaftPart({
  seen,
  ...part
}: Pick<PartProps, 'open' | 'onOpen'> & { readonly seen: ClusterSeen }) {
  const { autopilot } = seen;
  return (
    <Part
      title="Raft"
      words={autopilot === undefined ? 'peers and autopilot' : autopilot.healthy ? 'healthy' : 'unhealthy'}
      {...part}
    />
  );
}

function isBusy(look: PanelLook | undefined): boolean {
  const { facts, ended } = look ?? {};
  if (facts?.panel !== 'rekey' && facts?.panel !== 'root-generation') return false;
  return facts.started || ended !== undefined || (facts.panel === 'root-generation' && facts.complete);
}

function idleWords(look: PanelLook | undefined): string {
  if (look?.problem !== undefined) return problemHeadline(look.problem).toLowerCase();
  return look?.facts === undefined ? '—' : 'none';
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
  return {
    ...(data === undefined ? {} : { facts: data.facts }),
    ...(error === null ? {} : { problem: appErrorOf(error) }),
  };
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
      return sealWords(facts, nodes);
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
function sealWords(
  facts: SealFacts,
  nodes: readonly ClusterNode[],
): { headline: string; tone: Tone; note: string } {
  const { headline, tone } = panelWords(facts);
  const { type, initialized, sealed, progress, threshold, shares } = facts;
  if (!initialized) return { headline, tone, note: sealKind(type) };
  const answered = nodes.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const unsealed = answered.filter((answer) => !answer.sealed).length;
  const isMixed = unsealed > 0 && unsealed < answered.length;
  return {
    headline: isMixed ? `${String(unsealed)} of ${String(answered.length)} nodes unsealed` : headline,
    tone: isMixed ? 'warn' : tone,
    note: sealed
      ? `${String(progress)} of ${String(threshold)} key shares entered`
      : `${sealKind(type)}, threshold ${String(threshold)} of ${String(shares)}`,
  };
}

function sealKind(type: string): string {
  return type === 'shamir' ? 'Shamir' : type;
}
