/** A proxy in front of the real server that does, on order, what no real server does on demand. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Certificate } from './certificates.ts';
import { answer, bodyOf, forward, isConnectionQuestion, listen } from './forwarding.ts';
import type { ForwardedReply, Listening, Target } from './forwarding.ts';

export type Fault =
  /** The connection is cut before the server hears of the request. */
  | { readonly kind: 'cut' }
  /** The request is read, nothing is forwarded, nothing is ever answered. */
  | { readonly kind: 'never' }
  /** The real answer comes when `until` resolves. */
  | { readonly kind: 'delay'; readonly until: Promise<void> }
  /** The server does what it was asked at once; its answer comes when `until` resolves. */
  | { readonly kind: 'held-answer'; readonly until: Promise<void> }
  /** The real answer's headers, half of its body, then the connection is cut. */
  | { readonly kind: 'half-body' }
  /** The server does what it was asked; its answer is lost. */
  | { readonly kind: 'lost-answer' }
  /** A gateway that lets only the headers pass that it knows; names in lower case. */
  | { readonly kind: 'strip-headers'; readonly names: readonly string[] }
  /** A load balancer's HTML page. */
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** Any answer at all; a string body is sent as it is. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** A JSON answer of so many bytes; with `chunked`, its length is not announced. */
  | { readonly kind: 'huge'; readonly bytes?: number; readonly chunked?: boolean };

export interface FaultRule {
  readonly fault: Fault;
  readonly method?: string;
  /** Tested against path and query as sent (`/v1/secret/data/x`). */
  readonly url?: RegExp;
  /** How many requests it strikes; without it, all. */
  readonly times?: number;
}

export interface FaultProxy extends Listening {
  /** Adds a rule; the earliest that fits and is not used up strikes. */
  readonly add: (rule: FaultRule) => void;
  /** Forgets all rules. */
  readonly heal: () => void;
  /** `METHOD /path` of every request that arrived, struck or not; what new connections are asked passes unseen. */
  readonly arrived: readonly string[];
}

/** 33 MiB: one more than the client accepts. */
const HUGE_BYTES = 33 * 1024 * 1024;

/** Starts without rules: everything passes. */
export async function startFaultProxy(
  target: Target,
  options: { readonly certificate?: Certificate } = {},
): Promise<FaultProxy> {
  const arrived: string[] = [];
  let rules: { readonly rule: FaultRule; left: number }[] = [];
  const listening = await listen((request, response) => {
    if (isConnectionQuestion(request)) {
      serve(target, request, response, undefined).catch(() => response.destroy());
      return;
    }
    arrived.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const struck = rules.find(({ rule, left }) => left > 0 && fits(rule, request));
    if (struck) struck.left -= 1;
    serve(target, request, response, struck?.rule.fault).catch(() => response.destroy());
  }, options.certificate);
  return {
    ...listening,
    arrived,
    add: (rule) => {
      rules.push({ rule, left: rule.times ?? Infinity });
    },
    heal: () => {
      rules = [];
    },
  };
}

function fits(rule: FaultRule, request: IncomingMessage): boolean {
  if (rule.method !== undefined && rule.method !== request.method) return false;
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
