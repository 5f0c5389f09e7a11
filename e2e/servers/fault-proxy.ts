/** A proxy in front of the real server that produces on demand the faults that a real server does not. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Certificate } from './certificates.ts';
import { answer, bodyOf, forward, isConnectionQuestion, listen } from './forwarding.ts';
import type { ForwardedReply, Listening, Target } from './forwarding.ts';

export type Fault =
  /** The connection is cut before the request reaches the server. */
  | { readonly kind: 'cut' }
  /** The request is read, but neither forwarded nor ever answered. */
  | { readonly kind: 'never' }
  /** The request is answered for real when `until` resolves. */
  | { readonly kind: 'delay'; readonly until: Promise<void> }
  /** `work` is done while the request waits, then it is answered for real; with `cut` its connection is cut instead. */
  | {
      readonly kind: 'meanwhile';
      readonly work: (request: SentRequest) => Promise<void>;
      readonly cut?: true;
    }
  /** The server executes the request at once; its response is held until `until` resolves. */
  | { readonly kind: 'held-answer'; readonly until: Promise<void> }
  /** The real response's headers, half of its body, then the connection is cut. */
  | { readonly kind: 'half-body' }
  /** The server executes the request; its response is lost. */
  | { readonly kind: 'lost-answer' }
  /** A gateway that passes only the headers it knows; names in lower case. */
  | { readonly kind: 'strip-headers'; readonly names: readonly string[] }
  /** A load balancer's HTML page. */
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** Any response; a string body is sent as it is. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** A JSON response of `bytes` bytes; with `chunked`, without a content length. */
  | { readonly kind: 'huge'; readonly bytes?: number; readonly chunked?: boolean };

/** A request on its way; `url`: path and query as sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
}

export interface FaultRule {
  readonly fault: Fault;
  readonly method?: string;
  /** Only requests that are not GET. */
  readonly changing?: true;
  /** Tested against path and query as sent (`/v1/secret/data/x`). */
  readonly url?: RegExp;
  /** Requests that match and pass before it begins. */
  readonly after?: number;
  /** Number of requests that it affects; all by default. */
  readonly times?: number;
}

export interface FaultProxy extends Listening {
  /** Adds a rule; the earliest that matches and is not used up applies. */
  readonly add: (rule: FaultRule) => void;
  /** Removes all rules. */
  readonly heal: () => void;
  /** Requests that wait for their response now. */
  readonly waiting: () => number;
  /** `METHOD /path` of every request that arrived, faulty or not, except the query on new connections. */
  readonly arrived: readonly string[];
}

/** 33 MiB: one more than the client accepts. */
const HUGE_BYTES = 33 * 1024 * 1024;

/** Starts without rules: all requests pass. */
export async function startFaultProxy(
  target: Target,
  options: { readonly certificate?: Certificate } = {},
): Promise<FaultProxy> {
  const arrived: string[] = [];
  const waiting = new Set<ServerResponse>();
  let rules: { readonly rule: FaultRule; left: number; passing: number }[] = [];
  const listening = await listen((request, response) => {
    if (isConnectionQuestion(request)) {
      serve(target, request, response, undefined).catch(() => response.destroy());
      return;
    }
    arrived.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const struck = rules.find((one) => one.left > 0 && fits(one.rule, request) && one.passing-- <= 0);
    if (struck) struck.left -= 1;
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
    serve(target, request, response, struck?.rule.fault).catch(() => response.destroy());
  }, options.certificate);
  return {
    ...listening,
    arrived,
    add: (rule) => {
      rules.push({ rule, left: rule.times ?? Infinity, passing: rule.after ?? 0 });
    },
    heal: () => {
      rules = [];
    },
    waiting: () => waiting.size,
  };
}

function fits(rule: FaultRule, request: IncomingMessage): boolean {
  if (rule.method !== undefined && rule.method !== request.method) return false;
  if (rule.changing === true && request.method === 'GET') return false;
  return rule.url === undefined || rule.url.test(request.url ?? '');
}

async function serve(
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.kind === 'cut') {
    request.socket.destroy();
    return;
  }
  const body = await bodyOf(request);
  const real = () =>
    forward(target, { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  switch (fault?.kind) {
    case undefined:
      answer(response, await real());
      return;
    case 'never':
      return;
    case 'delay':
      await fault.until;
      answer(response, await real());
      return;
    case 'meanwhile':
      await fault.work({ method: request.method ?? '', url: request.url ?? '' });
      if (fault.cut === true) request.socket.destroy();
      else answer(response, await real());
      return;
    case 'held-answer': {
      const reply = await real();
      await fault.until;
      answer(response, reply);
      return;
    }
    case 'strip-headers': {
      const { headers, method = '', url = '' } = request;
      const left = Object.entries(headers).filter(([name]) => !fault.names.includes(name));
      answer(response, await forward(target, { method, url, headers: Object.fromEntries(left), body }));
      return;
    }
    case 'half-body':
      sendHalf(response, await real());
      return;
    case 'lost-answer':
      await real();
      request.socket.destroy();
      return;
    case 'html':
      answer(response, page(fault.status ?? 502));
      return;
    case 'redirect':
      answer(response, {
        status: fault.status ?? 307,
        headers: { location: fault.location },
        body: Buffer.alloc(0),
      });
      return;
    case 'answer':
      answer(response, {
        status: fault.status,
        headers: { 'content-type': 'application/json', ...fault.headers },
        body: Buffer.from(
          typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? { errors: [] }),
        ),
      });
      return;
    case 'huge':
      sendHuge(response, fault.bytes ?? HUGE_BYTES, fault.chunked ?? false);
      return;
  }
}

function sendHalf(response: ServerResponse, reply: ForwardedReply): void {
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': String(reply.body.length),
  });
  response.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () => response.destroy());
}

function page(status: number): ForwardedReply {
  const html = `<html><head><title>${String(status)} Bad Gateway</title></head><body><h1>nginx</h1></body></html>\n`;
  return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(html) };
}

function sendHuge(response: ServerResponse, bytes: number, chunked: boolean): void {
  const start = '{"data":{"filler":"';
  const end = '"}}';
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(chunked ? {} : { 'content-length': String(bytes) }),
  });
  response.write(start);
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  let left = bytes - start.length - end.length;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      const piece = left >= megabyte.length ? megabyte : megabyte.subarray(0, left);
      left -= piece.length;
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
    if (left === 0) response.end(end);
  };
  more();
}
