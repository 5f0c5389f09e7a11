/**
 * Decides if a console response exists only once. Anything the server has created for this request (a token, a lease
 * with its credential, a key, a share) cannot be requested again, for any method; looked-up data can.
 */
import { asObject, asText } from '../../vault/api/fields.ts';

/** Response fields in which a write returns a new credential; the `id` of a look-up is not one. */
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

/** Writes whose response only names or computes something: they can be sent again. */
const repeatable =
  /^sys\/(?:wrapping\/lookup|capabilities|tools|audit-hash)|\/(?:encrypt|decrypt|hmac|sign|verify|rewrap|hash|random)(?:\/|$)/;

/**
 * Judges a parsed response. `write`: the request is not read-only. `large`: only its upper levels are given, so the
 * rest is assumed to hold a credential.
 */
export function existsOnce(path: string, write: boolean, json: unknown, large = false): boolean {
  // An unwrapped response cannot be unwrapped again.
  if (/^\/*sys\/wrapping\/unwrap\/*$/.test(path)) return true;
  const body = asObject(json);
  if (asText(asObject(body['auth'])['client_token']) !== '') return true;
  if (asText(asObject(body['wrap_info'])['token']) !== '') return true;
  if (asText(body['lease_id']) !== '') return true;
  if (!write || repeatable.test(path)) return false;
  if (large) return true;
  // Some sys/ responses have no `data`.
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

/** A non-empty string, or a list with one; `keys` can also be a map of versions to times. */
function isText(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isText) : typeof value === 'string' && value !== '';
}
