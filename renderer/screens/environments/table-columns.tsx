/** Columns of the table: the key, its verdict, and one per environment. */
import { groupName } from '../../../shared/vault/environments.ts';
import type {
  EnvironmentCell,
  EnvironmentRow,
  RowVerdict,
  ShownColumn,
} from '../../../shared/vault/environments.ts';
import { FactChips } from '../../parts/value/fact-chips-view.tsx';
import { KeyName } from '../../parts/value/key-name.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table.tsx';
import { ColumnHead, columnName, type ShownColumns } from './columns.tsx';

const verdictLooks: Readonly<Record<RowVerdict, { readonly words: string; readonly tone: Tone }>> = {
  same: { words: 'same', tone: 'ok' },
  different: { words: 'different', tone: 'warn' },
  missing: { words: 'missing', tone: 'danger' },
};

/** Tones of groups; the letter tells them apart. */
const groupTones: readonly Tone[] = ['neutral', 'accent', 'warn', 'ok', 'danger'];

/** Words for a column without values. */
export const stateWords: Readonly<Record<Exclude<ShownColumn['kind'], 'read'>, string>> = {
  absent: 'no entry',
  deleted: 'deleted',
  destroyed: 'destroyed',
  unreadable: 'not read',
  'not-connected': 'not connected',
};

/** The columns for a view's table. */
export function environmentColumns(
  shown: ShownColumns,
  states: readonly ShownColumn[],
  verdicts: ReadonlyMap<string, RowVerdict>,
): readonly Column<EnvironmentRow>[] {
  return [
    {
      title: 'Key',
      width: 120,
      share: 1.2,
      mono: true,
      text: ({ key }) => key,
      cell: ({ key }) => <KeyName name={key} />,
    },
    {
      title: 'Compared',
      width: 92,
      cell: ({ key }) => <VerdictChip verdict={verdicts.get(key)} />,
    },
    ...shown.map((column, at): Column<EnvironmentRow> => ({
      title: `${columnName(column)}: ${column.full}, ${column.connection}`,
      head: <ColumnHead shown={column} />,
      // The word of an environment stands beside the name.
      width: (column.session?.environment ?? '') === '' ? 128 : 210,
      share: 1,
      cell: ({ cells }) => <Cell cell={cells[at]} state={states[at]} />,
    })),
  ];
}

/** A row at a glance, in a word. */
export function VerdictChip({ verdict }: { readonly verdict: RowVerdict | undefined }) {
  if (verdict === undefined) return null;
  const { words, tone } = verdictLooks[verdict];
  return <Chip tone={tone}>{words}</Chip>;
}

/** The group of a value, by letter. */
export function GroupChip({ group }: { readonly group: number }) {
  return (
    <Chip mono tone={groupTones[group % groupTones.length] ?? 'neutral'} title="Equal values have one letter">
      {groupName(group)}
    </Chip>
  );
}

interface CellProps {
  readonly cell: EnvironmentCell | null | undefined;
  readonly state: ShownColumn | undefined;
}

function Cell({ cell, state }: CellProps) {
  if (cell === null || cell === undefined)
    return state === undefined || state.kind === 'read' ? (
      <Text tone="warn">missing</Text>
    ) : (
      <Text tone="dim">{stateWords[state.kind]}</Text>
    );
  return (
    <Row as="span" align="center" gap={6} cut>
      <GroupChip group={cell.group} />
      <FactChips facts={cell.facts} />
      {hiddenDots}
    </Row>
  );
}
