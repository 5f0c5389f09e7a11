/**
 * Compares the sender's statements about a wrapping token with the server's. An attacker who unwrapped a token on its
 * way can wrap the content again and send that on: then the path is `sys/wrapping/wrap`, or the time is too late
 * (vault-http-facts 6.11).
 */
import { handMadePath, type WrapLookup } from '../../../shared/vault/wrapping.ts';

/** Tolerance: clocks differ, and people round. */
const slackMs = 2 * 60_000;

export interface Expectation {
  /** The path, or its beginning; empty: not told. */
  readonly path: string;
  /** Time of creation or sending, as typed; empty: not told. */
  readonly time: string;
}

export interface Comparison {
  /** `within`: the told path is only the beginning of the server's. */
  readonly verdict: 'matches' | 'within' | 'differs' | 'untold' | 'unreadable';
  /** A sentence, if it differs or cannot be read. */
  readonly words?: string;
}

/** Compares the creation path with the told one, which can be its beginning. */
export function comparePath({ creationPath }: WrapLookup, told: string): Comparison {
  const expected = plainPath(told);
  if (expected === '') return { verdict: 'untold' };
  const made = plainPath(creationPath);
  const forms = [expected, ...asApiPaths(expected)];
  if (forms.includes(made)) return { verdict: 'matches' };
  if (forms.some((path) => made.startsWith(`${path}/`))) return { verdict: 'within' };
  return { verdict: 'differs', words: 'Created at another path.' };
}

/** Checks that it was created at the told time. */
export function compareTime({ createdAt }: WrapLookup, told: string, nowMs: number): Comparison {
  if (told.trim() === '') return { verdict: 'untold' };
  const sent = readTime(told, nowMs);
  if (sent === undefined)
    return { verdict: 'unreadable', words: 'Write a time as 14:05, or 2026-11-20 14:05.' };
  const madeMs = Date.parse(createdAt);
  if (madeMs > sent.toMs + slackMs)
    return {
      verdict: 'differs',
      words: 'Created later: someone may have unwrapped the first token and wrapped its content again.',
    };
  if (madeMs < sent.fromMs - slackMs)
    return { verdict: 'differs', words: 'Created earlier: it may be another token.' };
  return { verdict: 'matches' };
}

/** Differences from the sender's statements, one sentence each; empty if all match. */
export function differencesFrom(lookup: WrapLookup, told: Expectation, nowMs: number): readonly string[] {
  return [comparePath(lookup, told.path), compareTime(lookup, told.time, nowMs)].flatMap(
    ({ verdict, words }) => (verdict === 'differs' && words !== undefined ? [words] : []),
  );
}

/** True if its content can be anything: it was wrapped by hand, and the sender did not say so. */
export function isHandMade(lookup: WrapLookup, toldPath: string): boolean {
  return (
    plainPath(lookup.creationPath) === handMadePath && comparePath(lookup, toldPath).verdict === 'untold'
  );
}

export interface ReadTime {
  readonly fromMs: number;
  /** The end of the named minute or second. */
  readonly toMs: number;
}

/**
 * Parses common forms of a time: `14:05`, `14:05:09`, `2026-11-20 14:05`, ISO 8601; with `Z` or `UTC`, or an offset,
 * else in local time. A time without a date is its last occurrence (or one within the next hour).
 */
export function readTime(text: string, nowMs: number): ReadTime | undefined {
  const match =
    /^(?:(\d{4})-(\d{2})-(\d{2})[T ]\s*)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    );
  if (match === null) return undefined;
  const [, year, month, day, hour = '', minute = '', second, zone] = match;
  const numbers = [hour, minute, second ?? '0'].map(Number);
  const [h = 0, m = 0, s = 0] = numbers;
  if (h > 23 || m > 59 || s > 59) return undefined;
  const spanMs = second === undefined ? 60_000 : 1000;
  const offset = offsetMs(zone);
  if (year !== undefined && month !== undefined && day !== undefined) {
    const at = moment([Number(year), Number(month) - 1, Number(day)], [h, m, s], offset);
    return at === undefined ? undefined : { fromMs: at, toMs: at + spanMs };
  }
  const now = new Date(offset === undefined ? nowMs : nowMs + offset);
  const today: Day =
    offset === undefined
      ? [now.getFullYear(), now.getMonth(), now.getDate()]
      : [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const at = moment(today, [h, m, s], offset);
  if (at === undefined) return undefined;
  const fromMs = at > nowMs + 3_600_000 ? at - 86_400_000 : at;
  return { fromMs, toMs: fromMs + spanMs };
}

type Day = readonly [year: number, month: number, day: number];

/** Undefined if the date does not exist. `offset` undefined: local time. */
function moment([year, month, day]: Day, time: Day, offset: number | undefined): number | undefined {
  const check = new Date(Date.UTC(year, month, day));
  if (check.getUTCMonth() !== month || check.getUTCDate() !== day) return undefined;
  return offset === undefined
    ? new Date(year, month, day, ...time).getTime()
    : Date.UTC(year, month, day, ...time) - offset;
}

function offsetMs(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Without `/v1/`, slashes at its ends, and a trailing ellipsis. */
function plainPath(text: string): string {
  const trimmed = text
    .trim()
    .replace(/(?:…|\.\.\.|\*)$/, '')
    .replace(/^\/+/, '')
    .replace(/^v1\//, '');
  return trimmed.replace(/\/+$/, '');
}

/** KV version 2 reports `secret/data/x` for `secret/x`; the end of the mount path is not known here. */
function asApiPaths(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => [...parts.slice(0, index + 1), 'data', ...parts.slice(index + 1)].join('/'));
}
