import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PanelLook } from '../../../shared/vault/cluster.ts';
import type { SystemPanel, SystemFacts, SystemStatus } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { panelQuery } from '../../api/cluster.ts';
import { classes } from '../../ui/classes.ts';
import { RawJson } from '../../ui/raw-json.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Details } from '../../parts/form/details.tsx';
import { AskServer } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { hostOf } from './node-words.ts';
import { cardNames, panelWords, refusedWords } from './panel-words.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/layout.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';

export interface PanelViewProps {
  readonly where: Where;
  readonly session: SessionView | undefined;
  readonly panel: SystemPanel;
  /** Polled; otherwise read once, and on request. */
  readonly again: boolean;
  /** The watch's facts about it, newer than the response below, which is then read once. */
  readonly watched?: PanelLook | undefined;
  /** The node that speaks for the cluster while the connection's own does not. */
  readonly spokenBy?: string | undefined;
  /** Closes the view. */
  readonly onClose: () => void;
  /** Actions, and further content. */
  readonly children?: (facts: SystemFacts | undefined) => ReactNode;
}

/** One panel's status in words: the last good response stays while later reads fail, with its time. */
export function PanelView(props: PanelViewProps) {
  const { where, session, panel, again, watched, spokenBy, onClose, children } = props;
  const query = useRead(session, { ...panelQuery(where, panel, again), refetchOnMount: 'always' });
  const look = query.data;
  const facts = watched?.facts ?? look?.facts;
  const isToldAnyway = watched?.facts !== undefined && watched.problem === undefined;
  const error = spokenBy !== undefined && isToldAnyway ? undefined : (query.error ?? watched?.problem);
  return (
    <Details
      title={cardNames[panel]}
      tools={
        <IconButton small icon={RefreshCw} label={`Refresh ${cardNames[panel]}`} onClick={query.refresh} />
      }
      onClose={onClose}
    >
      <div aria-live="polite">
        {facts !== undefined && <Said facts={facts} />}
        {watched?.ended !== undefined && <p>{watched.ended}</p>}
        {query.unasked && facts === undefined && <AskServer onAsk={query.refresh} />}
        {facts === undefined && error === undefined && !query.unasked && <Skeleton rows={3} />}
        {error !== undefined && <Failed error={error} stale={facts !== undefined} />}
      </div>
      {/* The only remedy is the root namespace. */}
      {error?.kind !== 'root-namespace-only' && children?.(facts)}
      {look !== undefined && <Footer look={look} spokenBy={spokenBy} stale={error !== undefined} />}
    </Details>
  );
}

function Said({ facts: said }: { readonly facts: SystemFacts }) {
  const { headline, tone, facts } = panelWords(said);
  return (
    <>
      <p className={classes(css['headline'], tone !== 'neutral' && toned(tone))}>{headline}</p>
      {facts.length > 0 && <Facts selectable of={facts} />}
    </>
  );
}

/** One line for an unavailable status; an error panel for a failure. */
function Failed({ error, stale }: { readonly error: AppError; readonly stale: boolean }) {
  const plain = ['forbidden', 'not-offered', 'sealed', 'unauthenticated', 'not-initialized'].includes(
    error.kind,
  );
  if (error.kind === 'forbidden' && error.path !== undefined)
    return <RefusalCard error={error} title={stale ? 'The latest refresh failed' : undefined} />;
  if (plain && !stale) return <Note>{refusedWords(error)}</Note>;
  return <ErrorPanel error={error} {...(stale ? { title: 'The latest refresh failed' } : {})} />;
}

interface FooterProps {
  readonly look: SystemStatus;
  readonly stale: boolean;
  readonly spokenBy: string | undefined;
}

function Footer({ look, stale, spokenBy }: FooterProps) {
  return (
    <footer className={css['footer']}>
      <RawJson text={look.raw} />
      <p className={classes(css['read'], stale && css['warn'])}>
        {stale ? 'Last good answer ' : 'Read '}
        <RelativeTime iso={look.at} /> from <code>{look.endpoint}</code>
        {spokenBy !== undefined && ` at ${hostOf(look.by)}`}
      </p>
    </footer>
  );
}
