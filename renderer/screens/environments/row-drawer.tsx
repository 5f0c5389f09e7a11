import {
  ArrowRightToLine,
  Copy,
  Dices,
  Ellipsis,
  Eye,
  EyeOff,
  FileKey,
  GitCompareArrows,
  PenLine,
} from 'lucide-react';
import { vault } from '../../api/client.ts';
import { revealValue } from '../../api/entries.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { withOpenEntry } from '../../parts/entry-actions/with-open-entry.ts';
import { usePlan } from '../../parts/plan/hand-over.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { CopiedLine } from '../../parts/value/copied-line.tsx';
import { useCopied } from '../../parts/value/copy-value.ts';
import { FactChips } from '../../parts/value/fact-chips-view.tsx';
import { KeyName } from '../../parts/value/key-name.tsx';
import { useRevealOf } from '../../parts/value/reveal.ts';
import { RevealedValue } from '../../parts/value/revealed-value.tsx';
import type { EnvironmentCell, EnvironmentRow, ShownColumn } from '../../../shared/vault/environments.ts';
import { verdictOf } from '../../../shared/vault/environments.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/error-panel.tsx';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import sideCss from '../../ui/table-side.module.css';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { ColumnHead, columnName, type ShownColumnHead, type ShownColumns } from './columns.tsx';
import css from './environments.module.css';
import { GroupChip, stateWords, VerdictChip } from './table-columns.tsx';

export interface RowDrawerProps {
  readonly row: EnvironmentRow;
  readonly columns: ShownColumns;
  readonly states: readonly ShownColumn[];
  /** Identifies the reading: a value revealed in one is not shown in the next. */
  readonly scope: string;
  /** Called by Escape. */
  readonly onLeave: () => void;
}

/** One key in every environment: its values, hidden, and what can be done with each. */
export function RowDrawer({ row, columns, states, scope, onLeave }: RowDrawerProps) {
  const { key } = row;
  // A column is a key here: one value of them all is revealed at a time.
  const { revealed, failed, toggle } = useRevealOf(`${scope} ${key}`, async (at, signal) => {
    const column = columns[Number(at)];
    return {
      key: at,
      rawJson: await withOpenEntry(openAt(column, states[Number(at)]), (id) => revealValue(id, key, signal)),
    };
  });
  const { copied, failed: notCopied, follow } = useCopied();
  const copy = (at: number): void =>
    follow(
      withOpenEntry(openAt(columns[at], states[at]), (entryId) => vault.entry.copy({ entryId, key })),
      { key, unseen: revealed?.key !== String(at), part: false },
    );
  return (
    <aside
      className={sideCss['drawer']}
      aria-label="Details"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onLeave();
      }}
    >
      <Stack gap={8}>
        <Row wrap align="center" gap={8}>
          <Text as="h3" weight={600} breaks data-mono data-selectable>
            <KeyName name={key} />
          </Text>
          <VerdictChip verdict={verdictOf(row, states)} />
        </Row>
        <KeyActions name={key} columns={columns} states={states} />
        {copied !== undefined && <CopiedLine copied={copied} />}
        {notCopied !== undefined && <ErrorText error={notCopied.error} />}
        {columns.map((column, at) => (
          <Value
            key={at}
            name={key}
            column={column}
            cell={row.cells[at]}
            state={states[at]}
            rawJson={revealed?.key === String(at) ? revealed.rawJson : undefined}
            problem={failed?.key === String(at) ? <ErrorText error={failed.error} /> : undefined}
            others={columns.filter((other, index) => index !== at && placeOf(other) !== undefined)}
            writable={columns.filter(
              (_other, index) => index !== at && isWritable(columns[index], states[index]),
            )}
            onReveal={() => toggle(String(at))}
            onCopy={() => copy(at)}
            onCopyPart={(text) =>
              follow(vault.clipboard.copySecretText({ text }), { key, unseen: false, part: true })
            }
          />
        ))}
      </Stack>
    </aside>
  );
}

interface ValueProps {
  readonly name: string;
  readonly column: ShownColumnHead;
  readonly cell: EnvironmentCell | null | undefined;
  readonly state: ShownColumn | undefined;
  readonly rawJson: string | undefined;
  readonly problem: React.ReactNode;
  /** Columns to compare it with. */
  readonly others: ShownColumns;
  /** Columns that its value can be copied to. */
  readonly writable: ShownColumns;
  readonly onReveal: () => void;
  readonly onCopy: () => void;
  readonly onCopyPart: (text: string) => void;
}

