/**
 * Errors of refusing answers: status and body become one `AppError` (vault-http-facts 6.3 and 6.9). The same status
 * stands for different things, so the server's own words decide there: three 404s, three 403s, three 503s. Every text
 * is cut (`server-text.ts`), then redacted.
 */
import type { AppError, ErrorFacts, InvalidPathReason } from '../../../shared/ipc/result.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { cutText, serverTexts } from '../../../shared/vault/server-text.ts';
import type { Method } from './types.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

/** A refusing answer and its request. `body`: the parsed JSON. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly method: Method;
  readonly path: string;
  readonly retryAfterSeconds?: number | undefined;
  /** Credentials of the request: they never appear in the error. */
  readonly knownSecrets: readonly string[];
}

/** Turns a refusing JSON answer into an error that the user can act on. */
export function errorFromAnswer(refusal: Refusal): AppError {
  const { status, method } = refusal;
  const path = redactExactly(refusal.path, refusal.knownSecrets);
  const errors = serverErrors(refusal.body).map((text) => redactExactly(text, refusal.knownSecrets));
  const warnings = serverTexts(member(refusal.body, 'warnings')).map((text) =>
    redactExactly(text, refusal.knownSecrets),
  );
  const facts = {
    status,
    method,
    path,
    ...(errors.length === 0 ? {} : { serverErrors: errors }),
    ...(warnings.length === 0 ? {} : { serverWarnings: warnings }),
  };
  const said = cutText(errors.join('; '));
  const because = said === '' ? '' : ` It says: ${said}`;
  const make = (message: string, hint: string): ErrorFacts => ({ ...facts, message, hint });

  if (status !== 404 && tooLarge.test(said))
    return {
      kind: 'too-large',
      limitBytes: usualValueBytes,
      ...make(
        `The server refused a value that is too large. The default limit is 1 MiB.${because}`,
        'Split it. The server’s operator can raise the limit.',
      ),
    };
  const belongs =
    (status === 400 || status === 500) && rootNamespaceOnly.find(({ words }) => words.test(said));
  if (belongs)
    return {
      kind: 'root-namespace-only',
      ...make(belongs.message, 'Open the root namespace with a token that is valid there.'),
    };
  switch (status) {
    case 400:
      return badRequest(said, make);
    case 401:
    case 403:
      return noEntry(said, path, make);
    case 404:
      return notFound(refusal.body, said, warnings.join(' '), path, make);
    case 405:
      return {
        kind: 'not-offered',
        ...make(
          `This server does not offer this operation at “${path}”.${because}`,
          'Servers differ by product, version and settings. This one may use another path, or lack it.',
        ),
      };
    case 412:
      return {
        kind: 'server-error',
        ...make(
          'This node has not caught up with the cluster yet and cannot answer.',
          'Try again in a moment.',
        ),
      };
    case 413:
      return {
        kind: 'too-large',
        limitBytes: requestLimitBytes,
        ...make(
          'The server refused the request as too large. The default limit is 32 MiB.',
          'Store large values elsewhere, or split the entry.',
        ),
      };
    case 429:
      return {
        kind: 'rate-limited',
        ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
        ...make(
          `The server’s rate limit is reached.${because}`,
          refusal.retryAfterSeconds === undefined
            ? 'Wait a little and try again.'
            : `Try again in ${refusal.retryAfterSeconds} s.`,
        ),
      };
    case 472:
    case 473:
      return {
        kind: 'standby',
        ...make(
          status === 472
            ? 'This node is a disaster-recovery secondary and does not answer requests.'
            : 'This node is a performance standby and does not answer this request.',
          'Connect to an active node of the cluster.',
        ),
      };
    case 501:
      return {
        kind: 'not-initialized',
        ...make(
          'This server has not been initialised: it has no keys and no data yet.',
          'Initialise it first, e.g. with “vault operator init” (OpenBao: “bao operator init”).',
        ),
      };
    case 503:
      return unavailable(refusal.body, said, make);
    default:
      if (status >= 500)
        return {
          kind: 'server-error',
          ...make(
            `The server failed to answer (status ${status}).${because}`,
            'Retry. If it fails again, the server’s own log says more.',
          ),
        };
      return {
        kind: 'invalid-request',
        ...make(
          `The server refused the request (status ${status}).${because}`,
          'Change the request and try again.',
        ),
      };
  }
}

/** Limits of the listener on one value (`max_json_string_value_length` and its like), with status 500. */
const tooLarge = /JSON (?:string value|object entry name) exceeds/i;
const usualValueBytes = 1_048_576;

/** OpenBao's words (status 400, or 500) for a namespace's missing features; the last if it has own unseal keys. */
const rootNamespaceOnly = [
  {
    words: /^operation (?:unavailable in namespaces|only available in root namespace)$/,
    message: 'This belongs to the whole server.',
  },
  {
    words: /^(?:failed to [\w ]+: )?namespace is not sealable$/,
    message: 'This namespace has no keys of its own: it is encrypted with those of a namespace above it.',
  },
] as const;

type Make = (message: string, hint: string) => ErrorFacts;

