import type { ShownColumn } from '../../../shared/vault/environments.ts';
import { Problem } from '../../parts/read/loaded.tsx';
import { SessionRemedies } from '../../parts/refusal/session-remedies.tsx';
import { Button } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { columnName, type ShownColumns } from './columns.tsx';

export interface ColumnProblemsProps {
  readonly columns: ShownColumns;
  readonly states: readonly ShownColumn[];
}

/** Columns that could not be read, each with the reason and the remedy. */
export function ColumnProblems({ columns, states }: ColumnProblemsProps) {
  const { showConnect } = useWorkspaceActions();
  return columns.map((column, at) => {
    const state = states[at];
    const { session } = column;
    if (state?.kind === 'unreadable' && session !== undefined)
      return (
        <SessionRemedies key={at} session={session}>
          <Problem error={state.error} title={`${columnName(column)} was not read`} />
        </SessionRemedies>
      );
    if (state?.kind !== 'not-connected') return null;
    return (
      <Row key={at} align="center" gap={8}>
        <Text tone="warn">
          {column.connection} is not open: <code>{column.full}</code> was not read.
        </Text>
        <Button small onClick={() => showConnect()}>
          Connect
        </Button>
      </Row>
    );
  });
}
