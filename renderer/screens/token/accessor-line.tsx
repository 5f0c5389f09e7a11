import { memo } from 'react';
import type { ReactNode } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { toned } from '../../ui/tone.ts';
import { columnSizes } from './shown-columns.ts';
import type { Column } from './table-view.ts';
import { isByValue, type LookedUp } from './token-notes.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './token.module.css';

export interface AccessorLineProps extends RowPlace {
  readonly row: AccessorRow;
  readonly columns: readonly Column[];
  readonly own: boolean;
  readonly chosen: boolean;
  readonly selected: boolean;
  readonly onToggle: (accessor: string) => void;
}

/** One token of the table; handles its keys and clicks. */
export const AccessorLine = memo(function AccessorLine(props: AccessorLineProps) {
  const { row, columns, own, chosen, selected, onToggle } = props;
  const { accessor, token, problem } = row;
  const name = token === undefined || token.displayName === '' ? accessor : token.displayName;
  const { style, ...attributes } = rowAttributes(props);
  return (
    <div
      {...attributes}
      role="row"
      aria-selected={selected}
      {...(chosen ? { 'aria-current': 'true' as const } : {})}
      className={sideCss['row']}
      style={{ ...style, gridTemplateColumns: columnSizes(columns) }}
    >
      <div role="gridcell" className={sideCss['check']} data-check>
        {accessor !== '' && !isByValue(accessor) && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => onToggle(accessor)}
          />
        )}
      </div>
      {token === undefined ? (
        <div role="gridcell" className={classes(sideCss['cell'], css['problem'])} title={problem}>
          <code>{accessor}</code> {problem ?? 'It could not be looked up.'}
        </div>
      ) : (
        columns.map((column) => (
          <TokenCell
            key={column}
            column={column}
            accessor={accessor}
            token={token}
            own={own}
            policiesShown={columns.includes('policies')}
          />
        ))
      )}
    </div>
  );
});

interface TokenCellProps {
  readonly column: Column;
  readonly accessor: string;
  readonly token: LookedUp;
  readonly own: boolean;
  /** The policies column is shown, which marks a root token already. */
  readonly policiesShown: boolean;
}

function TokenCell({ column, accessor, token, own, policiesShown }: TokenCellProps) {
  const unknown = token.noLookUp === 'nothing';
  switch (column) {
    case 'name':
      return (
        <Cell text={token.displayName}>
          {token.displayName === '' ? (
            <span className={toned('dim')}>{own ? 'My token' : 'No name'}</span>
          ) : (
            token.displayName
          )}{' '}
          {own && <Chip tone="accent">mine</Chip>}{' '}
          {!policiesShown && token.policies.includes('root') && <Chip tone="danger">root</Chip>}
        </Cell>
      );
    case 'accessor':
      return <Cell mono text={isByValue(accessor) ? '' : accessor} />;
    case 'policies':
      return <Cell mono text={[...token.policies, ...token.identityPolicies].join(', ')} />;
    case 'path':
      return <Cell mono text={token.path} />;
    case 'type':
      return <Cell text={token.type} />;
    case 'created':
      return <Cell text="">{token.issueTime !== '' && <ServerTime iso={token.issueTime} />}</Cell>;
    case 'expires':
      return (
        <Cell text="">
          {unknown ? '—' : token.expireTime === null ? 'never' : <ServerTime iso={token.expireTime} />}
        </Cell>
      );
    case 'entity':
      return <Cell mono text={token.entityId} />;
    case 'uses':
      return <Cell text={token.numUses === 0 ? '' : Math.max(0, token.numUses).toLocaleString('en-GB')} />;
  }
}

interface CellProps {
  /** The whole text, as the tooltip of a narrow cell. */
  readonly text: string;
  readonly mono?: boolean;
  readonly children?: ReactNode;
}

function Cell({ text, mono = false, children = text }: CellProps) {
  return (
    <div
      role="gridcell"
      className={classes(sideCss['cell'], mono && sideCss['mono'])}
      {...(text === '' ? {} : { title: text })}
    >
      {children}
    </div>
  );
}
