/** Reads one entry per environment and compares them by key. Of the values, only their facts and groups leave main. */
import { setImmediate } from 'node:timers/promises';
import type { ColumnState, EnvironmentRow, EnvironmentTable } from '../../../shared/vault/environments.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { asAppError } from '../../core/connection/trouble.ts';
import { canonicalJson } from '../../core/entries/canonical-json.ts';
import { readApproved, refuseOtherEngine } from '../../core/entries/reading.ts';
import type { Session } from '../../core/session/session.ts';
import type { Pace } from '../pace.ts';

export interface ColumnToRead {
  readonly session: Session;
  readonly mount: MountPath;
  readonly path: string;
}

interface ReadColumn {
  readonly state: ColumnState;
  readonly members: readonly Member[];
}

/** Longest comparison without a pause, in milliseconds. */
const LONGEST_MS = 10;

/** Reads and compares columns, within the pace of each session. A column that cannot be read says why. */
export async function readEnvironments(
  columns: readonly ColumnToRead[],
  paceOf: (session: Session) => Pace,
  signal: AbortSignal,
): Promise<EnvironmentTable> {
  const read = await Promise.all(columns.map((column) => readColumn(column, paceOf(column.session), signal)));
  signal.throwIfAborted();
  return {
    columns: read.map(({ state }) => state),
    rows: await compareColumns(
      read.map(({ members }) => members),
      signal,
    ),
    readAt: new Date().toISOString(),
  };
}

async function readColumn(
  { session, mount: at, path }: ColumnToRead,
  pace: Pace,
  signal: AbortSignal,
): Promise<ReadColumn> {
  try {
    const mount = await session.mounts.at(at, signal);
    refuseOtherEngine(mount);
    const { content, version, about } = await pace.run(() =>
      readApproved(session, mount, path, undefined, signal),
    );
    const { createdTime } = about;
    return {
      state: {
        kind: 'read',
        ...(version === undefined ? {} : { version }),
        ...(createdTime === undefined ? {} : { createdTime }),
      },
      members: content.members,
    };
  } catch (failure) {
    signal.throwIfAborted();
    return { state: stateOf(failure), members: [] };
  }
}

function stateOf(failure: unknown): ColumnState {
  const error = asAppError(failure);
  if (error.kind === 'invalid-path') {
    if (error.reason === 'absent') return { kind: 'absent' };
    if (error.reason === 'deleted-version') return { kind: 'deleted' };
    if (error.reason === 'destroyed-version') return { kind: 'destroyed' };
  }
  return { kind: 'unreadable', error };
}

/** Compares all keys, in the order of their first appearance. Numbers differ if any digit does. */
export async function compareColumns(
  columns: readonly (readonly Member[])[],
  signal?: AbortSignal,
): Promise<readonly EnvironmentRow[]> {
  const maps = columns.map((members) => new Map(members));
  const rows: EnvironmentRow[] = [];
  let pausedMs = performance.now();
  for (const key of new Set(columns.flatMap((members) => members.map(([name]) => name)))) {
    const groups = groupsOf(maps.map((map) => map.get(key)));
    rows.push({
      key,
      cells: maps.map((map, at) => {
        const raw = map.get(key);
        return raw === undefined ? null : { group: groups[at] ?? 0, facts: valueFacts(key, raw) };
      }),
    });
    if (performance.now() - pausedMs < LONGEST_MS) continue;
    await setImmediate();
    signal?.throwIfAborted();
    pausedMs = performance.now();
  }
  return rows;
}

/** The group of each value by its position; only values that differ as text are parsed. */
function groupsOf(raws: readonly (string | undefined)[]): readonly (number | undefined)[] {
  const distinct = new Set(raws.filter((raw) => raw !== undefined));
  const numbers = new Map<string, number>();
  return raws.map((raw) => {
    if (raw === undefined) return undefined;
    const form = distinct.size === 1 ? raw : canonicalJson(raw, 'exact');
    const number = numbers.get(form) ?? numbers.size;
    numbers.set(form, number);
    return number;
  });
}
