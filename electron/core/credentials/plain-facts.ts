/**
 * Values below `data` that cannot be a secret, so they are shown without a reveal: booleans and null, numbers and
 * times with names that Vault uses, and texts whose form identifies them. A name alone never makes a text visible:
 * `created_time` without a time stays hidden. In doubt a value is hidden.
 */
import { at, childrenOf, copiedAt, keyAt, kindAt } from './answer-tree.ts';
import type { JsonTree } from './answer-tree.ts';

type Form = (text: string) => boolean;

/** Names of numbers about state: versions, lifetimes, uses, key sizes (vault-http-facts 6). */
const numbers = /(?:^|_)(?:versions?|ttl|num_uses|period|duration|time|bits|threshold)$/;

/** Names of visible texts, with the form that each must have. */
const texts: readonly (readonly [name: RegExp, form: Form])[] = [
  [/(?:^|_)time$|^(?:expiration|not_before|not_after)$/, isTime],
  [/(?:^|_)(?:ttl|period|duration)$|^delete_version_after$/, isDuration],
  [/(?:^|_)type$/, isType],
  [/^(?:ciphertext|signature)$/, isTransitText],
  [/^serial_number$/, isSerial],
];

/** True if a value is a fact of the server and not a secret. `path`: path of the request. */
export function isFact(text: string, tree: JsonTree, index: number, path: string): boolean {
  switch (kindAt(text, tree, index)) {
    case 'boolean':
    case 'null':
      return true;
    case 'number':
      return numbers.test(nameOf(text, tree, index)) || isTimeOfVersion(text, tree, index);
    case 'string':
      return isPlainText(text, tree, index, path);
    default:
      return false;
  }
}

function isPlainText(text: string, tree: JsonTree, index: number, path: string): boolean {
  const length = at(tree.end, index) - at(tree.start, index) - 2;
  if (length === 0) return true;
  if (length > LONGEST) return false;
  if (isCustomMetadata(text, tree, index, path)) return true;
  const name = nameOf(text, tree, index);
  const value = copiedAt(text, tree, index);
  // The requester of a name knows the name.
  if (name === 'name' && path.replace(/\?.*$/s, '').split('/').includes(value)) return true;
  return texts.some(([names, form]) => names.test(name) && form(value)) || isPublicPem(value);
}

/** Longer texts are not examined, in characters. */
const LONGEST = 64 * 1024;

/** Name of a member; for an item the name of its list. */
function nameOf(text: string, tree: JsonTree, index: number): string {
  let named = index;
  while (named > 0 && at(tree.name, named) < 0) named = at(tree.parent, named);
  return keyAt(text, tree, named);
}

/** Transit numbers its keys: for keys that stay secret it returns their creation times. */
function isTimeOfVersion(text: string, tree: JsonTree, index: number): boolean {
  const holder = at(tree.parent, index);
  return holder > 0 && keyAt(text, tree, holder) === 'keys' && /^\d+$/.test(keyAt(text, tree, index));
}

/**
 * Custom metadata of a KV version 2 entry: the server keeps it readable. It is recognised by the path of the request
 * and its place in the answer, with every other fact that the server puts beside it; an entry's own values can have
 * any name, but stand elsewhere.
 */
function isCustomMetadata(text: string, tree: JsonTree, index: number, path: string): boolean {
  const holder = at(tree.parent, index);
  if (holder <= 0 || keyAt(text, tree, holder) !== 'custom_metadata') return false;
  const above = at(tree.parent, holder);
  const data = above > 0 && keyAt(text, tree, above) === 'metadata' ? at(tree.parent, above) : above;
  if (data <= 0 || at(tree.parent, data) !== 0 || keyAt(text, tree, data) !== 'data') return false;
  const asked = path.replace(/\?.*$/s, '').split('/').slice(1);
  const beside = new Set(childrenOf(tree, above).map((child) => keyAt(text, tree, child)));
  return besideCustomMetadata.some(
    ({ segment, names }) => asked.includes(segment) && names.every((name) => beside.has(name)),
  );
}

const besideCustomMetadata = [
  { segment: 'metadata', names: ['created_time', 'current_version', 'max_versions', 'versions'] },
  { segment: 'data', names: ['created_time', 'deletion_time', 'destroyed', 'version'] },
] as const;

/** RFC 3339. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC|[+-]\d\d:\d\d)$/.test(text);
}

function isDuration(text: string): boolean {
  return /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text);
}

/** Types of keys and tokens. */
function isType(text: string): boolean {
  return /^(?:aes(?:128|256)-(?:gcm96|cmac)|chacha20-poly1305|ed25519|ecdsa-p\d{3}|rsa(?:-\d{4})?|ec|hmac|managed_key|service|batch|default(?:-service|-batch)?)$/.test(
    text,
  );
}

/** Text encrypted or signed by transit is made to be passed on. */
function isTransitText(text: string): boolean {
  return /^vault:v\d+:[\w+/=:-]+$/.test(text);
}

function isSerial(text: string): boolean {
  return /^[\da-f]{2}(?:[:-][\da-f]{2})+$/i.test(text);
}

/** True for certificates, requests for them, and public keys, with no other text before, between or after them. */
function isPublicPem(text: string): boolean {
  if (!text.startsWith('-----BEGIN ')) return false;
  let inside = '';
  for (const line of text.split('\n').map((one) => one.replace(/\r$/, ''))) {
    const [, edge, label = ''] = /^-----(BEGIN|END) (.+)-----$/.exec(line) ?? [];
    if (edge === undefined) {
      if (!(inside === '' ? line === '' : /^[A-Za-z\d+/=]*$/.test(line))) return false;
    } else if (edge === 'BEGIN' ? inside !== '' || !publicLabel.test(label) : inside !== label) return false;
    else inside = edge === 'BEGIN' ? label : '';
  }
  return inside === '';
}

const publicLabel = /^(?:CERTIFICATE|CERTIFICATE REQUEST|X509 CRL|(?:RSA |EC )?PUBLIC KEY)$/;
