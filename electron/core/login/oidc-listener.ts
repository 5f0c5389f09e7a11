/**
 * Target of the browser's redirect after an OIDC login: a listener on this machine only, on 127.0.0.1 and ::1
 * (browsers take either for "localhost"), open for one login. It accepts one callback with the state of that login;
 * other requests get a response without effect. Its pages contain no script and no request data.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { callbackFrom } from './oidc-callback.ts';
import type { CallbackAnswer } from './oidc-callback.ts';

export interface CallbackListener {
  /** Resolves with the first callback of this state; `stray` is called for each callback of another. */
  readonly receive: (state: string, stray: () => void) => Promise<CallbackAnswer>;
  readonly close: () => void;
}

const LONGEST_FORM_BYTES = 256 * 1024;

/** The redirect URI whose path and host roles usually allow. */
export function redirectUriAt(port: number): string {
  return `http://localhost:${port}/oidc/callback`;
}

/** Listens on a port. Rejects with `invalid-input` if another program uses it. */
export async function listenForCallback(port: number): Promise<CallbackListener> {
  let waiting:
    | { readonly state: string; readonly take: (answer: CallbackAnswer) => void; readonly stray: () => void }
    | undefined;
  let taken = false;

  function judge(answer: CallbackAnswer | undefined): Page {
    if (answer === undefined || waiting === undefined)
      return [
        400,
        'This is not the response to a login',
        'Nothing was done. Begin the login again in Strongroom.',
      ];
    if (answer.state !== waiting.state) {
      waiting.stray();
      return [
        400,
        'This response belongs to another login',
        'It was not used. Log in on the page that Strongroom has just opened.',
      ];
    }
    if (taken)
      return [200, 'This response was used already', 'You can close this page and go back to Strongroom.'];
    taken = true;
    waiting.take(answer);
    return answer.kind === 'error'
      ? [200, 'The login was refused', 'Strongroom says why. You can close this page.']
      : [200, 'You can close this page', 'Strongroom goes on with the login by itself.'];
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    parametersOf(request, port).then(
      (parameters) => send(response, parameters === undefined ? notHere : judge(callbackFrom(parameters))),
      () => response.destroy(),
    );
  };
  const servers: Server[] = [];
  const close = (): void => {
    for (const server of servers) {
      server.close();
      server.closeIdleConnections();
    }
  };
  try {
    for (const host of ['127.0.0.1', '::1']) {
      const server = await listening(handle, port, host);
      if (server !== undefined) servers.push(server);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    receive: (state, stray) => new Promise((take) => (waiting = { state, take, stray })),
    close,
  };
}

/** A server on one address; undefined if this machine has no such address. */
function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Server | undefined> {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, maxHeaderSize: 64 * 1024 },
    handle,
  );
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (host === '::1' && /^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EPROTONOSUPPORT)$/.test(error.code ?? ''))
        resolve(undefined);
      else reject(portProblem(port, error.code ?? ''));
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function portProblem(port: number, code: string): AppFailure {
  const why =
    code === 'EADDRINUSE'
      ? `Port ${port} of this machine is used by another program. The browser cannot return to Strongroom.`
      : `Port ${port} of this machine cannot be opened (${code}). The browser cannot return to Strongroom.`;
  return new AppFailure({
    kind: 'invalid-input',
    field: 'login.port',
    message: `${why} Nothing was sent.`,
    hint: `End the other login or program, or choose another port. The role must allow ${redirectUriAt(port).replace(String(port), 'PORT')}. Or choose to paste the callback URL.`,
  });
}

/** The parameters of a callback; undefined for another path, method or host name. */
async function parametersOf(request: IncomingMessage, port: number): Promise<URLSearchParams | undefined> {
  const host = (request.headers.host ?? '').toLowerCase();
  if (![`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`].includes(host)) return undefined;
  const url = URL.parse(request.url ?? '', `http://${host}`);
  if (url?.pathname !== '/oidc/callback') return undefined;
  if (request.method === 'GET') return url.searchParams;
  if (request.method !== 'POST') return undefined;
  const parameters = new URLSearchParams(await formOf(request));
  for (const [name, value] of url.searchParams) if (!parameters.has(name)) parameters.set(name, value);
  return parameters;
}

async function formOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > LONGEST_FORM_BYTES) throw new Error('too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Page = readonly [status: number, title: string, text: string];

const notHere: Page = [404, 'There is nothing here', 'This page only takes the response to a login.'];

function send(response: ServerResponse, [status, title, text]: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
      `<title>${title}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style>` +
      `<h1>${title}</h1><p>${text}</p></html>\n`,
  );
}
