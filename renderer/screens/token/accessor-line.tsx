import { memo } from 'react';
import type { ReactNode } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { LookedUp } from './token-notes.ts';
import css from './token.module.css';

export interface AccessorLineProps extends RowPlace {
  readonly row: AccessorRow;
  readonly own: boolean;
  readonly selected: boolean;
  readonly onToggle: (accessor: string) => void;
}

/** One token of the table, which hears its keys and clicks. */
export const AccessorLine = memo(function AccessorLine(props: AccessorLineProps) {
  const { row, own, selected, onToggle } = props;
  const { accessor, token, problem } = row;
  const name = token === undefined || token.displayName === '' ? accessor : token.displayName;
  return (
    <div {...rowAttributes(props)} role="row" aria-selected={selected} className={css['row']}>
      <div role="gridcell" className={css['check']} data-check>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={() => {
            onToggle(accessor);
          }}
        />
      </div>
      {token === undefined ? (
        <>
          <Cell text="">
            <span className={css['dim']}>not known</span>
          </Cell>
          <Cell text={accessor} mono />
          <div role="gridcell" className={classes(css['cell'], css['problem'])} title={problem}>
            {problem ?? 'It could not be looked up.'}
          </div>
        </>
      ) : (
        <TokenCells accessor={accessor} token={token} own={own} />
      )}
    </div>
  );
});

interface TokenCellsProps {
  readonly accessor: string;
  readonly token: LookedUp;
  readonly own: boolean;
}

function TokenCells({ accessor, token, own }: TokenCellsProps) {
  const policies = [...token.policies, ...token.identityPolicies].join(', ');
  return (
    <>
      <Cell text={token.displayName}>
        {token.displayName === '' ? <span className={css['dim']}>without a name</span> : token.displayName}{' '}
        {own && <Chip tone="accent">mine</Chip>}{' '}
        {token.policies.includes('root') && <Chip tone="danger">root</Chip>}
      </Cell>
      <Cell text={accessor} mono />
      <Cell text={policies} mono />
      <Cell text={token.path} mono />
      <Cell text={token.type} />
      <Cell text="">{token.issueTime !== '' && <RelativeTime iso={token.issueTime} />}</Cell>
      <Cell text="">{token.expireTime === null ? 'never' : <RelativeTime iso={token.expireTime} />}</Cell>
      <Cell text={token.entityId} mono />
      <Cell text={token.numUses === 0 ? 'unlimited' : token.numUses.toLocaleString('en-GB')} />
    </>
  );
}

interface CellProps {
  /** The whole text, for a cell that is too narrow. */
  readonly text: string;
  readonly mono?: boolean;
  readonly children?: ReactNode;
}

function Cell({ text, mono = false, children = text }: CellProps) {
  return (
    <div
      role="gridcell"
      className={classes(css['cell'], mono && css['mono'])}
      {...(text === '' ? {} : { title: text })}
    >
      {children}
    </div>
  );
}
