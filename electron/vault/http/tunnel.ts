/**
 * A tunnel through an HTTP proxy (CONNECT). The proxy learns only host and port of the server; TLS to the server runs
 * inside. Written out instead of undici's ProxyAgent because the server's certificates, the reason of a proxy's
 * refusal and the moment at which the first byte of a request leaves must be known here.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Socket } from 'node:net';
import { getCACertificates } from 'node:tls';

/** A failure of the proxy, not of the server behind it. `status`: its answer to CONNECT, if it sent one. */
export class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
  readonly status: number | undefined;
  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProxyFailure';
    this.status = status;
  }
}

/** `Proxy-Authorization` for a proxy address with a user name in it; undefined without. */
export function proxyAuthorization(proxy: string): string | undefined {
  const url = new URL(proxy);
  if (url.username === '') return undefined;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Opens a tunnel to `host:port`; rejects with `ProxyFailure`. The socket belongs to the caller. */
export function openTunnel(proxy: string, host: string, port: number, timeoutMs: number): Promise<Socket> {
  const url = new URL(proxy);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
    agent: false,
    timeout: timeoutMs,
  } as const;
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? httpsRequest({ ...options, ca: getCACertificates('system'), rejectUnauthorized: true })
        : httpRequest(options);
    request.once('connect', (response, socket, head) => {
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300 && head.length === 0 && socket instanceof Socket) {
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ProxyFailure(`answered ${status} to CONNECT`, status));
    });
    request.once('response', (response) => {
      response.destroy();
      reject(new ProxyFailure(`answered ${response.statusCode ?? 0} to CONNECT`, response.statusCode));
    });
    request.once('timeout', () => request.destroy(new ProxyFailure(`did not answer within ${timeoutMs} ms`)));
    request.once('error', (error) =>
      reject(error instanceof ProxyFailure ? error : new ProxyFailure(reasonOf(error), undefined, error)),
    );
    request.end();
  });
}

function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'refuses connections';
  if (code === 'ENOTFOUND') return 'has a name that cannot be resolved';
  return `cannot be reached (${code || error.name})`;
}
