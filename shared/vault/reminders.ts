/** Reminders in the custom metadata of an entry: its owner, its end, and when its values are to be rotated. */
import { isRecord } from './is-record.ts';
import { parseDuration } from './ttl.ts';

/** Fields of custom metadata that are understood, by their names; the names are a setting. */
export interface ReminderNames {
  readonly owner: string;
  readonly expires: string;
  readonly rotateAfter: string;
}

export const usualReminderNames: ReminderNames = {
  owner: 'owner',
  expires: 'expires',
  rotateAfter: 'rotate_after',
};

/** Longest name of a field of custom metadata, in characters. */
export const longestReminderName = 128;

/** Names from any file data: the usual one where none is usable. */
export function reminderNamesOf(data: unknown): ReminderNames {
  const read = (isRecord(data) ? data : {}) as Partial<Record<keyof ReminderNames, unknown>>;
  const name = (field: keyof ReminderNames): string => {
    const text = read[field];
    const trimmed = typeof text === 'string' ? text.trim() : '';
    return trimmed === '' || trimmed.length > longestReminderName ? usualReminderNames[field] : trimmed;
  };
  return { owner: name('owner'), expires: name('expires'), rotateAfter: name('rotateAfter') };
}

/** Fields of one entry as its metadata has them. */
export type Reminders = Partial<Record<keyof ReminderNames, string>>;

/** A date that a reminder names. */
export interface DueDate {
  readonly kind: 'expires' | 'rotate';
  /** Milliseconds since 1970; undefined: the text is no date that is understood. */
  readonly atMs: number | undefined;
  /** The text of the field. */
  readonly text: string;
}

/** Days before its date from which something counts as due soon. */
export const dueSoonDays = 14;

const DAY_MS = 86_400_000;

/** Picks the fields of a reminder from custom metadata; undefined without any. */
export function remindersIn(
  customMetadata: Readonly<Record<string, string>>,
  names: ReminderNames,
): Reminders | undefined {
  const fields = (Object.keys(names) as (keyof ReminderNames)[]).flatMap((field) => {
    const text = Object.hasOwn(customMetadata, names[field]) ? customMetadata[names[field]] : undefined;
    return text === undefined || text.trim() === '' ? [] : [[field, text.trim()] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/**
 * Dates of an entry's reminders, the earliest first and unreadable ones at the end. `writtenAt`: when the current
 * version was written, ISO 8601; a duration in `rotate_after` counts from then.
 */
export function dueDates(reminders: Reminders | undefined, writtenAt: string): readonly DueDate[] {
  const { expires, rotateAfter } = reminders ?? {};
  const dates: DueDate[] = [];
  if (expires !== undefined) dates.push({ kind: 'expires', atMs: dateMs(expires), text: expires });
  if (rotateAfter !== undefined)
    dates.push({
      kind: 'rotate',
      atMs: dateMs(rotateAfter) ?? afterMs(rotateAfter, writtenAt),
      text: rotateAfter,
    });
  return dates.sort((one, other) => (one.atMs ?? Infinity) - (other.atMs ?? Infinity));
}

/** Urgency of a date; `unreadable` if its text is no date. */
export function urgencyOf({ atMs }: DueDate, nowMs: number): 'overdue' | 'soon' | 'later' | 'unreadable' {
  if (atMs === undefined) return 'unreadable';
  if (atMs <= nowMs) return 'overdue';
  return atMs - nowMs <= dueSoonDays * DAY_MS ? 'soon' : 'later';
}

/** RFC 3339: a date, which begins at midnight UTC, or a date with time and offset. */
function dateMs(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)([Zz]|[+-]\d{2}:\d{2}))?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, date = '', time = '00:00:00', offset = 'Z'] = match;
  const day = Date.parse(`${date}T00:00:00Z`);
  // The 30th of February would become the 2nd of March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return undefined;
  const atMs = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** A duration with its unit, e.g. `90d` or `720h`, after a version was written. */
function afterMs(text: string, writtenAt: string): number | undefined {
  const weeks = /^(\d{1,5})w$/.exec(text);
  // A bare number has no unit that everybody would agree on.
  const seconds =
    weeks === null ? (/^\d+$/.test(text) ? undefined : parseDuration(text)) : Number(weeks[1]) * 604_800;
  const fromMs = Date.parse(writtenAt);
  if (seconds === undefined || seconds < 0 || Number.isNaN(fromMs)) return undefined;
  const atMs = fromMs + seconds * 1000;
  return Math.abs(atMs) <= 8.64e15 ? atMs : undefined;
}
