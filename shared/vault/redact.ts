/**
 * Removes credentials from text that can be shown or logged: error texts, log lines, paths. Two nets: texts that look
 * like a credential by shape or name (`redact`), and known credentials (`redactExactly`). Redacting too much is a
 * nuisance, too little is a leak: in doubt it is redacted.
 *
 * The text is a server's, which can craft it to be slow to match. Each step is linear in the length of the text: no
 * pattern can scan the same run of characters again from each of its characters (`patterns.test.ts` times them all).
 */

/** Replacement for a credential. */
export const redacted = '[redacted]';

/** Names of JSON fields, form fields and headers whose value is a credential. */
const secretNames =
  'client_token|wrapping_token|root_token|encoded_token|encoded_root_token|token|secret_id|password|passwd|passphrase|' +
  'secret_key|private_key|secret|otp|unseal_key|keys_base64|keys|key|jwt|api_key|access_key|session_token|bindpass';

/** Whole values first: the text after a header's name. */
const headers: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/g, redacted],
  [/\b(X-Vault-(?:Token|Wrap-Token|MFA)["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, `$1${redacted}`],
  [
    /\b((?:Proxy-)?Authorization["']?\s*[:=]\s*["']?(?:(?:Bearer|Basic|Digest|Negotiate)\s+)?)[^\s"',;]+/gi,
    `$1${redacted}`,
  ],
  [/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/g, `$1${redacted}`],
];

/**
 * The name of a JSON field up to the start of its value: a list, or a string whose quote has backslashes (group 3) if
 * nested in other strings.
 */
const fieldStart = new RegExp(String.raw`("(?:${secretNames})\\*"\s*:\s*)(\[|(\\*)")`, 'gi');

/** Bare shapes last. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(^|[\s?&;,'"({])((?:${secretNames})=)[^\s&;,'")}]+`, 'gi'), `$1$2${redacted}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"']+@/gi, `$1${redacted}@`],
  // Tokens since 1.10, in any position; Vault 1.10+ writes at least 24 characters after the prefix.
  [/hv[sbr]\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
  [/(?<![A-Za-z0-9])[srb]\.[A-Za-z0-9]{24,}[A-Za-z0-9_-]*(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
  [/(?<![A-Za-z0-9])b\.[A-Za-z0-9_-]{60,}(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
];

/** A run of characters from its first `eyJ` to its end, taken as a whole; group 1: the parts that make it a JWT. */
const jwt = /eyJ[A-Za-z0-9_-]*((?:\.[A-Za-z0-9_-]*){2,4})?/g;
const SHORTEST_JWT_HEAD = 7;

/** Replaces texts that look like a credential: tokens, JWTs, token headers, named fields, private keys. */
export function redact(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of headers) clean = clean.replace(pattern, replacement);
  clean = redactFields(clean);
  for (const [pattern, replacement] of shapes) clean = clean.replace(pattern, replacement);
  return clean.replace(jwt, (whole, parts: string | undefined) =>
    parts === undefined || whole.length - parts.length < SHORTEST_JWT_HEAD ? whole : redacted,
  );
}

/** Replaces the values of named JSON fields, also inside other strings and in truncated texts. */
function redactFields(text: string): string {
  const out: string[] = [];
  let at = 0;
  fieldStart.lastIndex = 0;
  for (let found = fieldStart.exec(text); found !== null; found = fieldStart.exec(text)) {
    const [, name = '', , slashes] = found;
    const opened = fieldStart.lastIndex;
    const end = slashes === undefined ? endOfList(text, opened) : endOfString(text, opened, slashes.length);
    const value = slashes === undefined ? `["${redacted}"]` : `${slashes}"${redacted}${slashes}"`;
    // An empty value hides nothing, and must not look like a redacted one.
    const isEmpty = text.slice(opened, end) === (slashes === undefined ? ']' : `${slashes}"`);
    out.push(text.slice(at, found.index), name, isEmpty ? text.slice(found.index + name.length, end) : value);
    at = end;
    fieldStart.lastIndex = end;
  }
  return out.length === 0 ? text : out.join('') + text.slice(at);
}

function endOfList(text: string, from: number): number {
  const close = text.indexOf(']', from);
  return close === -1 ? text.length : close + 1;
}

/**
 * Position after the quote that ends a string. Nested in other strings, each quote has the same number of
 * backslashes; in a top-level string an even number is not an escape.
 */
function endOfString(text: string, from: number, level: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (quote - slashes > from && text.charCodeAt(quote - slashes - 1) === 0x5c) slashes++;
    if (level === 0 ? slashes % 2 === 0 : slashes === level) return quote + 1;
  }
  return text.length;
}

/** Shorter ones are words (a development server's token is `root`): redacting them would only damage texts. */
const shortestSecret = 8;

/** Replaces known credentials of 8 characters or more, plain, percent-encoded or JSON-escaped; then `redact`s. */
export function redactExactly(text: string, knownSecrets: readonly string[]): string {
  const forms = new Set<string>();
  for (const secret of knownSecrets) {
    if (secret.length < shortestSecret) continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    if (secret.isWellFormed()) forms.add(encodeURIComponent(secret));
  }
  let clean = text;
  for (const form of [...forms].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(form, redacted);
  return redact(clean);
}
