/**
 * Bytes become an answer or a clear statement of their kind. Proxies, load balancers and captive portals answer in
 * HTML with any status; only JSON comes from the server.
 */
import { isUtf8 } from 'node:buffer';
import type { AppError } from '../../../shared/ipc/result.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import { serverTexts } from '../../../shared/vault/server-text.ts';
import type { RawAnswer } from './attempt.ts';
import { isQuick, isTooDeep, LARGE_BYTES, makeValue, readBody, readValue, textOfBytes } from './body.ts';
import type { LargeBody } from './body.ts';
import { outcomeUnknown } from './connection-errors.ts';
import { errorFromAnswer } from './errors.ts';
import { retryAfterSeconds } from './retry.ts';
import type { VaultWork } from '../work.ts';
import type { VaultAnswer, VaultRequest } from './types.ts';

export interface AnswerContext {
  readonly request: VaultRequest;
  /** The origin that answered, and its address as a user would type it. */
  readonly origin: string;
  readonly address: string;
  /** Its name in sentences: `host:8200`, or the path of a socket. */
  readonly host: string;
  readonly write: boolean;
  readonly knownSecrets: readonly string[];
}

export type Judged = { readonly answer: VaultAnswer } | { readonly error: AppError };

/** Judges a complete answer that is not a redirect. */
export async function judgeAnswer(
  raw: RawAnswer,
  context: AnswerContext,
  work: VaultWork = inPlace,
): Promise<Judged> {
  if (raw.body.length >= LARGE_BYTES) return judged(raw, context, await parseLarge(raw, work));
  const parsed = parse(raw);
  const outcome = judged(raw, context, parsed);
  // Text and value are made of it; in other cases the bytes are read on demand.
  if (!('problem' in parsed)) raw.body.fill(0);
  return outcome;
}

function judged(raw: RawAnswer, context: AnswerContext, parsed: Parsed): Judged {
  const { request, origin } = context;
  const { status } = raw;
  const wanted = (status >= 200 && status < 300) || request.acceptStatus?.(status) === true;
  // Made only for errors: redacting the path is the most expensive step here.
  const facts = () => ({
    status,
    method: request.method,
    path: redactExactly(request.path, context.knownSecrets),
  });
  if ('problem' in parsed && wanted && request.anyBody === true && isContent(raw, parsed.problem))
    return { answer: contentAnswer(raw, origin) };
  if ('problem' in parsed) return { error: { ...notJson(raw, parsed.problem, context), ...facts() } };
  if (!wanted)
    return {
      error: errorFromAnswer({
        status,
        body: parsed.body,
        method: request.method,
        path: request.path,
        retryAfterSeconds: retryAfterSeconds(header(raw, 'retry-after'), Date.now()),
        knownSecrets: context.knownSecrets,
      }),
    };
  const isTooMuch = raw.body.length > SAFE_LIMIT_BYTES || parsed.isCrowded === true;
  if (isTooMuch && request.safe === true && request.large !== true)
    return { error: { ...tooLarge(SAFE_LIMIT_BYTES), ...facts() } };
  if (parsed.large !== undefined) return { answer: largeAnswer(raw, parsed.large, origin, parsed.value) };
  return { answer: smallAnswer(raw, parsed.text, parsed.body, origin) };
}

/**
 * Separate function: `json` made beside `facts` would keep the request, with its token, as long as the answer lives.
 */
function smallAnswer(
  { status, headers }: RawAnswer,
  text: string,
  body: unknown,
  origin: string,
): VaultAnswer {
  return { status, text, json: () => body, warnings: warningsOf(body), headers, origin };
}

/** Wrapped or downloaded content can be anything but a gateway's own answer: compressed, or a web page. */
function isContent(raw: RawAnswer, problem: 'encoded' | 'not-utf8' | 'not-json'): boolean {
  if (problem === 'encoded' || /^text\/html/i.test(header(raw, 'content-type') ?? '')) return false;
  return problem === 'not-utf8' || !/^\s*<(?:!doctype|html)/i.test(raw.body.toString('utf8', 0, 256));
}

function contentAnswer(raw: RawAnswer, origin: string): VaultAnswer {
  const isText = isUtf8(raw.body);
  let text: string | undefined;
  return {
    status: raw.status,
    get text() {
      return (text ??= raw.body.toString(isText ? 'utf8' : 'base64'));
    },
    ...(isText ? {} : { bytes: raw.body }),
    ...(raw.body.length < LARGE_BYTES ? {} : { large: { bytes: raw.body, top: undefined, proved: false } }),
    json: () => undefined,
    warnings: [],
    headers: raw.headers,
    origin,
  };
}

type Parsed =
  | {
      readonly text: string;
      readonly body: unknown;
      readonly large?: LargeBody;
      readonly isCrowded?: boolean;
      /** The whole of a large one, if made here. */
      readonly value?: unknown;
    }
  | { readonly problem: 'encoded' | 'not-utf8' | 'not-json' };

/** This task alone runs here without a worker. */
const inPlace = ((_name: string, input: Parameters<typeof readBody>[0]) =>
  Promise.resolve(readBody(input))) as VaultWork;

/**
 * Limit of repeatable answers, whose value is made in main. One-time results, values of entries, and answers read
 * elsewhere have only the client's limit.
 */
const SAFE_LIMIT_BYTES = 4 * 1024 * 1024;

