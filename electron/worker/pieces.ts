/** Cuts long lists, so that taking one piece in stops a thread for a moment only. */
import { isRecord } from '../../shared/vault/is-record.ts';

/** Items of a piece, and text in it in UTF-16 code units. */
const MOST_ITEMS = 250;
const MOST_TEXT = 256 * 1024;

/** The pieces of a list, in order. A piece with much text has fewer items, at least one. */
export function* piecesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  let text = 0;
  for (const [at, item] of list.entries()) {
    text += textIn(item);
    if (at + 1 - start < MOST_ITEMS && text < MOST_TEXT) continue;
    yield list.slice(start, at + 1);
    start = at + 1;
    text = 0;
  }
  if (start < list.length) yield list.slice(start);
}

/** Length of all texts within a value. */
function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return parts.reduce((sum: number, part: unknown) => sum + textIn(part), 0);
}