function Value(props: ValueProps) {
  const { name, column, cell, state, rawJson, problem, onReveal, onCopy, onCopyPart } = props;
  const place = placeOf(column);
  const items = useItems(props);
  const label = columnName(column);
  return (
    <Stack as="section" gap={6} className={css['value']} aria-label={label}>
      <Row align="center" gap={6}>
        <Box grow>
          <ColumnHead shown={column} />
        </Box>
        {cell !== null && cell !== undefined && place !== undefined && (
          <>
            <IconButton
              small
              icon={rawJson === undefined ? Eye : EyeOff}
              label={`${rawJson === undefined ? 'Reveal' : 'Hide'} ${name} of ${label}`}
              onClick={onReveal}
            />
            <IconButton small icon={Copy} label={`Copy ${name} of ${label}`} onClick={onCopy} />
          </>
        )}
        {items.length > 0 && (
          <Menu trigger={<IconButton small icon={Ellipsis} label={`More of ${label}`} />} items={items} />
        )}
      </Row>
      {cell === null || cell === undefined ? (
        <Text tone={state?.kind === 'read' ? 'warn' : 'dim'}>
          {state === undefined || state.kind === 'read' ? 'missing' : stateWords[state.kind]}
        </Text>
      ) : (
        <Row wrap align="center" gap={6}>
          <GroupChip group={cell.group} />
          {rawJson === undefined ? (
            hiddenDots
          ) : (
            <RevealedValue name={name} rawJson={rawJson} onCopy={onCopy} onCopyPart={onCopyPart} />
          )}
          <FactChips facts={cell.facts} />
        </Row>
      )}
      {problem}
    </Stack>
  );
}

function useItems({ name, column, cell, others, writable }: ValueProps): readonly MenuItem[] {
  const { openCompare, openEntry } = useWorkspaceActions();
  const place = placeOf(column);
  const toPlan = usePlan(place?.sessionId ?? '');
  if (place === undefined) return [];
  // The plan can be made at once: nothing is left to fill in.
  const copyTo = (targets: ShownColumns): void => {
    const { sessionId, mount, path } = place;
    const filled = { key: name, fromSession: sessionId, fromMount: mount, fromPath: path };
    toPlan(selectedOf(targets), 'copy-key', undefined, filled);
    void planOf(sessionId).make();
  };
  const copies: readonly MenuItem[] =
    cell === null || cell === undefined
      ? []
      : [
          ...writable.map((other): MenuItem => ({
            label: `Copy ${name} to ${columnName(other)}…`,
            icon: ArrowRightToLine,
            onSelect: () => copyTo([other]),
          })),
          ...(writable.length < 2
            ? []
            : [
                {
                  label: `Copy ${name} to all others…`,
                  icon: ArrowRightToLine,
                  onSelect: () => copyTo(writable),
                },
              ]),
        ];
  return [
    {
      label: 'Open entry',
      icon: FileKey,
      onSelect: () => openEntry(place.mount, place.path, { sessionId: place.sessionId, pin: true }),
    },
    ...others.flatMap((other): MenuItem[] => {
      const right = placeOf(other);
      return right === undefined
        ? []
        : [
            {
              label: `Compare with ${columnName(other)}`,
              icon: GitCompareArrows,
              onSelect: () => openCompare(place, right),
            },
          ];
    }),
    ...copies,
  ];
}

interface KeyActionsProps {
  readonly name: string;
  readonly columns: ShownColumns;
  readonly states: readonly ShownColumn[];
}

/** Changes of the key in all environments; each is a plan that is read before it runs. */
function KeyActions({ name, columns, states }: KeyActionsProps) {
  const targets = columns.filter((column, at) => isWritable(column, states[at]));
  const home = targets[0]?.session?.sessionId ?? '';
  const toPlan = usePlan(home);
  if (targets.length === 0) return null;
  const entries = targets.filter((column) => states[columns.indexOf(column)]?.kind === 'read');
  return (
    <Row wrap gap={8}>
      <Button
        small
        icon={PenLine}
        disabled={entries.length === 0}
        onClick={() => toPlan(selectedOf(entries), 'set-key', undefined, { key: name })}
      >
        Write to all…
      </Button>
      <Button
        small
        icon={Dices}
        disabled={entries.length === 0}
        onClick={() => toPlan(selectedOf(entries), 'rotate', undefined, { key: name })}
      >
        Generate…
      </Button>
    </Row>
  );
}

/** Columns as the selection of a plan. */
function selectedOf(columns: ShownColumns): readonly SelectedPlace[] {
  return columns.flatMap((column) => {
    const place = placeOf(column);
    return place === undefined
      ? []
      : [{ sessionId: place.sessionId, mount: place.mount.path, path: place.path }];
  });
}

/** An entry that can be written: it was read, or there is none yet. */
function isWritable(column: ShownColumnHead | undefined, state: ShownColumn | undefined): boolean {
  const known = state?.kind === 'read' || state?.kind === 'absent';
  return known && column !== undefined && placeOf(column) !== undefined;
}

/** The entry of a column, if its connection is open and its mount known. */
function placeOf({ session, mount, column }: ShownColumnHead): PlaceOfEntry | undefined {
  return session === undefined || mount === undefined
    ? undefined
    : { sessionId: session.sessionId, mount, path: column.path };
}

/** The entry as it was compared: of KV v2, that version. */
function openAt(column: ShownColumnHead | undefined, state: ShownColumn | undefined) {
  const place = column && placeOf(column);
  if (place === undefined) throw new Error('The column has no open entry.');
  return { place, version: state?.kind === 'read' ? state.version : undefined };
}
