/**
 * The page of a topic that lists rows: a table, the details of the chosen row beside it, and a form that creates one.
 * A topic gives its query, columns, facts, changes and forms; `drawer` is for details written by hand.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Form } from '../form/draft-form.tsx';
import { Loaded, isNotHere } from '../read/loaded.tsx';
import { useRead, type Read } from '../read/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { Table, type Column, type Selection } from '../../ui/table.tsx';
import { Tabs, type TabsProps } from '../../ui/tabs.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { Details, type DetailsProps } from '../form/details.tsx';
import { Beside } from './beside.tsx';
import { TopicPage } from './topic-page.tsx';
import css from './resource.module.css';

/** The state of a page, for its parts. */
export interface ResourcePage<Data> extends Pick<Read<unknown>, 'costs' | 'refresh'> {
  readonly data: Data;
  /** Opens the details of the row with this key. */
  readonly choose: (key: string) => void;
  readonly close: () => void;
  /** Closes the details and reads again. */
  readonly removed: () => void;
}

export interface ResourceProps<Data, Row, Kind extends string> {
  /** Undefined: the rows are not read from a server. */
  readonly session: SessionView | undefined;
  readonly title: string;
  /** The topic. */
  readonly id: string;
  readonly list: UseQueryOptions<Data>;
  /** Title of a failed list. */
  readonly failed: string;
  readonly sudo?: boolean;
  readonly rows: (data: Data) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[] | ((data: Data) => readonly Column<Row>[]);
  /** Name of the table; default: the title. */
  readonly label?: string;
  readonly note?: (page: ResourcePage<Data | undefined>) => ReactNode;
  readonly tabs?: Omit<TabsProps<Kind>, 'children'>;
  /** At the top of the page, whatever the list's state. */
  readonly top?: (page: ResourcePage<Data | undefined>) => ReactNode;
  readonly above?: (data: Data) => ReactNode;
  readonly below?: (page: ResourcePage<Data>) => ReactNode;
  /** Replaces a table without rows. */
  readonly empty?: ReactNode;
  readonly filter?: {
    /** Of the box above the table. Absent: `text` is typed elsewhere. */
    readonly label?: string;
    readonly text?: string;
    /** Texts of a row. */
    readonly texts: (row: Row) => readonly string[];
    /** Replaces a table without rows that pass. */
    readonly none?: string;
  };
  readonly actions?: (page: ResourcePage<Data | undefined>) => ReactNode;
  /** The button that opens an empty form; `also`: its name in the palette. */
  readonly create?: {
    readonly label: string;
    readonly also?: string;
    readonly form: (page: ResourcePage<Data | undefined>) => Form;
  };
  readonly details?: (row: Row, page: ResourcePage<Data>) => Omit<DetailsProps, 'onClose'>;
  /** Details written by hand, of any key: the list need not have the row. The list's state then stands beside them. */
  readonly drawer?: (key: string, page: ResourcePage<Data | undefined>) => ReactNode;
  /** Above the list that a drawer stands beside, whatever the list's state. */
  readonly head?: ReactNode;
  /** Default: opens the details. */
  readonly onOpen?: (row: Row, page: ResourcePage<Data | undefined>) => void;
  readonly selection?: (page: ResourcePage<Data>) => Selection<Row> | undefined;
}

/** A topic as a table with details and a form. */
export function Resource<Data, Row, Kind extends string = never>(props: ResourceProps<Data, Row, Kind>) {
  const { session, title, id, keyOf, tabs, create, details, drawer } = props;
  const read = useRead(session, props.list);
  const [chosen, choose] = useState('');
  const [filter, setFilter] = useState('');
  const [isCreating, setCreating] = useCreation(props);
  const close = (): void => choose('');
  const removed = (): void => {
    close();
    read.refresh();
  };
  const page: ResourcePage<Data | undefined> = { ...read, choose, close, removed };
  const listed = (data: Data, rows: readonly Row[]): ReactNode => {
    const needle = (props.filter?.text ?? filter).trim().toLowerCase();
    const shown = rows.filter(
      (row) => props.filter?.texts(row).some((text) => text.toLowerCase().includes(needle)) !== false,
    );
    return (
      <>
        {props.filter?.label !== undefined && (
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
            selection={props.selection?.({ ...page, data })}
            onOpen={(row) => (props.onOpen === undefined ? choose(keyOf(row)) : props.onOpen(row, page))}
          />
        )}
      </>
    );
  };
  const list = (
    <Loaded query={read} failed={props.failed} sudo={props.sudo ?? false}>
      {(data) => {
        const rows = props.rows(data);
        const isEmpty = rows.length === 0 && props.empty !== undefined;
        const row = rows.find((one) => keyOf(one) === chosen);
        const content = isEmpty ? props.empty : listed(data, rows);
        return (
          <>
            {props.above?.(data)}
            {isEmpty || drawer !== undefined ? (
              content
            ) : (
              <Beside
                drawer={
                  row !== undefined &&
                  details !== undefined && (
                    <Details key={chosen} {...details(row, { ...page, data })} onClose={close} />
                  )
                }
              >
                {content}
              </Beside>
            )}
            {props.below?.({ ...page, data })}
          </>
        );
      }}
    </Loaded>
  );
  const body =
    drawer === undefined ? (
      list
    ) : (
      <Beside drawer={chosen !== '' && <Fragment key={chosen}>{drawer(chosen, page)}</Fragment>}>
        {props.head}
        {list}
      </Beside>
    );
  return (
    <TopicPage
      title={title}
      id={id}
      query={read}
      note={props.note?.(page)}
      actions={
        <>
          {props.actions?.(page)}
          {create !== undefined && !isNotHere(read.error) && (
            <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
              {create.label}
            </Button>
          )}
        </>
      }
    >
      {props.top?.(page)}
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
      {isCreating && create?.form(page)(() => setCreating(false))}
    </TopicPage>
  );
}

/** True while the form of a new row is open; the palette opens it, too. */
function useCreation<Data, Row, Kind extends string>({ id, title, create }: ResourceProps<Data, Row, Kind>) {
  const creation = useState(false);
  const [, setCreating] = creation;
  useActions(() =>
    create === undefined
      ? []
      : [
          {
            id: `administration.${id}.create`,
            label: create.also ?? create.label,
            group: title,
            icon: Plus,
            run: () => setCreating(true),
          },
        ],
  );
  return creation;
}
