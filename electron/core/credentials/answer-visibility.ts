/**
 * What of an answer may be seen: facts in plain sight (the envelope's, and below `data` what cannot be a secret, see
 * `plain-facts.ts`), other values hidden until they are revealed, credentials never. A credential is known by the name of its field, or because main holds it already: then it
 * is one wherever else it stands and however it is written, also inside another text or as the name of a member. In
 * doubt it is one.
 */
import { credentialKind, mintedKind, secretFields } from '../../../shared/vault/secret-fields.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import { at, childrenOf, copiedAt, keyAt, kindAt } from './answer-tree.ts';
import type { JsonTree } from './answer-tree.ts';
import { CredentialIndex } from './credential-index.ts';
import { Finder } from './finder.ts';
import { isFact } from './plain-facts.ts';
import { reachOf } from './short-words.ts';

/** `below`: inside something that is one credential as a whole. */
export const visibilities = ['structure', 'value', 'hidden', 'credential', 'below'] as const;
export type Visibility = (typeof visibilities)[number];

/** What may be seen of every value, in the order of its tree. */
export interface AnswerVisibility {
  /** Places in `visibilities`. */
  readonly of: Uint8Array;
  /** Of those that are credentials themselves, not only hold one. */
  readonly kinds: ReadonlyMap<number, SecretKind>;
  /** Credentials of this answer by name, to be taken out of what else is said of it. */
  readonly own: CredentialIndex;
}

export interface VisibilityOptions {
  /** `hidden`: what is below `data`, and all that is no envelope, save facts that cannot be a secret. */
  readonly values: 'hidden' | 'plain';
  /** The answer lists names: they, and what it says of them, are in plain sight. */
  readonly list: boolean;
  /** What was asked. */
  readonly path: string;
  /** Credentials that main holds. */
  readonly known: CredentialQuestions;
}

/** What is asked about credentials that are known. */
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

/** An answer's own credentials are looked for in its other texts: so many of them in every form, so many as they are. */
const MOST_OWN_FORMS = 200;
const MOST_OWN = 2_000;

/** What may be seen of every value of a text. */
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

/** The kinds of credential that the names of values, or of what they are in, say they are. */
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

/** A text of at least one character, or a number: what a credential can be. */
function isText(text: string, tree: JsonTree, index: number): boolean {
  const kind = kindAt(text, tree, index);
  return kind === 'number' || (kind === 'string' && at(tree.end, index) - at(tree.start, index) > 2);
}

/**
 * Whether a value is a credential where what it is in has a credential's name. Transit numbers its `keys`: exported ones
 * are texts, else they are times, or objects that describe the public half.
 */
function inherits(text: string, tree: JsonTree, index: number): boolean {
  const parent = at(tree.parent, index);
  const inKeyRing =
    parent > 0 && kindAt(text, tree, parent) === 'object' && keyAt(text, tree, parent) === 'keys';
  if (!inKeyRing) return true;
  const kind = kindAt(text, tree, index);
  return kind === 'string' || kind === 'array';
}

/** The names of an answer come again and again. */
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
  // A number that only ends like a credential (`uses_per_token`) counts something.
  return kindAt(text, tree, index) === 'number' && !secretFields.has(key) ? undefined : kind;
}

/** A certificate that comes with its key in one text (`pki/issue` with `format=pem_bundle`), and the address of a TOTP key. */
function isKeyMaterial(key: string, value: string): boolean {
  if (/cert|bundle|chain/.test(key)) return value.includes('PRIVATE KEY-----');
  return key === 'url' && /^otpauth:/i.test(value);
}

/** Whether an object is a token's own description, by the names of its members: the only one whose plain `id` is the credential. */
function saysToken(text: string, tree: JsonTree, holder: number): boolean {
  const names = new Set(childrenOf(tree, holder).map((child) => keyAt(text, tree, child)));
  return (
    names.has('accessor') && (names.has('creation_ttl') || names.has('num_uses') || names.has('policies'))
  );
}

interface Suspects {
  readonly own: CredentialIndex;
  /** The kind of the credential that a value is. */
  readonly exactly: (index: number) => SecretKind | undefined;
  /** Whether a value holds one, or an object has one for a name. */
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
  // One look at the whole spares a look at each of its values.
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
