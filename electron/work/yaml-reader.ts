/**
 * YAML nodes as JSON text. They do not pass through JavaScript values, so that numbers keep their digits, keys their
 * order, and every alias is counted: a few lines of YAML can stand for gigabytes.
 */
import type { Alias, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { composeObject } from '../../shared/vault/json-slices.ts';
import type { Member } from '../../shared/vault/json-slices.ts';
import { requestLimitBytes } from '../../shared/vault/request-limit.ts';

type Yaml = typeof import('yaml');

/** Nodes with every alias written out; no server has as many. */
const mostNodes = 1_000_000;
/** UTF-16 code units with every alias written out. */
const longestJson = requestLimitBytes;
const deepest = 300;

/** Refusal, with reason and line. */
export class Refusal extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Reads one document; its drops and changes are in `warnings`. */
export class YamlReader {
  readonly warnings: string[] = [];
  readonly #yaml: Yaml;
  readonly #lineOf: (node: Node) => number;
  readonly #targets = new Map<Alias, Node>();
  /** Text of nodes with aliases, written once: each alias costs its length, and no work. */
  readonly #written = new Map<Node, string>();
  readonly #members = new Map<Node, Member[]>();
  /** Nodes that are being written: an alias to one of them would never end. */
  readonly #under = new Set<Node>();
  #nodes = 0;
  #length = 0;

  constructor(yaml: Yaml, lineOf: (node: Node) => number) {
    this.#yaml = yaml;
    this.#lineOf = lineOf;
  }

  /** Binds each alias to the latest anchor of its name before it. */
  bindAliases(root: Node): void {
    const anchors = new Map<string, Node>();
    this.#yaml.visit(root, {
      Alias: (_key, alias) => {
        const target = anchors.get(alias.source);
        if (target === undefined) {
          throw new Refusal('it refers to an anchor that is not there', this.#lineOf(alias));
        }
        this.#targets.set(alias, target);
      },
      Value: (_key, node) => {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
  }

  /** The members of a mapping; `where`: its own key, for sentences. */
  membersOf(map: YAMLMap, where: string, depth: number): Member[] {
    const known = this.#members.get(map) ?? this.#enter(map, () => this.#readMembers(map, where, depth));
    this.#members.set(map, known);
    return known;
  }

  #readMembers(map: YAMLMap, where: string, depth: number): Member[] {
    const members = new Map<string, string>();
    const merged: Pair[] = [];
    for (const pair of map.items) {
      if (this.#isMerge(pair)) {
        merged.push(pair);
        continue;
      }
      const key = this.#keyOf(pair, where);
      if (key === undefined) continue;
      if (members.has(key))
        this.#warn(`“${joined(where, key)}” stands there more than once; the last one counts`, pair.key);
      members.set(key, this.#write(nodeOf(pair.value), joined(where, key), depth + 1));
    }
    for (const pair of merged) this.#merge(pair, members, where, depth);
    return [...members];
  }

  #isMerge({ key, value }: Pair): boolean {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    return (
      isScalar(key) &&
      key.value === '<<' &&
      key.type === 'PLAIN' &&
      (isAlias(value) || isMap(value) || isSeq(value))
    );
  }

  /** `<<: *other`: adds the other mapping's members that are missing here. */
  #merge(pair: Pair, members: Map<string, string>, where: string, depth: number): void {
    const { isMap, isSeq } = this.#yaml;
    const value = this.#resolved(nodeOf(pair.value));
    const sources = isSeq(value) ? value.items.map((item) => this.#resolved(nodeOf(item))) : [value];
    for (const source of sources) {
      if (!isMap(source)) throw new Refusal('“<<” does not stand for a mapping', this.#lineOfKey(pair.key));
      for (const [key, raw] of this.membersOf(source, where, depth + 1)) {
        if (!members.has(key)) members.set(key, this.#counted(raw, source));
      }
    }
  }

  #keyOf({ key }: Pair, where: string): string | undefined {
    const node = this.#resolved(nodeOf(key));
    if (node === null) {
      this.#warn(`A key without a name${inside(where)} was read as an empty name`, key);
      return '';
    }
    if (!this.#yaml.isScalar(node)) {
      this.#warn(`A key that is itself a list or a mapping${inside(where)} was left out`, key);
      return undefined;
    }
    this.#noteTag(node, where);
    if (typeof node.value === 'string') return node.value;
    const text = node.source ?? String(node.value);
    this.#warn(`The key ${text}${inside(where)} is not text in YAML; it was read as “${text}”`, key);
    return text;
  }

  #write(given: Node | null, where: string, depth: number): string {
    const { isMap, isScalar, isSeq } = this.#yaml;
    const node = this.#resolved(given);
    if (node === null) return this.#counted('null', given);
    const known = this.#written.get(node);
    if (known !== undefined) return this.#counted(known, given);
    if (depth > deepest) throw new Refusal('it is nested too deeply', this.#lineOf(node));
    this.#noteTag(node, where);
    const json = isScalar(node)
      ? this.#scalar(node, where)
      : isMap(node)
        ? composeObject(this.membersOf(node, where, depth))
        : this.#enter(node, () => {
            const items = isSeq(node) ? node.items : [];
            const inner = items.map((item, index) =>
              this.#write(nodeOf(item), joined(where, String(index)), depth + 1),
            );
            return `[${inner.join(',')}]`;
          });
    if (node.anchor !== undefined) this.#written.set(node, json);
    return this.#counted(json, given);
  }

  #scalar(node: Scalar, where: string): string {
    const { value, source } = node;
    switch (typeof value) {
      case 'string':
        return JSON.stringify(value);
      case 'boolean':
        return String(value);
      case 'bigint':
      case 'number':
        return this.#number(node, value, source ?? String(value), where);
      default:
        return value === null ? 'null' : JSON.stringify(source ?? '');
    }
  }

  /** The digits as written, if JSON can express them. */
  #number(node: Scalar, value: number | bigint, source: string, where: string): string {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#warn(`“${where}” (${source}) is not a number in JSON; it was read as text`, node);
      return JSON.stringify(source);
    }
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)) return source;
    const written = String(value);
    this.#warn(`“${where}” (${source}) was written as ${written}`, node);
    return written;
  }

  #noteTag(node: Node, where: string): void {
    const { tag } = node;
    if (tag === undefined || tag === '!' || knownTags.has(tag)) return;
    this.#warn(
      `The tag ${tag.replace('tag:yaml.org,2002:', '!!')} of “${where}” was dropped; the value was read without it`,
      node,
    );
  }

  #resolved(node: Node | null): Node | null {
    if (!this.#yaml.isAlias(node)) return node;
    return this.#targets.get(node) ?? null;
  }

  #enter<T>(node: Node, work: () => T): T {
    if (this.#under.has(node)) throw new Refusal('an anchor contains itself', this.#lineOf(node));
    this.#under.add(node);
    const value = work();
    this.#under.delete(node);
    return value;
  }

  /** Counts the written text, once per level: it bounds the work as well as the result. */
  #counted(json: string, node: Node | null): string {
    this.#nodes++;
    this.#length += json.length;
    if (this.#nodes > mostNodes || this.#length > longestJson) {
      throw new Refusal(
        'written out, its aliases stand for more than any server takes',
        node === null ? 1 : this.#lineOf(node),
      );
    }
    return json;
  }

  #warn(sentence: string, node: unknown): void {
    if (this.warnings.length < mostWarnings) {
      this.warnings.push(`${sentence} (line ${this.#lineOfKey(node)}).`);
    } else if (this.warnings.length === mostWarnings) {
      this.warnings.push('There is more of this kind, which is not listed.');
    }
  }

  #lineOfKey(key: unknown): number {
    return this.#yaml.isNode(key) ? this.#lineOf(key) : 1;
  }
}

const mostWarnings = 50;

const knownTags = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** Values of parsed pairs and sequences: nodes, or null. */
function nodeOf(value: unknown): Node | null {
  return value === undefined ? null : (value as Node | null);
}

function joined(where: string, key: string): string {
  return where === '' ? key : `${where}.${key}`;
}

function inside(where: string): string {
  return where === '' ? '' : ` in “${where}”`;
}
