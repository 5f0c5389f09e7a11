/** Shared by all proxies here: listen on a free loopback port, read a whole request, forward it, answer. */
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connectionQuery } from '../../electron/vault/http/same-cluster.ts';
import type { Certificate } from './certificates.ts';

/** The server behind a proxy. */
export interface Target {
  readonly address: string;
  readonly ca?: string;
  /** Shown to a server that requests one. */
  readonly clientCertificate?: Pick<Certificate, 'cert' | 'key'>;
}

/** A response held whole in memory. */
export interface ForwardedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

export interface Listening {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

/**
 * Listens on a free loopback port, over TLS if a certificate is given; `clients`: PEM of the CA whose clients are
 * accepted. `stop` also cuts open connections.
 */
export async function listen(
  handler: RequestListener,
  certificate?: Certificate,
  clients?: string,
): Promise<Listening> {
  const asking = clients === undefined ? {} : { ca: clients, requestCert: true };
  const server = certificate
    ? createTlsServer({ cert: certificate.chain, key: certificate.key, ...asking }, handler)
    : createServer(handler);
  // Like the real server, unlike Node's default: a connection closed for being idle can be in use again by then, and
  // the request sent on it is lost.
  server.keepAliveTimeout = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `${certificate ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const connectionQuestion = `/v1/sys/health?${new URLSearchParams(connectionQuery).toString()}`;

/**
 * True for the app's query on each new connection, as opposed to its health checks: it comes with each new
 * connection, which tests do not control.
 */
export function isConnectionQuestion({ url = '' }: IncomingMessage): boolean {
  return url.endsWith(connectionQuestion);
}

/** Method, path with query and headers of a request, unchanged. */
export function asSent({ method = '', url = '', headers }: IncomingMessage) {
  return { method, url, headers };
}

/** Forwards to the real server; `url` is path and query unchanged, to avoid double encoding. */
export async function forward(
  target: Target,
  message: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: Buffer;
  },
): Promise<ForwardedReply> {
  const { hostname, port, protocol } = new URL(target.address);
  const {
    host: _host,
    connection: _connection,
    'transfer-encoding': _encoding,
    ...headers
  } = message.headers;
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        hostname,
        port,
        method: message.method,
        path: message.url,
        headers: { ...headers, 'content-length': String(message.body.length) },
        ...(target.ca === undefined ? {} : { ca: target.ca }),
        ...(target.clientCertificate === undefined
          ? {}
          : { cert: target.clientCertificate.cert, key: target.clientCertificate.key }),
      },
      (answer) => {
        bodyOf(answer).then((body) => {
          resolve({ status: answer.statusCode ?? 0, headers: endToEnd(answer.headers), body });
        }, reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(message.body);
  });
}

/** Headers without the hop-by-hop ones; lengths are set again. */
function endToEnd(headers: IncomingMessage['headers']): Record<string, string | readonly string[]> {
  const dropped = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || dropped.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Sends a forwarded reply. */
export function answer(response: ServerResponse, reply: ForwardedReply): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-length': String(reply.body.length),
  } as Record<string, string>);
  response.end(reply.body);
}

/** A JSON response. */
export function jsonAnswer(status: number, json: unknown): ForwardedReply {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(json)) };
}
