/** A feed on this machine over https, with its own CA; the test sets its responses. */
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issueCertificate, makeAuthority } from './certificates.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface FeedServer {
  /** `https://127.0.0.1:PORT` */
  readonly origin: string;
  /** PEM of its CA. */
  readonly ca: string;
  /** Responses by path; 404 for the rest. */
  readonly files: Map<string, Buffer | string | Answer>;
  /** Requested paths. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

/** Keys take time to make: one CA and one certificate for all feeds of a run. */
let certificates: { readonly ca: string; readonly cert: string; readonly key: string } | undefined;
function makeCertificates(): NonNullable<typeof certificates> {
  const authority = makeAuthority('Feed authority');
  const { chain, key } = issueCertificate(authority, { ips: ['127.0.0.1'] });
  return (certificates = { ca: authority.cert, cert: chain, key });
}

/** Starts one. */
export async function startFeedServer(): Promise<FeedServer> {
  const { ca, cert, key } = certificates ?? makeCertificates();
  const files: FeedServer['files'] = new Map();
  const asked: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = files.get(path);
    if (answer === undefined) response.writeHead(404).end('not here');
    else if (typeof answer === 'function') answer(request, response);
    else response.writeHead(200, { 'content-length': Buffer.byteLength(answer) }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ca,
    files,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
