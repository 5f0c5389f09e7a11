/**
 * Takes credentials out of text that may be shown or logged: error texts, log lines, paths. Two nets: what looks like a
 * credential by its shape or its name (`redact`), and what is known to be one (`redactExactly`). Too much redacted is a
 * nuisance, too little is a leak: in doubt it goes.
 */

/** What stands where a credential stood. */
const redacted = '[redacted]';

/** Names of JSON fields, form fields and headers whose value is a credential. */
const secretNames =
  'client_token|wrapping_token|root_token|encoded_token|encoded_root_token|token|secret_id|password|passwd|passphrase|' +
  'secret_key|private_key|secret|otp|unseal_key|keys_base64|keys|key|jwt|api_key|access_key|session_token|bindpass';

/** `"name": "value"`, cut off or not; a value may hold escaped quotes. */
const field = new RegExp(String.raw`("(?:${secretNames})"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?$)`, 'gi');
/** The same inside another JSON string, where each quote carries the same number of backslashes. */
const nestedField = new RegExp(
  String.raw`((\\+)"(?:${secretNames})\2"\s*:\s*)\2"[\s\S]*?(?:(?<!\\)\2"|$)`,
  'gi',
);

/** Order matters: whole headers and fields first, bare shapes last. Nothing here backtracks more than a text's length. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/g, redacted],
  [/\b(X-Vault-(?:Token|Wrap-Token|MFA)["']?\s*[:=]\s*["']?)[^\s"',;]+/gi, `$1${redacted}`],
  [
    /\b((?:Proxy-)?Authorization["']?\s*[:=]\s*["']?(?:(?:Bearer|Basic|Digest|Negotiate)\s+)?)[^\s"',;]+/gi,
    `$1${redacted}`,
  ],
  [/\b(Bearer\s+)[A-Za-z0-9._~+/=-]{8,}/g, `$1${redacted}`],
  // `"keys": ["…", "…"]`
  [new RegExp(String.raw`(\\*"(?:${secretNames})\\*"\s*:\s*)\[[^\]]*\]`, 'gi'), `$1["${redacted}"]`],
  [nestedField, `$1"${redacted}"`],
  [field, `$1"${redacted}"`],
  [new RegExp(String.raw`(^|[\s?&;,'"({])((?:${secretNames})=)[^\s&;,'")}]+`, 'gi'), `$1$2${redacted}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"']+@/gi, `$1${redacted}@`],
  // Tokens since 1.10, wherever they stand; Vault 1.10+ writes at least 24 characters behind the prefix.
  [/hv[sbr]\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
  [/(?<![A-Za-z0-9])[srb]\.[A-Za-z0-9]{24,}[A-Za-z0-9_-]*(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
  [/(?<![A-Za-z0-9])b\.[A-Za-z0-9_-]{60,}(?:\.[A-Za-z0-9]{1,32})?/g, redacted],
  [/eyJ[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){2,4}/g, redacted],
];

/** Replaces everything that looks like a credential: tokens, JWTs, token headers, named fields, private keys. */
export function redact(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean;
}

/** Shorter ones are words (a development server's token is `root`): taking them out would spoil texts and hide nothing. */
const shortestSecret = 8;

/** Replaces known credentials of 8 characters or more, plain, percent-encoded or as inside a JSON string; then `redact`s. */
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
