/**
 * What of an answer may be seen: facts of the envelope in plain sight, values below `data` hidden until they are
 * revealed, credentials never. A credential is known by the name of its field, or because main holds it already: then it
 * is one wherever else it stands, also inside another text or as the name of a member. In doubt it is one.
 */
import { secretFields } from '../../../shared/vault/secret-fields.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { textOf } from './answer-nodes.ts';
import type { JsonNode } from './answer-nodes.ts';
import { saysToken, SHORTEST_REPEATED } from './secrets.ts';

export interface Sight {
  /** `below`: inside something that is one credential as a whole. */
  readonly what: 'structure' | 'value' | 'hidden' | 'credential' | 'below';
  /** With `credential`. */
  readonly kind?: SecretKind;
}

export interface SightWishes {
  /** `hidden`: what is below `data`, and all that is no envelope. */
  readonly values: 'hidden' | 'plain';
  /** The answer lists names: they, and what it says of them, are in plain sight. */
  readonly list: boolean;
  /** Credentials that main holds. */
  readonly known: ReadonlyMap<string, SecretKind>;
}

/** Members of the server's envelope that hold facts (vault-http-facts 6.3). */
const envelope: ReadonlySet<string> = new Set([
  'request_id',
  'lease_id',
  'renewable',
  'lease_duration',
  'wrap_info',
  'warnings',
  'auth',
  'mount_type',
  'errors',
]);

/** A run of characters worth looking for. */
const SHORTEST_RUN = 4;

/** Looking for more of an answer's own credentials in all its other texts would take longer than anybody waits. */
const MOST_OWN = 200;

/** What may be seen of every value of a text, in the order of `nodesOf`. */
export function sightsOf(text: string, nodes: readonly JsonNode[], wishes: SightWishes): readonly Sight[] {
  const named = namedKinds(nodes, text, wishes.list);
  const suspects = suspectsOf(text, nodes, named, wishes.known);
  const sights: Sight[] = [];
  const zones: ('plain' | 'data')[] = [];
  for (const [index, node] of nodes.entries()) {
    const above = sights[node.parent];
    const zone = zoneOf(node, nodes, zones[node.parent], wishes);
    zones.push(zone);
    if (above?.what === 'credential' || above?.what === 'below') sights.push(seen.below);
    else sights.push(sightOf(text, node, zone, named[index], suspects));
  }
  return sights;
}

function sightOf(
  text: string,
  node: JsonNode,
  zone: 'plain' | 'data',
  named: SecretKind | undefined,
  suspects: Suspects,
): Sight {
  if (node.kind === 'object' || node.kind === 'array') {
    const names = suspects.none ? [] : [...(node.members?.keys() ?? [])];
    const told = names.some((name) => suspects.in(name) !== undefined);
    return told ? { what: 'credential', kind: 'other' } : seen.structure;
  }
  if (named !== undefined) return { what: 'credential', kind: named };
  if (node.kind === 'string' && !suspects.none) {
    const suspect = suspects.in(stringAt(text, node));
    if (suspect !== undefined) return { what: 'credential', kind: suspect };
  }
  return zone === 'plain' ? seen.value : seen.hidden;
}

const seen = {
  below: { what: 'below' },
  structure: { what: 'structure' },
  value: { what: 'value' },
  hidden: { what: 'hidden' },
} as const satisfies Record<string, Sight>;

function zoneOf(
  node: JsonNode,
  nodes: readonly JsonNode[],
  above: 'plain' | 'data' | undefined,
  { values, list }: SightWishes,
): 'plain' | 'data' {
  if (values === 'plain') return 'plain';
  if (above === undefined || node.parent !== 0) return above ?? 'data';
  const inObject = nodes[0]?.kind === 'object';
  return inObject && (envelope.has(node.key) || (list && node.key === 'data')) ? 'plain' : 'data';
}

/** The kinds of credential that the names of values, or of what they are in, say they are. */
function namedKinds(
  nodes: readonly JsonNode[],
  text: string,
  list: boolean,
): readonly (SecretKind | undefined)[] {
  const kinds: (SecretKind | undefined)[] = [];
  for (const node of nodes) {
    const holder = nodes[node.parent];
    const inherited = holder?.members !== undefined && holder.key === 'keys' ? ofKeyRing(node) : true;
    kinds.push(kindByName(nodes, node, list) ?? (inherited ? kinds[node.parent] : undefined));
  }
  return nodes.map((node, index) => {
    const isText = node.kind === 'string' && text.slice(node.start, node.end) !== '""';
    return isText || node.kind === 'number' ? kinds[index] : undefined;
  });
}

/**
 * Whether what stands in an object named `keys` is a key. Transit numbers its keys: exported ones are texts, else they
 * are times, or objects that describe the public half.
 */
function ofKeyRing({ kind }: JsonNode): boolean {
  return kind === 'string' || kind === 'array';
}

function kindByName(nodes: readonly JsonNode[], node: JsonNode, list: boolean): SecretKind | undefined {
  const holder = nodes[node.parent];
  if (holder?.members === undefined) return undefined;
  const { key } = node;
  if (list && key === 'keys' && holder.key === 'data' && holder.parent === 0) return undefined;
  if (key === 'id') return saysToken((name) => holder.members?.has(name) === true) ? 'token-id' : undefined;
  return key === 'token' && holder.key !== 'wrap_info' ? 'other' : secretFields.get(key);
}

interface Suspects {
  /** There is nothing to look for. */
  readonly none: boolean;
  /** The kind of the credential that a text is or holds; undefined where it holds none. */
  readonly in: (text: string) => SecretKind | undefined;
}

function suspectsOf(
  text: string,
  nodes: readonly JsonNode[],
  named: readonly (SecretKind | undefined)[],
  known: ReadonlyMap<string, SecretKind>,
): Suspects {
  const whole = new Map<string, SecretKind>();
  const parts = new Set<string>();
  for (const [secret, kind] of occurringIn(text, known)) {
    whole.set(secret, kind);
    parts.add(secret);
  }
  for (const [index, node] of nodes.entries()) {
    const kind = named[index];
    if (kind === undefined || node.kind !== 'string') continue;
    const secret = stringAt(text, node);
    if (secret.length < SHORTEST_REPEATED) continue;
    whole.set(secret, kind);
    if (parts.size < MOST_OWN) parts.add(secret);
  }
  return {
    none: whole.size === 0,
    in: (asked) => {
      const exact = whole.get(asked);
      if (exact !== undefined) return exact;
      for (const part of parts) if (asked.includes(part)) return 'other';
      return undefined;
    },
  };
}

/** Those of the known credentials that may stand in a JSON text. */
export function occurringIn(
  text: string,
  known: ReadonlyMap<string, SecretKind>,
): ReadonlyMap<string, SecretKind> {
  // Other characters may be written in several ways, these are never escaped.
  const absent = (secret: string): boolean => {
    const runs = secret.match(/[\w.-]+/g) ?? [];
    const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
    return longest.length >= SHORTEST_RUN && !text.includes(longest);
  };
  return new Map([...known].filter(([secret]) => secret.length >= SHORTEST_REPEATED && !absent(secret)));
}

/** The characters of a text. */
export function stringAt(text: string, { start, end }: JsonNode): string {
  return textOf(text, start, end);
}
