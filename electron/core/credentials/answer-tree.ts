/**
 * The values of a JSON text in order, each with its position: rows, masks and copies of a stored answer are sliced by
 * it. Nothing is parsed into objects, so numbers keep their digits and members their order. It uses columns of
 * numbers instead of an object per value: an answer can have a million values, is kept in memory, and can come from a
 * worker.
 */
import { endOfLeaf, scanValue, skipSpace, stringBetween } from '../../../shared/vault/json-scan.ts';

/** One row per value, in the order of the text, the whole text first. */
export interface JsonTree {
  readonly size: number;
  /** Index of the enclosing object or list; -1 for the whole. */
  readonly parent: Int32Array;
  /** -1 for the whole. */
  readonly depth: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Position of a member's name in the text; -1 - n for item n of a list and, as item 0, for the whole. */
  readonly name: Int32Array;
  /** Number of members or items. */
  readonly count: Int32Array;
  /** Index of the first value after its subtree. */
  readonly next: Int32Array;
  /** 1: overridden by a later duplicate key, or inside such a value. */
  readonly replaced: Uint8Array;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Parses every value of a text. The text must be JSON: `JSON.parse` has accepted it. */
export function treeOf(text: string): JsonTree {
  const parent: number[] = [];
  const depth: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  const name: number[] = [];
  const count: number[] = [];
  const next: number[] = [];
  const replaced: number[] = [];
  const open: { readonly index: number; readonly members: Map<string, number> | undefined }[] = [];
  let keyStart = -1;
  let key = '';

  function enter(at: number): number {
    const index = parent.length;
    const holder = open.at(-1);
    const items = holder === undefined ? 0 : (count[holder.index] ?? 0);
    parent.push(holder?.index ?? -1);
    depth.push(open.length - 1);
    start.push(at);
    end.push(at);
    name.push(holder?.members === undefined ? -1 - items : keyStart);
    count.push(0);
    next.push(index + 1);
    replaced.push(0);
    if (holder === undefined) return index;
    const before = holder.members?.get(key);
    holder.members?.set(key, index);
    if (before === undefined) count[holder.index] = items + 1;
    // The last duplicate counts, as in `JSON.parse`; the earlier one is dropped with everything below it.
    else replaced.fill(1, before, next[before]);
    return index;
  }

  scanValue(text, skipSpace(text, 0), {
    key: (from, to) => {
      keyStart = from;
      key = stringBetween(text, from, to);
      return undefined;
    },
    open: (at, isObject) => {
      open.push({ index: enter(at), members: isObject ? new Map<string, number>() : undefined });
    },
    close: (at) => {
      const { index } = open.pop() ?? { index: 0 };
      end[index] = at;
      next[index] = parent.length;
    },
    leaf: (from, to) => {
      end[enter(from)] = to;
    },
  });
  return {
    size: parent.length,
    parent: Int32Array.from(parent),
    depth: Int32Array.from(depth),
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    name: Int32Array.from(name),
    count: Int32Array.from(count),
    next: Int32Array.from(next),
    replaced: Uint8Array.from(replaced),
  };
}

/** Number of a value in a column. */
export function at(column: Int32Array | Uint8Array, index: number): number {
  return column[index] ?? -1;
}

/** Kind of a value, by its first character. */
export function kindAt(text: string, tree: JsonTree, index: number): JsonKind {
  switch (text.charAt(at(tree.start, index))) {
    case '{':
      return 'object';
    case '[':
      return 'array';
    case '"':
      return 'string';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      return 'number';
  }
}

/** Name of a member, or index in a list; empty for the whole. */
export function keyAt(text: string, tree: JsonTree, index: number): string {
  if (index === 0) return '';
  const name = at(tree.name, index);
  return name < 0 ? String(-1 - name) : stringBetween(text, name, endOfLeaf(text, name));
}

/** Text of a value as the server wrote it. */
export function rawAt(text: string, tree: JsonTree, index: number): string {
  return text.slice(at(tree.start, index), at(tree.end, index));
}

/** Text of a value for copying: a string's characters, anything else as the server wrote it. */
export function copiedAt(text: string, tree: JsonTree, index: number): string {
  return kindAt(text, tree, index) === 'string'
    ? stringBetween(text, at(tree.start, index), at(tree.end, index))
    : rawAt(text, tree, index);
}

/** Members or items of a value, without overridden ones. */
export function childrenOf(tree: JsonTree, index: number): readonly number[] {
  const children: number[] = [];
  for (let child = index + 1; child < at(tree.next, index); child = at(tree.next, child))
    if (at(tree.replaced, child) === at(tree.replaced, index)) children.push(child);
  return children;
}

/** JSON pointer (RFC 6901) of a value. */
export function pointerOf(text: string, tree: JsonTree, index: number): string {
  const tokens: string[] = [];
  for (let node = index; node > 0; node = at(tree.parent, node))
    tokens.push(keyAt(text, tree, node).replaceAll('~', '~0').replaceAll('/', '~1'));
  return tokens
    .reverse()
    .map((token) => `/${token}`)
    .join('');
}

/** Index of the value at a JSON pointer; undefined if it does not exist. */
export function indexAt(text: string, tree: JsonTree, pointer: string): number | undefined {
  if (tree.size === 0 || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  let index = 0;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const found = childrenOf(tree, index).findLast((child) => keyAt(text, tree, child) === key);
    if (found === undefined) return undefined;
    index = found;
  }
  return index;
}