function tooLarge(limitBytes: number): AppError {
  return {
    kind: 'too-large',
    limitBytes,
    message: `The response was not read: it exceeds ${limitBytes / 1024 / 1024} MiB or is too complex.`,
    hint: 'Ask for less, or send the request from the console.',
  };
}

async function parseLarge(raw: RawAnswer, work: VaultWork): Promise<Parsed> {
  if (isEncoded(raw)) return { problem: 'encoded' };
  const large = (top: unknown, proved: boolean): Parsed => ({
    text: '',
    body: top,
    large: { bytes: raw.body, top, proved },
  });
  if (isQuick(raw.body)) {
    const made = makeValue(raw.body);
    if ('problem' in made) return made;
    const { top, isCrowded } = readValue(raw.body, made.value);
    return {
      text: '',
      body: top,
      isCrowded: isCrowded === true,
      value: made.value,
      large: { bytes: raw.body, top, proved: true, isMade: true },
    };
  }
  try {
    const read = await work('readBody', { bytes: raw.body }, raw.body.length);
    return 'problem' in read ? read : { ...large(read.top, true), isCrowded: read.isCrowded === true };
  } catch {
    // Too much for the worker: the body is kept unread.
    return large({}, false);
  }
}

/** `text`, and `json()` without a `value`, are made on first use. */
function largeAnswer(raw: RawAnswer, large: LargeBody, origin: string, value: unknown): VaultAnswer {
  let text: string | undefined;
  let body = value;
  return {
    status: raw.status,
    get text() {
      return (text ??= textOfBytes(large.bytes));
    },
    large,
    json() {
      return (body ??= JSON.parse(this.text) as unknown);
    },
    warnings: warningsOf(large.top),
    headers: raw.headers,
    origin,
  };
}

/** Value of an answer, only the upper levels of a large one; undefined if it is empty or not JSON. */
export function topOf(answer: VaultAnswer): unknown {
  if (answer.large !== undefined) return answer.large.top;
  return answer.text === '' ? undefined : answer.json();
}

/** Text of an answer that `JSON.parse` has accepted, here or in the worker. Throws if it does not. */
export function provedText(answer: Pick<VaultAnswer, 'text' | 'json' | 'large'>): string {
  if (answer.large?.proved !== true) answer.json();
  return answer.text;
}

function isEncoded(raw: RawAnswer): boolean {
  const encoding = header(raw, 'content-encoding');
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

function parse(raw: RawAnswer): Parsed {
  if (isEncoded(raw)) return { problem: 'encoded' };
  if (raw.body.length === 0) return { text: '', body: undefined };
  if (!isUtf8(raw.body)) return { problem: 'not-utf8' };
  const text = raw.body.toString('utf8');
  try {
    const body = JSON.parse(text) as unknown;
    return { text, body, ...(isTooDeep(raw.body, body) ? { isCrowded: true } : {}) };
  } catch {
    return { problem: 'not-json' };
  }
}

function notJson(
  raw: RawAnswer,
  problem: 'encoded' | 'not-utf8' | 'not-json',
  context: AnswerContext,
): AppError {
  const { status } = raw;
  const { host } = context;
  const text = problem === 'not-json' ? raw.body.toString('utf8', 0, 4096) : '';
  if (/HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port/i.test(text))
    return {
      kind: 'tls',
      reason: 'https-required',
      message: `${host} speaks TLS on this port, but the address says http.`,
      hint: `Use ${context.address.replace(/^http:/, 'https:')} as the address.`,
    };
  if (status === 429)
    return errorFromAnswer({
      status,
      body: undefined,
      method: context.request.method,
      path: context.request.path,
      retryAfterSeconds: retryAfterSeconds(header(raw, 'retry-after'), Date.now()),
      knownSecrets: context.knownSecrets,
    });
  // A gateway stopped waiting: the server behind it can have carried the request out.
  if (context.write && (status === 502 || status === 504)) return outcomeUnknown(undefined, host);
  const type = (header(raw, 'content-type') ?? '').split(';')[0]?.trim().slice(0, 80) || 'no content type';
  const words = firstWords(text, context.knownSecrets);
  const what =
    problem === 'encoded'
      ? 'compressed data'
      : problem === 'not-utf8'
        ? 'binary data'
        : /^\s*</.test(text)
          ? 'a web page'
          : 'something other than JSON';
  return {
    kind: 'bad-answer',
    message: `${host} returned ${what} (status ${status}, ${type})${words === '' ? '.' : `: “${words}”`}`,
    hint:
      (status >= 500
        ? 'Something in front of the server answered instead, such as a load balancer.'
        : 'A proxy, a login page or another program may have answered instead.') +
      (context.write ? ' Check whether the change was made before you retry.' : ''),
  };
}

/** The first words of a page without its tags, style and script; at most 120 characters, redacted. */
function firstWords(text: string, knownSecrets: readonly string[]): string {
  const bare = redactExactly(
    text
      .split(/<(?=(?:script|style)\b)/i)
      .map((part, index) => (index === 0 ? part : (/<\/(?:script|style)\s*>[\s\S]*$/i.exec(part)?.[0] ?? '')))
      .join(' ')
      .replace(/<[^>]*(?:>|$)/g, ' ')
      .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, ' ')
      .trim(),
    knownSecrets,
  );
  return bare.length > 120 ? `${bare.slice(0, 120).trimEnd()}…` : bare;
}

function warningsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('warnings' in body)) return [];
  return serverTexts(body.warnings);
}

/** First value of an answer's header; names in lower case. */
export function header(raw: RawAnswer, name: string): string | undefined {
  const value = raw.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
