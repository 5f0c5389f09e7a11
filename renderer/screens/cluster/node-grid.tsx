import { Suspense, lazy } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { ClusterNews, ClusterNode, ClusterSeen } from '../../../shared/vault/cluster.ts';
import { nodeKey } from '../../../shared/vault/cluster.ts';
import {
  CERTIFICATE_DAYS,
  LAG_LIMIT,
  daysUntil,
  lagOf,
  nameOf,
} from '../../../shared/vault/cluster-nodes.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Chip } from '../../ui/chip.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { allRowsUpTo } from '../../ui/row-grid.tsx';
import tableCss from '../../ui/table-side.module.css';
import { Table, type Column } from '../../ui/table.tsx';
import css from './cluster.module.css';
import { commonVersion, hostOf, latencyWords, roleWord, sealWord, type Word } from './node-words.ts';

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
export function NodeGrid(props: NodeGridProps) {
  const { seen, open = '', onOpen } = props;
  return (
    <div className={css['nodes']}>
      <Table
        label="Nodes"
        rows={seen.nodes}
        keyOf={nodeKey}
        columns={nodeColumns(props)}
        chosen={open}
        look={look}
        allUpTo={allRowsUpTo}
        onRowClick={(node, target) => {
          if (target.closest('button') === null) onOpen(node);
        }}
        onOpen={onOpen}
      />
    </div>
  );
}

/** Its rows are as high as their names and addresses. */
const look = { ...tableCss, grid: undefined, row: css['node'], head: css['nodeHead'] };

function nodeColumns({ seen, history, onConfirm, busy }: NodeGridProps): readonly Column<ClusterNode>[] {
  const version = commonVersion(seen);
  const watched = watchedOf(history);
  const isUnconfirmed = ({ asked }: ClusterNode): boolean =>
    asked === 'unconfirmed' && onConfirm !== undefined;
  return [
    { title: 'Node', width: 116, share: 1.6, cell: (node) => <Name node={node} /> },
    { title: 'Role', width: 88, share: 1, cell: (node) => <WordChip word={roleWord(node)} /> },
    {
      title: 'Seal',
      width: 136,
      share: 1,
      cell: (node) =>
        isUnconfirmed(node) ? (
          <Button small tabIndex={-1} disabled={busy} onClick={() => onConfirm?.([node.address])}>
            Confirm node…
          </Button>
        ) : (
          <WordChip word={sealWord(node)} />
        ),
    },
    {
      title: 'Version',
      width: 70,
      rank: 5,
      cell: ({ answer, named }) => {
        const own = answer?.version ?? named?.version ?? '';
        if (own === '' || version === '' || own === version) return own || '—';
        return (
          <Chip tone="warn" title={`Most nodes run ${version}`}>
            {own}
          </Chip>
        );
      },
    },
    {
      title: 'Raft lag',
      width: 70,
      rank: 3,
      cell: (node) => {
        const lag = lagOf(node, seen.nodes);
        if (lag === undefined) return '—';
        return lag > LAG_LIMIT ? <Text tone="warn">{grouped(lag)}</Text> : grouped(lag);
      },
    },
    {
      title: 'Latency',
      width: 72,
      rank: 1,
      cell: (node) => latencyWords(node.roundTripMs),
    },
    {
      title: watched.spanMs === MINUTE_MS ? 'Last minute' : `Last ${String(watched.spanMs / MINUTE_MS)} min`,
      width: 130,
      rank: 6,
      cell: (node) => {
        const trips = history[nodeKey(node)];
        return (
          trips !== undefined && (
            <Text tone={isFailed(node) ? 'danger' : 'accent'}>
              <Suspense fallback={null}>
                <Sparkline trips={trips} {...watched} />
              </Suspense>
            </Text>
          )
        );
      },
    },
    {
      title: 'Certificate',
      width: 84,
      rank: 2,
      cell: (node) => <Certificate ends={node.certificateEnds} at={seen.at} />,
    },
  ];
}

function isFailed({ asked, answer }: ClusterNode): boolean {
  return asked === 'asked' && (answer === undefined || answer.sealed);
}

function Name({ node }: { readonly node: ClusterNode }) {
  return (
    <Stack
      as="span"
      shrinks
      weight={600}
      breaks
      className={classes(isFailed(node) && css['failedNode'], node.answer === undefined && css['silentNode'])}
    >
      <bdi>{nameOf(node)}</bdi>
      {node.name !== '' && node.address !== '' && (
        <bdi className={css['address']} data-selectable>
          {hostOf(node.address)}
        </bdi>
      )}
    </Stack>
  );
}

function WordChip({ word }: { readonly word: Word | undefined }) {
  if (word === undefined) return '—';
  const { text, ...chip } = word;
  return <Chip {...chip}>{text}</Chip>;
}

function Certificate({ ends, at }: { readonly ends: string | undefined; readonly at: string }) {
  const days = daysUntil(ends, at);
  if (days === undefined) return '—';
  if (days < 0) return <Chip tone="danger">expired</Chip>;
  const words = counted(days, 'day');
  return days < CERTIFICATE_DAYS ? <Chip tone="warn">{words}</Chip> : words;
}
