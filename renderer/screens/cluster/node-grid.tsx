import { Suspense, lazy } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { ClusterNews, ClusterNode, ClusterSeen, RoundTrip } from '../../../shared/vault/cluster.ts';
import { nodeKey } from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  LAG_LIMIT,
  daysUntil,
  lagOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Stack } from '../../ui/layout.tsx';
import grid from '../../ui/row-grid.module.css';
import { RowGrid, rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';
import { commonVersion, hostOf, latencyWords, roleWord, sealWord } from './node-words.ts';

const Sparkline = lazy(() => import('./sparkline.tsx'));

/** Times of the sparklines: all nodes share the same. */
interface Watched {
  readonly fromMs: number;
  readonly spanMs: number;
}

const MINUTE_MS = 60_000;

/** The time watched so far, in full minutes. */
function watchedOf(history: NodeGridProps['history']): Watched {
  const times = Object.values(history).flatMap((trips) =>
    trips.length === 0 ? [] : [trips[0]?.atMs ?? 0, trips.at(-1)?.atMs ?? 0],
  );
  const fromMs = times.length === 0 ? 0 : Math.min(...times);
  const minutes = times.length === 0 ? 1 : Math.ceil((Math.max(...times) - fromMs) / MINUTE_MS);
  return { fromMs, spanMs: Math.max(1, minutes) * MINUTE_MS };
}

interface NodeColumn {
  readonly title: string;
  readonly className?: string | undefined;
}

function columnsOf({ spanMs }: Watched): readonly NodeColumn[] {
  return [
    { title: 'Node' },
    { title: 'Role' },
    { title: 'Seal' },
    { title: 'Version', className: css['versionHead'] },
    { title: 'Raft lag' },
    { title: 'Latency' },
    { title: `Last ${String(spanMs / MINUTE_MS)} min`, className: css['sparkHead'] },
    { title: 'Certificate' },
  ];
}

export interface NodeGridProps {
  readonly seen: ClusterSeen;
  readonly history: ClusterNews['roundTrips'];
  /** Key of the node whose facts are shown. */
  readonly open: string | undefined;
  readonly onOpen: (node: ClusterNode) => void;
  /** Absent for an unauthenticated connection, which cannot be redirected. */
  readonly onConfirm: ((addresses: readonly string[]) => void) | undefined;
  readonly busy: boolean;
}

/** Every node in a row, by its own report. */
export function NodeGrid({ seen, history, open, onOpen, onConfirm, busy }: NodeGridProps) {
  const version = commonVersion(seen);
  const watched = watchedOf(history);
  const columns = columnsOf(watched);
  return (
    <div className={css['nodes']}>
      <RowGrid
        label="Nodes"
        rows={seen.nodes}
        keyOf={nodeKey}
        rowHeight="value"
        columnCount={columns.length}
        onAct={onOpen}
        onRowClick={(node, target) => {
          if (target.closest('button') === null) onOpen(node);
        }}
        head={
          <div role="row" aria-rowindex={1} className={css['nodeHead']}>
            {columns.map(({ title, className }) => (
              <span key={title} role="columnheader" className={className}>
                {title}
              </span>
            ))}
          </div>
        }
      >
        {(node, at) => (
          <NodeRow
            node={node}
            at={at}
            seen={seen}
            version={version}
            busy={busy}
            onConfirm={onConfirm}
            trips={history[nodeKey(node)]}
            watched={watched}
            current={open === nodeKey(node)}
          />
        )}
      </RowGrid>
    </div>
  );
}

interface NodeRowProps {
  readonly node: ClusterNode;
  readonly at: RowPlace;
  readonly seen: ClusterSeen;
  readonly version: string;
  readonly trips: readonly RoundTrip[] | undefined;
  readonly watched: Watched;
  readonly current: boolean;
  readonly busy: boolean;
  readonly onConfirm: ((addresses: readonly string[]) => void) | undefined;
}

function NodeRow({ node, at, seen, version, trips, watched, current, busy, onConfirm }: NodeRowProps) {
  const attributes = rowAttributes(at);
  const role = roleWord(node);
  const seal = sealWord(node);
  const lag = lagOf(node, seen.nodes);
  const own = node.answer?.version ?? node.named?.version ?? '';
  const skewed = own !== '' && version !== '' && own !== version;
  const failed = node.asked === 'asked' && (node.answer === undefined || node.answer.sealed);
  const { address } = node;
  return (
    <div
      {...attributes}
      role="row"
      className={classes(grid['row'], css['node'], failed && css['failedNode'])}
      {...(current ? { 'aria-current': true } : {})}
    >
      <Stack as="span" role="rowheader" shrinks weight={600} breaks>
        <bdi>{nameOf(node)}</bdi>
        {node.name !== '' && address !== '' && (
          <bdi className={css['address']} data-selectable>
            {hostOf(address)}
          </bdi>
        )}
      </Stack>
      <span role="gridcell">
        {role === undefined ? (
          '—'
        ) : (
          <Chip tone={role.tone} {...(role.icon === undefined ? {} : { icon: role.icon })}>
            {role.text}
          </Chip>
        )}
      </span>
      <span role="gridcell">
        <Chip tone={seal.tone} {...(seal.icon === undefined ? {} : { icon: seal.icon })}>
          {seal.text}
        </Chip>
      </span>
      <span role="gridcell" className={css['version']}>
        {own === '' ? (
          '—'
        ) : skewed ? (
          <Chip tone="warn" title={`Most nodes run ${version}`}>
            {own}
          </Chip>
        ) : (
          own
        )}
      </span>
      <span role="gridcell" className={classes(css['number'], (lag ?? 0) > LAG_LIMIT && toned('warn'))}>
        {lag === undefined ? '—' : grouped(lag)}
      </span>
      {node.asked === 'unconfirmed' && onConfirm !== undefined ? (
        <span role="gridcell" aria-colspan={3} className={css['confirm']}>
          <Button small tabIndex={attributes.tabIndex} disabled={busy} onClick={() => onConfirm([address])}>
            Confirm node…
          </Button>
        </span>
      ) : (
        <>
          <span role="gridcell" className={css['number']}>
            {latencyWords(node.roundTripMs)}
          </span>
          <span role="gridcell" className={classes(css['sparkCell'], failed && css['danger'])}>
            {trips !== undefined && (
              <Suspense fallback={null}>
                <Sparkline trips={trips} {...watched} />
              </Suspense>
            )}
          </span>
          <span role="gridcell">
            <Certificate ends={node.certificateEnds} at={seen.at} />
          </span>
        </>
      )}
    </div>
  );
}

function Certificate({ ends, at }: { readonly ends: string | undefined; readonly at: string }) {
  const days = daysUntil(ends, at);
  if (days === undefined) return '—';
  if (days < 0) return <Chip tone="danger">expired</Chip>;
  const words = counted(days, 'day');
  return days < CERTIFICATE_DAYS ? <Chip tone="warn">{words}</Chip> : words;
}