function badRequest(said: string, make: Make): AppError {
  if (/check-and-set parameter did not match/i.test(said))
    return {
      kind: 'conflict',
      ...make(
        'Someone else has saved this entry since it was read. Nothing was overwritten.',
        'Refresh, compare, and save your changes on top of the new version.',
      ),
    };
  if (/missing client token/i.test(said))
    return { kind: 'unauthenticated', ...make('The server needs a token for this.', 'Log in first.') };
  return {
    kind: 'invalid-request',
    ...make(
      said === ''
        ? 'The server refused the request without a reason.'
        : `The server refused the request: ${said}`,
      /check-and-set parameter required/i.test(said)
        ? 'This entry may only be saved against the version it was read in.'
        : 'Change what it complains about and try again.',
    ),
  };
}

function noEntry(said: string, path: string, make: Make): AppError {
  if (/\b(?:invalid|bad) token\b/i.test(said))
    return {
      kind: 'unauthenticated',
      ...make(
        'The server does not know this token: it has expired, was revoked, or belongs to another server or namespace.',
        'Log in again.',
      ),
    };
  if (/preflight capability check/i.test(said))
    return {
      kind: 'forbidden',
      ...make(
        `There is no mount at “${path}”, or this token has no access to it; the server does not say which.`,
        'Check the spelling, or ask for a policy that grants something below it.',
      ),
    };
  return {
    kind: 'forbidden',
    ...make(
      `The server does not permit this token to do this at “${path}”.`,
      'Ask for a policy that grants it on this exact API path.',
    ),
  };
}

function notFound(body: unknown, said: string, warned: string, path: string, make: Make): AppError {
  const invalid = (reason: InvalidPathReason, message: string, hint: string): AppError => ({
    kind: 'invalid-path',
    reason,
    ...make(message, hint),
  });
  const metadata = member(member(body, 'data'), 'metadata');
  if (member(metadata, 'destroyed') === true)
    return invalid(
      'destroyed-version',
      'This version was destroyed. Its values cannot be recovered.',
      'Open another version.',
    );
  if (typeof metadata === 'object' && metadata !== null)
    return invalid(
      'deleted-version',
      'This version is deleted. Its values are kept until it is destroyed.',
      'Undelete it, or open another version.',
    );
  if (/invalid path for a versioned k\/v/i.test(warned))
    return invalid(
      'wrong-api-path',
      `“${path}” is not an API path of this mount: its engine is KV version 2.`,
      'Put data/ (or metadata/ for a list) between the mount and the name.',
    );
  if (/^namespace not found$/i.test(said))
    return invalid(
      'no-namespace',
      'The server knows no such namespace.',
      'Check the name, and whether a namespace above it is sealed.',
    );
  if (/no handler for route/i.test(said))
    return invalid(
      'no-mount',
      `No secrets engine is mounted at “${path}”.`,
      'Check the first part of the path and the namespace.',
    );
  if (/unsupported path/i.test(said))
    return {
      kind: 'not-offered',
      ...make(
        `The engine behind “${path}” does not offer this path.`,
        'Check the path, or the version of the server.',
      ),
    };
  return invalid('absent', `There is nothing at “${path}”.`, 'Check the spelling; names are case-sensitive.');
}

function unavailable(body: unknown, said: string, make: Make): AppError {
  if (/\bnamespace is sealed\b/i.test(said))
    return {
      kind: 'namespace-sealed',
      ...make(
        'This namespace is sealed. The server itself is not: other namespaces answer.',
        'Holders of its unseal keys unseal it from its parent, with “bao namespace unseal”.',
      ),
    };
  if (/sealed/i.test(said) || member(body, 'sealed') === true)
    return {
      kind: 'sealed',
      ...make(
        'The server is sealed: it cannot read its own storage.',
        'It must be unsealed with its key shares before it answers.',
      ),
    };
  if (/standby|not active|no active node|active cluster node not found/i.test(said))
    return {
      kind: 'standby',
      ...make(
        'This standby node could not forward the request to an active one.',
        'Connect to the active node, or wait until one is elected.',
      ),
    };
  return {
    kind: 'server-error',
    ...make(
      said === ''
        ? 'The server is not available at the moment (status 503).'
        : `The server is not available: ${said}`,
      'Try again in a moment.',
    ),
  };
}

/** Texts of an answer's `errors[]` (or `data.error`), without multi-error decoration: one element per cause. */
function serverErrors(body: unknown): string[] {
  const listed = serverTexts(member(body, 'errors'));
  const single = member(member(body, 'data'), 'error');
  const texts = listed.length === 0 ? serverTexts([single]) : listed;
  return texts.flatMap(cleanServerError);
}

/** Removes Go's decoration from an error text: `2 errors occurred:\n\t* a\n\t* b\n\n` becomes `['a', 'b']`. */
export function cleanServerError(text: string): string[] {
  const parts = text
    .replace(/(?<!\d)\d{1,9} errors? occurred:\s*(?=\* )/g, '\n')
    .split(/\n[^\S\n]*\* /)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  return [...new Set(parts)];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
