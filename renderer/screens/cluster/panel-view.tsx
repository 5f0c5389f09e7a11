import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PanelLook } from '../../../shared/vault/cluster.ts';
import type { SystemPanel, SystemFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { panelQuery } from '../../api/cluster.ts';
import { classes } from '../../ui/classes.ts';
import { RawJson } from '../../ui/raw-json.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Details } from '../../parts/form/details.tsx';
import { AskServer, Problem } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { hostOf } from './node-words.ts';
import { cardNames, panelWords } from './panel-words.tsx';
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
        {error !== undefined && facts === undefined && plain.has(error.kind) ? (
          <Note>{error.message}</Note>
        ) : (
          <Problem error={error} title={facts === undefined ? undefined : 'The latest refresh failed'} />
        )}
      </div>
      {/* The only remedy is the root namespace. */}
      {error?.kind !== 'root-namespace-only' && children?.(facts)}
      {look !== undefined && (
        <footer className={css['footer']}>
          <RawJson text={look.raw} />
          <p className={classes(css['read'], error !== undefined && css['warn'])}>
            {error === undefined ? 'Read ' : 'Last good answer '}
            <RelativeTime iso={look.at} /> from <code>{look.endpoint}</code>
            {spokenBy !== undefined && ` at ${hostOf(look.by)}`}
          </p>
        </footer>
      )}
    </Details>
  );
}

function Said({ facts: said }: { readonly facts: SystemFacts }) {
  const { headline, tone, facts } = panelWords(said);
  return (
    <>
      <p className={classes(css['headline'], tone !== 'neutral' && toned(tone))}>{headline}</p>
      {facts.length > 0 && (
        <Facts selectable className={said.panel === 'keys' ? css['keyFacts'] : undefined} of={facts} />
      )}
    </>
  );
}

/** Kinds that a line says: no retry helps. */
const plain: ReadonlySet<string> = new Set(['not-offered', 'sealed', 'unauthenticated', 'not-initialized']);
