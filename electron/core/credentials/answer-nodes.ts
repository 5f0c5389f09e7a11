/**
 * The values of a JSON text in their order, each with its place in the text: what rows, masks and copies of a held answer
 * are cut from. Nothing is parsed into objects, so numbers keep their digits and members their order; one pass without
 * recursion, so that no depth of nesting overflows the stack.
 */
import { endOfLeaf, skipSpace } from '../../../shared/vault/json-scan.ts';

export interface JsonNode {
  /** Index of the object or list it is in; -1 for the whole. */
  readonly parent: number;
  /** Name of the member, or its place in a list; empty for the whole. */
  readonly key: string;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** -1 for the whole. */
  readonly depth: number;
  readonly start: number;
  end: number;
  /** Members or items. */
  count: number;
  /** A later member of the same name stands for it, or for what it is in. */
  replaced: boolean;
  /** With an object: its members by name. */
  readonly members: Map<string, number> | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Every value of a text in order, the whole first. The text must be JSON: `JSON.parse` has taken it. */
export function nodesOf(text: string): readonly JsonNode[] {
  const nodes: JsonNode[] = [];
  const open: number[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const parent = open.at(-1) ?? -1;
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const closed = nodes[open.pop() ?? -1];
      if (closed !== undefined) closed.end = at + 1;
      at++;
    } else if (code === COMMA) {
      at++;
    } else {
      const holder = nodes[parent];
      let key = holder === undefined ? '' : String(holder.count);
      if (holder?.members !== undefined) {
        const keyEnd = endOfLeaf(text, at);
        key = textOf(text, at, keyEnd);
        at = skipSpace(text, skipSpace(text, keyEnd) + 1);
      }
      const kind = kindAt(text, at);
      const index = nodes.length;
      const structure = kind === 'object' || kind === 'array';
      const end = structure ? at + 1 : endOfLeaf(text, at);
      // Not spread: there may be a million of them.
      const depth = holder === undefined ? -1 : holder.depth + 1;
      const replaced = holder?.replaced ?? false;
      const members = kind === 'object' ? new Map<string, number>() : undefined;
      nodes.push({ parent, key, kind, depth, start: at, end, count: 0, replaced, members });
      if (holder !== undefined) enter(nodes, holder, key, index);
      if (structure) open.push(index);
      at = end;
    }
    at = skipSpace(text, at);
  }
  return nodes;
}

/** The characters of the JSON string between two places. */
export function textOf(text: string, start: number, end: number): string {
  const bare = text.slice(start + 1, end - 1);
  return bare.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : bare;
}

function enter(nodes: readonly JsonNode[], holder: JsonNode, key: string, index: number): void {
  const before = holder.members?.get(key);
  holder.members?.set(key, index);
  if (before === undefined) {
    holder.count++;
    return;
  }
  // The last one counts, as `JSON.parse` has it; what is below the earlier one goes with it.
  for (let below = before; below < index; below++) {
    const node = nodes[below];
    if (node === undefined || (below > before && node.depth <= holder.depth + 1)) break;
    node.replaced = true;
  }
}

function kindAt(text: string, at: number): JsonNode['kind'] {
  switch (text.charCodeAt(at)) {
    case OPEN_BRACE:
      return 'object';
    case OPEN_BRACKET:
      return 'array';
    case QUOTE:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

/** JSON pointer (RFC 6901) of a value. */
export function pointerOf(nodes: readonly JsonNode[], index: number): string {
  const tokens: string[] = [];
  for (let node = nodes[index]; node !== undefined && node.parent >= 0; node = nodes[node.parent])
    tokens.push(node.key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return tokens
    .reverse()
    .map((token) => `/${token}`)
    .join('');
}

/** Index of the value that a JSON pointer names; undefined where there is none. */
export function indexAt(nodes: readonly JsonNode[], pointer: string): number | undefined {
  if (nodes.length === 0 || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  let index = 0;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const holder = nodes[index];
    if (holder === undefined) return undefined;
    const found =
      holder.kind === 'array'
        ? nodes.findIndex((node) => node.parent === index && node.key === key)
        : (holder.members?.get(key) ?? -1);
    if (found < 0) return undefined;
    index = found;
  }
  return index;
}
