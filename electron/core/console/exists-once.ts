/**
 * Whether an answer of the console can be had again. What the server has made for this request (a token, a lease with
 * its credential, a key, a share) cannot, whatever the method was; what it only looked up can.
 */
import { asObject, asText } from '../../vault/api/fields.ts';

/** Fields that a write answers when it has made a credential; a look-up's own `id` is none. */
const minted: ReadonlySet<string> = new Set([
  'client_token',
  'token',
  'secret_id',
  'key',
  'keys',
  'keys_base64',
  'recovery_keys',
  'recovery_keys_base64',
  'root_token',
  'encoded_token',
  'encoded_root_token',
  'otp',
  'private_key',
  'password',
  'secret_key',
  'session_token',
  'security_token',
  'signed_key',
  'barcode',
  'plaintext',
]);

/** Writes whose answer names what it worked on, or worked out: they can be sent again. */
const repeatable =
  /^sys\/(?:wrapping\/lookup|capabilities|tools|audit-hash)|\/(?:encrypt|decrypt|hmac|sign|verify|rewrap|hash|random)(?:\/|$)/;

/**
 * Judges a parsed answer. `write`: the request was none that only reads. `large`: only the upper levels of the answer are given, and what may lie below counts.
 */
export function existsOnce(path: string, write: boolean, json: unknown, large = false): boolean {
  // What was opened cannot be opened again, whatever is in it.
  if (/^\/*sys\/wrapping\/unwrap\/*$/.test(path)) return true;
  const body = asObject(json);
  if (asText(asObject(body['auth'])['client_token']) !== '') return true;
  if (asText(asObject(body['wrap_info'])['token']) !== '') return true;
  if (asText(body['lease_id']) !== '') return true;
  if (!write || repeatable.test(path)) return false;
  if (large) return true;
  // Some answers of sys/ stand at the top level.
  return holdsMinted(body['data'] ?? body, 0);
}

const DEEPEST = 6;

function holdsMinted(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.some((item) => holdsMinted(item, depth + 1));
  return Object.entries(value).some(
    ([key, member]) => (minted.has(key) && isText(member)) || holdsMinted(member, depth + 1),
  );
}

/** A text, or a list with one in it; `keys` may also be a map of versions to times. */
function isText(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isText) : typeof value === 'string' && value !== '';
}
