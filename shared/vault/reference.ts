/**
 * References to entries: `strongroom://CONNECTION/MOUNT/PATH?version=3#KEY`. They stand in files that are committed,
 * so they name a saved connection and never a host, a port or a user. Whatever a URL parser, a shell or a file of
 * variables would change is percent-encoded.
 */
import { checkApiPath } from './path.ts';

export interface Reference {
  /** Name of a saved connection. */
  readonly connection: string;
  /** Mount and path; the connection's longest mount that begins it is the mount. A folder's ends with a slash. */
  readonly path: string;
  readonly version?: number;
  /** Absent: the whole entry. */
  readonly key?: string;
}

/** The rule that a text breaks. */
export type ReferenceRule =
  | 'too-long'
  | 'scheme'
  | 'white-space'
  | 'encoding'
  | 'connection'
  | 'host'
  | 'path'
  | 'version'
  | 'key'
  | 'query';

export interface ReferenceProblem {
  readonly rule: ReferenceRule;
  /** A sentence. */
  readonly problem: string;
}

export const referenceScheme = 'strongroom://';

/** In UTF-16 code units. */
export const longestReference = 16_384;

/** A text that claims to be a reference; it can still break a rule. */
export function looksLikeReference(text: string): boolean {
  return text.startsWith(referenceScheme);
}

/** Parses the reference of an entry or of one of its keys. */
export function parseReference(text: string): Reference | ReferenceProblem {
  const parsed = parse(text);
  if ('rule' in parsed) return parsed;
  if (parsed.path.endsWith('/')) return broken('path', 'It names a folder, and an entry is needed.');
  return parsed.path.includes('/')
    ? parsed
    : broken('path', 'It needs a mount and a path after the connection.');
}

/** Parses the reference of a folder, a mount, or all mounts of a connection (an empty path). */
export function parseFolderReference(text: string): Reference | ReferenceProblem {
  const parsed = parse(text);
  if ('rule' in parsed) return parsed;
  const { connection, path, version, key } = parsed;
  if (version !== undefined || key !== undefined)
    return broken('query', 'A folder has no version and no key.');
  return { connection, path: path === '' || path.endsWith('/') ? path : `${path}/` };
}

/** Writes a reference; `parseReference` reads exactly the same from it. */
export function referenceText({ connection, path, version, key }: Reference): string {
  const place = `${referenceScheme}${encoded(connection)}/${path.split('/').map(encoded).join('/')}`;
  const query = version === undefined ? '' : `?version=${String(version)}`;
  return `${place}${query}${key === undefined ? '' : `#${encoded(key)}`}`;
}

function parse(text: string): Reference | ReferenceProblem {
  if (text.length > longestReference) return broken('too-long', 'It is too long.');
  if (!looksLikeReference(text)) return broken('scheme', `It does not begin with ${referenceScheme}.`);
  if (unquoted.test(text))
    return broken('white-space', 'It has a space or an invisible character: write it as %20.');
  const [beforeKey = '', ...keyParts] = text.slice(referenceScheme.length).split('#');
  if (keyParts.length > 1) return broken('key', 'It has two “#”: write the second one as %23.');
  const [place = '', ...queries] = beforeKey.split('?');
  const [keyText, ...lateQueries] = keyParts[0]?.split('?') ?? [];
  const query = [...queries, ...lateQueries];
  if (query.length > 1) return broken('query', 'It has two “?”: write the second one as %3F.');
  const [connectionText = '', ...pathParts] = place.split('/');
  if (/[:@[\]\\]/.test(connectionText))
    return broken('host', 'It names a saved connection, never a host, a port or a user.');
  const connection = decoded(connectionText);
  const parts = pathParts.map(decoded);
  const key = keyText === undefined ? undefined : decoded(keyText);
  if (connection === undefined || parts.includes(undefined) || (keyText !== undefined && key === undefined))
    return broken('encoding', 'It has a “%” without two hexadecimal digits of UTF-8: write “%” as %25.');
  if (connection === '') return broken('connection', 'It names no connection.');
  if (key === '') return broken('key', 'Its key is empty: leave “#” away for the whole entry.');
  if (parts.some((part) => part?.includes('/') === true))
    return broken('path', 'A name in a path has no slash.');
  const path = parts.join('/');
  const problem = path === '' ? undefined : checkApiPath(path);
  if (problem !== undefined) return broken('path', problem.message);
  const version = query[0] === undefined ? undefined : versionIn(query[0]);
  if (version === 0) return broken('version', 'After “?” stands version= and a number from 1.');
  return {
    connection,
    path,
    ...(version === undefined ? {} : { version }),
    ...(key === undefined ? {} : { key }),
  };
}

/** White space, control and format characters: none survives a file of variables, a shell and a URL parser alike. */
const unquoted = /[\s\p{Cc}\p{Cf}]/u;

/** 0: it is not a version. */
function versionIn(query: string): number {
  const digits = /^version=([1-9][0-9]{0,8})$/.exec(query)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** Undefined if it is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The caller says which rule is broken.
    return undefined;
  }
}

/** Leaves letters, digits, `-`, `_`, `.` and `~`; shells change what `encodeURIComponent` leaves besides. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function broken(rule: ReferenceRule, problem: string): ReferenceProblem {
  return { rule, problem };
}
