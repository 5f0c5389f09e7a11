/** An ordinary forward proxy: CONNECT for https, absolute URLs for http; records its requests. */
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface ConnectProxy {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** `CONNECT host:port`, or method and absolute URL, in order. */
  readonly asked: readonly string[];
  /** Names of all headers seen in the clear. For https targets they must not include the request's own headers. */
  readonly headerNames: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a forward proxy; with `credentials` (`user:password`) it answers 407 to clients that do not send them.
 * `hosts`: names that only this proxy resolves, like those behind a company's proxy, and their addresses.
 */
export async function startConnectProxy(
  options: { readonly credentials?: string; readonly hosts?: Readonly<Record<string, string>> } = {},
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const headerNames = new Set<string>();
  const sockets = new Set<Socket>();
  const wanted =
    options.credentials === undefined
      ? undefined
      : `Basic ${Buffer.from(options.credentials).toString('base64')}`;
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    for (const name of Object.keys(request.headers)) headerNames.add(name);
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
      return;
    }
    const url = request.url ?? '';
    if (!URL.canParse(url)) {
      response.writeHead(400).end();
      return;
    }
    const outgoing = httpRequest(url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    request.pipe(outgoing);
  });
  server.on('connect', (request, client: Socket, head) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    for (const name of Object.keys(request.headers)) headerNames.add(name);
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n',
      );
      return;
    }
    const [host, port] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), options.hosts?.[host ?? ''] ?? host ?? '', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    upstream.once('close', () => sockets.delete(upstream));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    headerNames,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
