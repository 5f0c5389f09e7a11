/**
 * Visibility of an answer's values: facts are visible (the envelope's, and below `data` those that cannot be a
 * secret, see `plain-facts.ts`), other values are hidden until revealed, credentials are never shown. A credential is
 * recognised by its field name, or because main holds it already: then it counts everywhere, in any encoding, also
 * inside another text or as a member's name. In doubt a value is a credential.
 */
import { credentialKind, mintedKind, secretFields } from '../../../shared/vault/secret-fields.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { at, childrenOf, copiedAt, keyAt, kindAt } from './answer-tree.ts';
import type { JsonTree } from './answer-tree.ts';
import { CredentialIndex } from './credential-index.ts';
import { Finder } from './finder.ts';
import { isFact } from './plain-facts.ts';
import { reachOf } from './short-words.ts';

/** `below`: inside a value that is one credential as a whole. */
export const visibilities = ['structure', 'value', 'hidden', 'credential', 'below'] as const;
export type Visibility = (typeof visibilities)[number];

/** Visibility of every value, in the order of its tree. */
export interface AnswerVisibility {
  /** Indexes into `visibilities`. */
  readonly of: Uint8Array;
  /** Kinds of the values that are credentials themselves, not only hold one. */
  readonly kinds: ReadonlyMap<number, SecretKind>;
  /** Credentials of this answer by name, for redacting its headers and warnings. */
  readonly own: CredentialIndex;
}

export interface VisibilityOptions {
  /**
   * `hidden`: hides values below `data`, and all values without an envelope, except facts that cannot be a secret.
   */
  readonly values: 'hidden' | 'plain';
  /** The answer is a list: its names, and the facts about them, are visible. */
  readonly list: boolean;
  /** Path of the request. */
  readonly path: string;
  /** Credentials that main holds. */
  readonly known: CredentialQuestions;
}

/** Look-ups in the known credentials. */
export type CredentialQuestions = Pick<
  CredentialIndex,
  'isIn' | 'isWordIn' | 'kindOf' | 'mayHoldWord' | 'redacted' | 'size'
>;

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

/**
 * Limits of an answer's credentials that are searched for in its other texts: in every encoding, then only plainly.
 */
const MOST_OWN_FORMS = 200;
const MOST_OWN = 2_000;

/** Returns the visibility of every value of a text. */
export function visibilityOf(text: string, tree: JsonTree, options: VisibilityOptions): AnswerVisibility {
  const named = namedKinds(text, tree, options);
  const suspects = suspectsOf(text, tree, named, options.known);
  const of = new Uint8Array(tree.size);
  const kinds = new Map<number, SecretKind>();
  const zones = new Uint8Array(tree.size);
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parent, index);
    const plain = isPlain(text, tree, index, at(zones, parent) === 1, options);
    zones[index] = plain ? 1 : 0;
    const above = visibilities[at(of, parent)];
    let visibility: Visibility;
    if (parent >= 0 && (above === 'credential' || above === 'below')) visibility = 'below';
    else {
      const kind = named[index] ?? suspects.exactly(index);
      if (kind !== undefined) kinds.set(index, kind);
      visibility =
        kind !== undefined || suspects.in(index, plain)
          ? 'credential'
          : seen(text, tree, index, plain, options.path);
    }
    of[index] = visibilities.indexOf(visibility);
  }
  return { of, kinds, own: suspects.own };
}

function seen(text: string, tree: JsonTree, index: number, plain: boolean, path: string): Visibility {
  if (isStructure(text, tree, index)) return 'structure';
  return plain || isFact(text, tree, index, path) ? 'value' : 'hidden';
}

function isStructure(text: string, tree: JsonTree, index: number): boolean {
  const kind = kindAt(text, tree, index);
  return kind === 'object' || kind === 'array';
}

function isPlain(
  text: string,
  tree: JsonTree,
  index: number,
  above: boolean,
  { values, list }: VisibilityOptions,
): boolean {
  if (values === 'plain') return true;
  if (index === 0 || at(tree.parent, index) !== 0) return index > 0 && above;
  const key = keyAt(text, tree, index);
  return kindAt(text, tree, 0) === 'object' && (envelope.has(key) || (list && key === 'data'));
}

/** Kinds of credential by the names of values, or of the values that enclose them. */
function namedKinds(
  text: string,
  tree: JsonTree,
  { list, path }: VisibilityOptions,
): readonly (SecretKind | undefined)[] {
  const kinds: (SecretKind | undefined)[] = [];
  const byName = rememberedKinds(path);
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parent, index);
    const own = index === 0 ? undefined : kindByName(text, tree, index, list, byName);
    kinds.push(own ?? (inherits(text, tree, index) ? kinds[parent] : undefined));
  }
  return kinds.map((kind, index) => (kind !== undefined && isText(text, tree, index) ? kind : undefined));
}

