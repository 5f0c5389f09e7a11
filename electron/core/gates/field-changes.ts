/**
 * Compares the fields of a body with those that the server holds, for the prompt that asks: each field that differs
 * is listed in full, a list with one line per item. Unchanged fields are left out.
 */
import type { ChangedField, FieldLine } from '../../../shared/ipc/trusted-contract.ts';
import { itemsOf, sliceMembers } from '../../../shared/vault/json-slices.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import { changedLines } from './changed-lines.ts';

/** Placeholder for a credential. */
export const CREDENTIAL = '[credential]';

/** Inputs of a comparison. */
export interface Comparison {
  /** JSON object that the server holds; undefined if there is nothing to compare with. */
  readonly before?: string | undefined;
  /** Fields that the server returns under another name than it accepts. */
  readonly readAs?: Readonly<Record<string, string>>;
  /** True for a field whose map adds to the existing one instead of replacing it. */
  readonly merges: (field: string) => boolean;
  /** True if the field's new text is a credential. */
  readonly isCredential: (path: readonly string[]) => boolean;
  /** True if the field's text on the server is a credential. */
  readonly holdsCredential: (path: readonly string[]) => boolean;
}

/** Returns the fields of a JSON object that differ, in its order. Throws `SyntaxError` if it is not an object. */
export function fieldChanges(body: string, compare: Comparison): readonly ChangedField[] {
  const { before, readAs = {}, merges } = compare;
  const beforeMembers = before === undefined ? undefined : new Map(sliceMembers(before));
  return sliceMembers(body).flatMap(([name, raw]) =>
    fieldOf([name], raw, beforeMembers?.get(readAs[name] ?? name), {
      ...compare,
      isCompared: beforeMembers !== undefined,
      merged: merges(name),
    }),
  );
}

interface Below extends Comparison {
  readonly isCompared: boolean;
  readonly merged: boolean;
}

function fieldOf(
  path: readonly string[],
  raw: string,
  before: string | undefined,
  below: Below,
): readonly ChangedField[] {
  const name = path.join(' / ');
  const after = raw.trim();
  const beforeText = before?.trim();
  if (below.isCredential(path) && !isMap(after))
    return [{ name, lines: [{ kind: below.isCompared ? 'added' : 'sent', text: CREDENTIAL }] }];
  if (beforeText !== undefined && below.holdsCredential(path) && !isMap(after))
    return [{ name, lines: replaced([CREDENTIAL], linesOf(after)) }];
  if (isMap(after) && (beforeText === undefined || beforeText === 'null' || isMap(beforeText)))
    return mapFields(path, after, isMap(beforeText) ? beforeText : undefined, below);
  if (!below.isCompared) return [{ name, lines: linesOf(after).map((text) => ({ kind: 'sent', text })) }];
  // The server leaves this field out: its value there is unknown.
  if (beforeText === undefined) return [{ name, lines: asLines('added', linesOf(after)) }];
  if (isSame(beforeText, after)) return [];
  const lines = changedText(beforeText, after);
  return [{ name, lines: lines.length > 0 ? lines : replaced(linesOf(beforeText), linesOf(after)) }];
}

function mapFields(
  path: readonly string[],
  after: string,
  before: string | undefined,
  below: Below,
): readonly ChangedField[] {
  const members = sliceMembers(after);
  const beforeMembers = new Map(before === undefined ? [] : sliceMembers(before));
  const keys = new Set(members.map(([key]) => key));
  const gone = below.merged ? [] : [...beforeMembers].filter(([key]) => !keys.has(key));
  const changed = [
    ...members.flatMap(([key, raw]) => fieldOf([...path, key], raw, beforeMembers.get(key), below)),
    ...gone.map(([key, raw]) => ({
      name: [...path, key].join(' / '),
      lines: asLines('removed', below.holdsCredential([...path, key]) ? [CREDENTIAL] : linesOf(raw.trim())),
    })),
  ];
  const isNew = members.length === 0 && !below.isCompared;
  return isNew ? [{ name: path.join(' / '), lines: [{ kind: 'sent', text: '{}' }] }] : changed;
}

/** Removed and added items or lines; empty if only the order differs. */
function changedText(before: string, after: string): readonly FieldLine[] {
  if (before.startsWith('[') && after.startsWith('[')) {
    const old = linesOf(before);
    const now = linesOf(after);
    return [...asLines('removed', without(old, now)), ...asLines('added', without(now, old))];
  }
  const [old, now] = [textOf(before), textOf(after)];
  if (!old.includes('\n') && !now.includes('\n')) return replaced([old], [now]);
  return changedLines(old, now).lines;
}

function replaced(before: readonly string[], after: readonly string[]): readonly FieldLine[] {
  return [...asLines('removed', before), ...asLines('added', after)];
}

function asLines(kind: FieldLine['kind'], texts: readonly string[]): readonly FieldLine[] {
  return texts.map((text) => ({ kind, text }));
}

/** Texts that occur more often than in `others`. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function linesOf(raw: string): readonly string[] {
  if (!raw.startsWith('[')) return textOf(raw).split('\n');
  const items = itemsOf(raw);
  return items.length === 0 ? ['[]'] : items.map(textOf);
}

/** Unquoted, unless the text could be read as a number, a JSON word, or empty. */
function textOf(raw: string): string {
  if (!raw.startsWith('"')) return raw;
  const text = JSON.parse(raw) as string;
  return /^(?:|\s.*|.*\s|true|false|null|[-\d.eE+]+|[[{"].*)$/s.test(text) && !text.includes('\n')
    ? raw
    : text;
}

/** Same JSON, or same duration: servers accept `30m` and return 1800. */
function isSame(before: string, after: string): boolean {
  if (before === after || (before === 'null' && isEmpty(after))) return true;
  if (before.startsWith('[') && after.startsWith('[')) {
    const [old, now] = [itemsOf(before), itemsOf(after)];
    return old.length === now.length && old.every((item, at) => textOf(item) === textOf(now[at] ?? ''));
  }
  const [old, now] = [secondsOf(before), secondsOf(after)];
  return old !== undefined && old === now;
}

function secondsOf(raw: string): number | undefined {
  if (/^-?\d+(?:\.\d+)?$/.test(raw)) return Number(raw);
  const text: unknown = raw.startsWith('"') ? JSON.parse(raw) : undefined;
  return typeof text === 'string' ? parseDuration(text) : undefined;
}

/** Values that servers return as null. */
function isEmpty(raw: string): boolean {
  return ['""', '[]', '{}'].includes(raw);
}

function isMap(raw: string | undefined): raw is string {
  return raw?.startsWith('{') === true;
}
