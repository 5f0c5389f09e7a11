/** Views of environments, and the table of each as it was read last: facts and groups, never a value. */
import type { QueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type {
  EnvironmentColumn,
  EnvironmentRow,
  EnvironmentView,
  ShownColumn,
} from '../../shared/vault/environments.ts';
import { appErrorOf, query, vault } from './client.ts';
import { Store } from './store.ts';

export interface ViewTable {
  /** By column of the view; empty: not read yet. */
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly EnvironmentRow[];
  /** ISO 8601; empty: not read yet. */
  readonly readAt: string;
  readonly busy: boolean;
  readonly problem: AppError | undefined;
}

const unread: ViewTable = { columns: [], rows: [], readAt: '', busy: false, problem: undefined };

const tables = new Map<string, Store<ViewTable>>();

/** The table of a view in this page. */
export function tableOf(viewId: string): Store<ViewTable> {
  const known = tables.get(viewId) ?? new Store(unread);
  tables.set(viewId, known);
  return known;
}

/** The connection of a session as a column names it. */
export function connectionOf({ profileId, address }: Pick<SessionView, 'profileId' | 'address'>): string {
  return profileId ?? address;
}

/** The open session that reaches a column. */
export function sessionOfColumn(
  { connection, namespace }: Pick<EnvironmentColumn, 'connection' | 'namespace'>,
  sessions: readonly SessionView[],
): SessionView | undefined {
  return sessions.find(
    (session) =>
      (session.profileId === connection || session.address === connection) &&
      session.namespace === namespace &&
      session.trouble?.kind !== 'locked',
  );
}

/** All saved views. */
export const viewsQuery = query('environments.views', {});

/** Saves a view; without an id it is a new one. Its table is forgotten. */
export async function saveView(
  client: QueryClient,
  view: Omit<EnvironmentView, 'viewId'> & { readonly viewId?: string },
): Promise<EnvironmentView> {
  const saved = await vault.environments.saveView(view);
  tables.delete(saved.viewId);
  await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
  return saved;
}

/** Deletes a view. */
export async function removeView(client: QueryClient, viewId: string): Promise<void> {
  await vault.environments.removeView({ viewId });
  tables.delete(viewId);
  await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
}

/** Reads the columns whose connection is open. Only the user's own click or key calls this: main wants a gesture. */
export async function readView(view: EnvironmentView, sessions: readonly SessionView[]): Promise<void> {
  const table = tableOf(view.viewId);
  const asked = view.columns.map((column) => {
    const session = sessionOfColumn(column, sessions);
    return session && { sessionId: session.sessionId, mount: column.mount, path: column.path };
  });
  const columns = asked.filter((one) => one !== undefined);
  if (columns.length === 0 || table.snapshot().busy) return;
  table.change({ busy: true, problem: undefined });
  try {
    const read = await vault.environments.read({ columns });
    // Places of the answer among all columns of the view.
    const places = asked.map((one) => (one === undefined ? -1 : columns.indexOf(one)));
    table.set({
      columns: places.map((at) => read.columns[at] ?? { kind: 'not-connected' }),
      rows: read.rows.map(({ key, cells }) => ({ key, cells: places.map((at) => cells[at] ?? null) })),
      readAt: read.readAt,
      busy: false,
      problem: undefined,
    });
  } catch (caught) {
    const problem = appErrorOf(caught);
    table.change({ busy: false, ...(problem.kind === 'cancelled' ? {} : { problem }) });
  }
}