/** True for a non-empty string or a number: only those can be a credential. */
function isText(text: string, tree: JsonTree, index: number): boolean {
  const kind = kindAt(text, tree, index);
  return kind === 'number' || (kind === 'string' && at(tree.end, index) - at(tree.start, index) > 2);
}

/**
 * True if a value inside one with a credential's name is a credential itself. Transit numbers its `keys`: exported
 * ones are strings; others are times, or objects that describe the public half.
 */
function inherits(text: string, tree: JsonTree, index: number): boolean {
  const parent = at(tree.parent, index);
  const inKeyRing =
    parent > 0 && kindAt(text, tree, parent) === 'object' && keyAt(text, tree, parent) === 'keys';
  if (!inKeyRing) return true;
  const kind = kindAt(text, tree, index);
  return kind === 'string' || kind === 'array';
}

/** Caches kinds by name: the names of an answer recur. */
function rememberedKinds(path: string): (name: string) => SecretKind | undefined {
  const known = new Map<string, SecretKind | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const kind = mintedKind(path, name) ?? credentialKind(name);
    if (known.size < 10_000) known.set(name, kind);
    return kind;
  };
}

function kindByName(
  text: string,
  tree: JsonTree,
  index: number,
  list: boolean,
  byName: (name: string) => SecretKind | undefined,
): SecretKind | undefined {
  const holder = at(tree.parent, index);
  if (kindAt(text, tree, holder) !== 'object') return undefined;
  const key = keyAt(text, tree, index);
  const inside = keyAt(text, tree, holder);
  if (list && key === 'keys' && inside === 'data' && at(tree.parent, holder) === 0) return undefined;
  if (key === 'id') return saysToken(text, tree, holder) ? 'token-id' : undefined;
  if (key === 'token') return inside === 'wrap_info' ? 'wrapping-token' : 'other';
  if (kindAt(text, tree, index) === 'string' && isKeyMaterial(key, copiedAt(text, tree, index)))
    return 'private-key';
  const kind = byName(key);
  // A number with a credential-like ending (`uses_per_token`) is a count.
  return kindAt(text, tree, index) === 'number' && !secretFields.has(key) ? undefined : kind;
}

/** A certificate and its key in one text (`pki/issue` with `format=pem_bundle`), or the address of a TOTP key. */
function isKeyMaterial(key: string, value: string): boolean {
  if (/cert|bundle|chain/.test(key)) return value.includes('PRIVATE KEY-----');
  return key === 'url' && /^otpauth:/i.test(value);
}

/** True if an object describes a token, by the names of its members: only there a plain `id` is the credential. */
function saysToken(text: string, tree: JsonTree, holder: number): boolean {
  const names = new Set(childrenOf(tree, holder).map((child) => keyAt(text, tree, child)));
  return (
    names.has('accessor') && (names.has('creation_ttl') || names.has('num_uses') || names.has('policies'))
  );
}

interface Suspects {
  readonly own: CredentialIndex;
  /** Kind of the credential that a value is. */
  readonly exactly: (index: number) => SecretKind | undefined;
  /** True if a value holds one, or an object has a member named by one. */
  readonly in: (index: number, plain: boolean) => boolean;
}

function suspectsOf(
  text: string,
  tree: JsonTree,
  named: readonly (SecretKind | undefined)[],
  known: CredentialQuestions,
): Suspects {
  const whole = new Map<string, SecretKind>();
  const own = new CredentialIndex();
  const plainly = new Finder<true>();
  for (const [index, kind] of named.entries()) {
    if (kind === undefined || kindAt(text, tree, index) !== 'string') continue;
    const secret = copiedAt(text, tree, index);
    if (reachOf(secret) !== 'anywhere' || whole.has(secret)) continue;
    whole.set(secret, kind);
    if (whole.size <= MOST_OWN_FORMS) own.add({ secret, kind, inUse: true });
    else if (whole.size <= MOST_OWN) plainly.add(secret, true);
  }
  // One search of the whole text can spare a search of each value.
  const anyKnown = known.size > 0 && known.isIn(text);
  const anyWord = known.mayHoldWord(text);
  const isIn = (value: string): boolean =>
    (anyKnown && known.isIn(value)) || own.isIn(value) || plainly.first(value) !== undefined;
  const nothing = !anyKnown && !anyWord && whole.size === 0;
  return {
    own,
    exactly: (index) => {
      if (nothing || kindAt(text, tree, index) !== 'string') return undefined;
      const value = copiedAt(text, tree, index);
      return whole.get(value) ?? (anyKnown ? known.kindOf(value) : undefined);
    },
    in: (index, plain) => {
      if (nothing) return false;
      const kind = kindAt(text, tree, index);
      if (kind === 'object') return childrenOf(tree, index).some((child) => isIn(keyAt(text, tree, child)));
      if (kind !== 'string') return false;
      const value = copiedAt(text, tree, index);
      return isIn(value) || (anyWord && !plain && known.isWordIn(value, 'value'));
    },
  };
}
