/**
 * The page of a topic that lists rows: a table, the details of the chosen row beside it, and a form that creates or
 * edits one. A topic gives its query, columns, facts and changes; what differs more is a page of its own.
 */
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { Loaded, isNotHere } from '../../parts/read/loaded.tsx';
import { useRead, type Read } from '../../parts/read/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Tabs, type TabsProps } from '../../ui/tabs.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { Beside } from './details.tsx';
import { TopicPage } from './topic-page.tsx';
import css from './administration.module.css';

/** The state of a page, for its parts. */
export interface ResourcePage<Data, Row> extends Pick<Read<unknown>, 'costs' | 'refresh'> {
  readonly data: Data;
  /** Opens the details of the row with this key. */
  readonly choose: (key: string) => void;
  readonly close: () => void;
  readonly edit: (row: Row) => void;
  /** Closes the form. */
  readonly cancel: () => void;
  /** Closes the form and reads again. */
  readonly saved: () => void;
  /** Closes the details and reads again. */
  readonly removed: () => void;
}

export interface ResourceProps<Data, Row, Key extends QueryKey, Kind extends string> {
  readonly session: SessionView;
  readonly title: string;
  /** The topic. */
  readonly id: string;
  readonly list: UseQueryOptions<Data, Error, Data, Key>;
  /** Title of a failed list. */
  readonly failed: string;
  readonly sudo?: boolean;
  readonly rows: (data: Data) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[] | ((data: Data) => readonly Column<Row>[]);
  /** Name of the table; default: the title. */
  readonly label?: string;
  readonly note?: (page: ResourcePage<Data | undefined, Row>) => ReactNode;
  readonly tabs?: Omit<TabsProps<Kind>, 'children'>;
  /** At the top of the page, whatever the list's state. */
  readonly top?: ReactNode;
  readonly above?: (data: Data) => ReactNode;
  readonly below?: (page: ResourcePage<Data, Row>) => ReactNode;
  /** Replaces a table without rows. */
  readonly empty?: ReactNode;
  readonly filter?: {
    readonly label: string;
    /** Texts of a row. */
    readonly texts: (row: Row) => readonly string[];
    /** Replaces a table without rows that pass. */
    readonly none?: string;
  };
  readonly actions?: ReactNode;
  /** Label of the button that opens an empty form; `also`: the same in the palette. */
  readonly create?: { readonly label: string; readonly also: string };
  /** Creates a row, or edits one. */
  readonly form?: (page: ResourcePage<Data | undefined, Row>, row: Row | undefined) => ReactNode;
  readonly details?: (row: Row, page: ResourcePage<Data, Row>) => ReactNode;
}

/** A topic as a table with details and a form. */
export function Resource<Data, Row, Key extends QueryKey, Kind extends string = never>(
  props: ResourceProps<Data, Row, Key, Kind>,
) {
  const { session, title, id, keyOf, tabs, create, details } = props;
  const read = useRead(session, props.list);
  const [chosen, choose] = useState('');
  const [filter, setFilter] = useState('');
  const [editing, setEditing] = useState<{ readonly row: Row | undefined }>();
  const close = (): void => choose('');
  const page: ResourcePage<Data | undefined, Row> = {
    ...read,
    choose,
    close,
    edit: (row) => setEditing({ row }),
    cancel: () => setEditing(undefined),
    saved: () => {
      setEditing(undefined);
      read.refresh();
    },
    removed: () => {
      close();
      read.refresh();
    },
  };
  const open = (): void => setEditing({ row: undefined });
  useActions(() =>
    create === undefined
      ? []
      : [{ id: `administration.${id}.create`, label: create.also, group: title, icon: Plus, run: open }],
  );
  const body = (
    <Loaded query={read} failed={props.failed} sudo={props.sudo ?? false}>
      {(data) => {
        const rows = props.rows(data);
        const needle = filter.trim().toLowerCase();
        const shown = rows.filter(
          (row) => props.filter?.texts(row).some((text) => text.toLowerCase().includes(needle)) !== false,
        );
        const row = rows.find((one) => keyOf(one) === chosen);
        return (
          <>
            {props.above?.(data)}
            {rows.length === 0 && props.empty !== undefined ? (
              props.empty
            ) : (
              <Beside
                drawer={
                  row !== undefined && <Fragment key={chosen}>{details?.(row, { ...page, data })}</Fragment>
                }
              >
                {props.filter !== undefined && (
                  <FilterBox data-filter label={props.filter.label} text={filter} onText={setFilter} />
                )}
                {shown.length === 0 && props.filter?.none !== undefined ? (
                  <EmptyState title={props.filter.none} />
                ) : (
                  <Table
                    label={props.label ?? title}
                    rows={shown}
                    columns={typeof props.columns === 'function' ? props.columns(data) : props.columns}
                    keyOf={keyOf}
                    chosen={chosen}
                    onOpen={(one) => choose(keyOf(one))}
                  />
                )}
              </Beside>
            )}
            {props.below?.({ ...page, data })}
          </>
        );
      }}
    </Loaded>
  );
  return (
    <TopicPage
      title={title}
      id={id}
      query={read}
      note={props.note?.(page)}
      actions={
        <>
          {props.actions}
          {create !== undefined && (
            <Button icon={Plus} variant="primary" disabled={isNotHere(read.error)} onClick={open}>
              {create.label}
            </Button>
          )}
        </>
      }
    >
      {props.top}
      {tabs === undefined ? (
        body
      ) : (
        <div className={css['fill']}>
          <Tabs
            {...tabs}
            onValue={(kind) => {
              close();
              tabs.onValue(kind);
            }}
          >
            {body}
          </Tabs>
        </div>
      )}
      {editing !== undefined && props.form?.(page, editing.row)}
    </TopicPage>
  );
}
