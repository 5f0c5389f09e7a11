/**
 * Order of a response's rows. The requested data is below `data`; the rest of the envelope (request id, lease,
 * `mount_type` …) matters little, and parts with a card of their own are not repeated. A response without an envelope
 * (`sys/health`, a login that needs more input) is shown whole.
 */
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';

export interface Lease {
  readonly leaseId: string;
  readonly seconds: number;
  readonly renewable: boolean;
}

export interface AnswerLayout {
  readonly main: readonly AnswerRow[];
  /** Rows of the envelope. */
  readonly rest: readonly AnswerRow[];
  /** Absent without a lease. */
  readonly lease?: Lease;
  /** The response is an unwrapped entry of KV version 2: `main` has its keys. */
  readonly entry?: EntryVersion;
}

export interface EntryVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly createdTime: string;
}

const envelope = new Set([
  'request_id',
  'lease_id',
  'lease_duration',
  'renewable',
  'wrap_info',
  'warnings',
  'auth',
  'mount_type',
]);

/** Splits the rows of a response. */
export function layoutOf({ kind, rows, wrap, login }: AnswerView): AnswerLayout {
  const lease = leaseOf(rows);
  const entry = kind === 'unwrapped' ? entryOf(rows) : undefined;
  const found = { ...(lease === undefined ? {} : { lease }), ...(entry === undefined ? {} : { entry }) };
  const top = entry === undefined ? '/data' : '/data/data';
  const data = rows.find(({ pointer }) => pointer === top);
  const isData = ({ pointer }: AnswerRow): boolean => pointer === top || pointer.startsWith(`${top}/`);
  const hasRef = (name: string): boolean =>
    (name === 'auth' && login !== undefined) || (name === 'wrap_info' && wrap !== undefined);
  if (data !== undefined && (data.count ?? 0) > 0) {
    const main = rows
      .filter((row) => isData(row) && row.pointer !== top)
      .map((row) => ({ ...row, depth: row.depth - data.depth - 1 }));
    return { main, rest: rows.filter((row) => !isData(row)), ...found };
  }
  const isEnvelope = (row: AnswerRow): boolean => {
    const name = topName(row.pointer);
    const full = (name === 'auth' || name === 'wrap_info') && isFull(rows, `/${name}`);
    return row.pointer === '' || (envelope.has(name) && (!full || hasRef(name))) || isData(row);
  };
  const main = rows.filter((row) => !isEnvelope(row));
  const carded = wrap !== undefined || login !== undefined;
  if (main.length === 0 && !carded) return { main: rows, rest: [], ...found };
  return { main, rest: rows.filter(isEnvelope), ...found };
}

/** Visible rows, without those below `closed` ones. */
export function unfolded(rows: readonly AnswerRow[], closed: ReadonlySet<string>): readonly AnswerRow[] {
  if (closed.size === 0) return rows;
  let foldedAt = Infinity;
  return rows.filter((row) => {
    if (row.depth > foldedAt) return false;
    foldedAt = closed.has(row.pointer) ? row.depth : Infinity;
    return true;
  });
}

function topName(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

function isFull(rows: readonly AnswerRow[], pointer: string): boolean {
  return rows.some((row) => row.pointer === pointer && (row.count ?? 0) > 0);
}

function leaseOf(rows: readonly AnswerRow[]): Lease | undefined {
  const leaseId = plain(rows, '/lease_id');
  if (typeof leaseId !== 'string' || leaseId === '') return undefined;
  const seconds = plain(rows, '/lease_duration');
  return {
    leaseId,
    seconds: typeof seconds === 'number' ? seconds : 0,
    renewable: plain(rows, '/renewable') === true,
  };
}

/** Facts of an entry of KV version 2 with keys, which lie beside the version's metadata. */
function entryOf(rows: readonly AnswerRow[]): EntryVersion | undefined {
  const keys = rows.find(({ pointer }) => pointer === '/data/data');
  const version = plain(rows, '/data/metadata/version');
  const createdTime = plain(rows, '/data/metadata/created_time');
  if (keys?.what !== 'object' || (keys.count ?? 0) === 0) return undefined;
  return typeof version === 'number' && typeof createdTime === 'string'
    ? { version, createdTime }
    : undefined;
}

function plain(rows: readonly AnswerRow[], pointer: string): unknown {
  const rawJson = rows.find((row) => row.pointer === pointer)?.rawJson;
  return rawJson === undefined ? undefined : (JSON.parse(rawJson) as unknown);
}
