/**
 * One request, one answer: bytes over undici's dispatcher, without redirects, retries or judgement. A handler of our
 * own instead of `request()`, because two things must be exact: if a byte has left (`onRequestStart` comes just
 * before the socket is written), and that a cancelled call ends at once, even while it waits for a connection.
 */
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { LARGE_BYTES, responseLimitBytes } from './body.ts';
import type { CallEnd } from './call-end.ts';
import { ownBytes } from './own-bytes.ts';
import type { BodySink, Method } from './types.ts';

export interface Attempt {
  readonly origin: string;
  /** Path and query as sent, or an absolute URL for a plain proxy. */
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  /** Its text, or a function that opens a body to be streamed. */
  readonly body: string | (() => Readable) | undefined;
  /** Takes the body of a 2xx answer instead of memory. */
  readonly into?: BodySink | undefined;
  /** Longest server silence, in ms. */
  readonly timeoutMs: number;
  readonly end: CallEnd;
}

export interface RawAnswer {
  readonly what: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** `sent`: a byte of the request can have left. `status`: known if the answer had begun. */
export interface Failure {
  readonly what: 'error' | 'too-large';
  readonly sent: boolean;
  readonly status?: number;
  readonly cause?: unknown;
}

/**
 * Joins the body; a large one in memory that another thread can read. Not in Node's pool, and its incoming buffers
 * are wiped: both would keep a credential in memory long after the answer is forgotten.
 */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const whole = length < LARGE_BYTES ? Buffer.alloc(length) : Buffer.from(new SharedArrayBuffer(length));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    chunk.fill(0);
    at += chunk.length;
  }
  return whole;
}

/** True if the sink takes the body: a refusal, a redirect and a web page are read here, to be judged. */
function isTaken(status: number, headers: RawAnswer['headers']): boolean {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'];
  return (
    status < 300 && !/^\s*text\/html/i.test(String(type ?? '')) && (encoding ?? 'identity') === 'identity'
  );
}

/** Sends once. Never rejects. */
export function sendOnce(dispatcher: Dispatcher, attempt: Attempt): Promise<RawAnswer | Failure> {
  return new Promise((resolve) => {
    let sent = false;
    let status: number | undefined;
    let headers: RawAnswer['headers'] = {};
    let settled = false;
    let abort: ((reason: Error) => void) | undefined;
    const chunks: Buffer[] = [];
    // Bytes of our own: undici would take a text's from Node's pool. Wiped once none of them can be under way.
    const body = typeof attempt.body === 'string' ? ownBytes(attempt.body) : undefined;
    let length = 0;
    let sink: BodySink | undefined;

    const settle = (outcome: RawAnswer | Failure): void => {
      if (settled) return;
      settled = true;
      attempt.end.listener = undefined;
      resolve(outcome);
    };
    const failed = (what: Failure['what'], cause: unknown): Failure => ({
      what,
      sent,
      cause,
      ...(status === undefined ? {} : { status }),
    });
    const stop = (what: Failure['what'], cause: Error): void => {
      settle(failed(what, cause));
      abort?.(cause);
    };
    attempt.end.listener = () => {
      stop('error', new Error('the call has ended'));
    };
    if (attempt.end.reason !== undefined) {
      body?.fill(0);
      return;
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // A second start would be a retry by the library, and retries are decided elsewhere.
        if (settled || sent) {
          controller.abort(new Error('the call has ended'));
          return;
        }
        sent = true;
        abort = (reason) => {
          controller.abort(reason);
        };
      },
      onResponseStart(_controller, statusCode, received) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = received;
        if (isTaken(statusCode, received)) sink = attempt.into;
        if (sink === undefined && Number(received['content-length'] ?? 0) > responseLimitBytes)
          stop('too-large', new Error('the answer is too large'));
      },
      onResponseData(controller, chunk) {
        if (settled) return;
        if (sink !== undefined) {
          // The parser passes an empty chunk after a pause; pausing for it would loop for ever.
          if (chunk.length === 0) return;
          const taken = sink.write(chunk);
          if (taken === undefined) return;
          controller.pause();
          taken.then(
            () => controller.resume(),
            (cause: unknown) => stop('error', cause instanceof Error ? cause : new Error('not taken')),
          );
          return;
        }
        length += chunk.length;
        if (length > responseLimitBytes) stop('too-large', new Error('the answer is too large'));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        body?.fill(0);
        settle({ what: 'answer', status: status ?? 0, headers, body: joined(chunks, length) });
      },
      onResponseError(_controller, error) {
        body?.fill(0);
        settle(failed('error', error));
      },
    };
    try {
      dispatcher.dispatch(
        {
          origin: attempt.origin,
          path: attempt.path,
          method: attempt.method,
          headers: attempt.headers,
          body: typeof attempt.body === 'function' ? attempt.body() : (body ?? null),
          headersTimeout: attempt.timeoutMs,
          bodyTimeout: attempt.timeoutMs,
        },
        handler,
      );
    } catch (cause) {
      body?.fill(0);
      settle(failed('error', cause));
    }
  });
}
