/**
 * A new connection can lead to another server at the same address: a restart from another backup, a switched load
 * balancer, a port forwarded elsewhere. Before anything else is sent on one, `sys/health`, which needs no token, is
 * asked on that very connection, and a cluster other than the one this client has met gets nothing more.
 *
 * A server that is sealed or not initialised belongs to no cluster yet: it gets only requests about its state and its
 * key shares (without a token).
 */
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { isAboutServerItself } from './namespace.ts';
import type { ClusterIdentity, VaultRequest } from './types.ts';

/** The health request in its wire form. */
interface HealthQuestion {
  /** `https://host:8200`, for sentences. */
  readonly origin: string;
  /** Path and query, or an absolute URL for a plain proxy. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Every state is answered with 200, so that a status is never mistaken for a failure. */
export const connectionQuery: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'activecode',
    'standbycode',
    'sealedcode',
    'uninitcode',
    'drsecondarycode',
    'performancestandbycode',
    'perfstandbycode',
    'haunhealthycode',
    'removedcode',
  ].map((name) => [name, '200']),
);

const MOST_BYTES = 65_536;

/**
 * Asks on an unused connection. Resolves to its state afterwards (`spent`: the server closes each after one answer).
 * Rejects with `AppFailure` if nothing more may be sent there, else with the socket's error.
 */
export async function askSameCluster(
  socket: Socket,
  question: HealthQuestion,
  met: ClusterIdentity,
): Promise<'usable' | 'spent'> {
  const { status, body, usable } = await ask(socket, question);
  const problem = problemOf(status, body, question.origin, met);
  if (problem !== undefined) throw new AppFailure(problem);
  return usable ? 'usable' : 'spent';
}

/**
 * True if a request can go to a server that belongs to no cluster yet: it is about its state, and carries no token.
 */
export function maySeeUnready({ path, token }: Pick<VaultRequest, 'path' | 'token'>): boolean {
  return token === undefined && isAboutServerItself(path);
}

/** True for an error of a server that belongs to no cluster yet. */
export function isUnready({ kind }: AppError): boolean {
  return kind === 'sealed' || kind === 'not-initialized';
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly usable: boolean;
}

/** Sends one request on an existing socket; without an agent, which would keep the socket for itself. */
function ask(socket: Socket, { path, headers, timeoutMs }: HealthQuestion): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer: Omit<Answer, 'usable'> | undefined;
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('no answer about the cluster'), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const settle = (usable: boolean): void => {
      clearTimeout(timer);
      socket.off('close', closed).off('free', freed);
      if (answer === undefined)
        fail(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
      else resolve({ ...answer, usable });
    };
    const closed = (): void => {
      settle(false);
    };
    // Node's signal that the answer has ended and the connection stays.
    const freed = (): void => {
      settle(true);
    };
    socket.once('close', closed).once('free', freed);
    const request = httpRequest({
      createConnection: () => socket,
      method: 'GET',
      path,
      headers: { ...headers, connection: 'keep-alive' },
    });
    request.once('error', fail);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.once('error', fail);
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MOST_BYTES) fail(new Error('the answer about the cluster is too large'));
        else chunks.push(chunk);
      });
      response.once('end', () => {
        answer = { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') };
      });
    });
    request.end();
  });
}

function problemOf(status: number, body: string, origin: string, met: ClusterIdentity): AppError | undefined {
  const { host } = new URL(origin);
  const health = healthIn(body);
  // A 5xx is a failing server, the rest a login page or a proxy.
  if (health === undefined && status < 500)
    return {
      kind: 'bad-answer',
      status,
      method: 'GET',
      path: 'sys/health',
      message: `Something other than Vault answers at ${host} (status ${String(status)}). The request was not sent.`,
      hint: 'A login page or a proxy may have come in between. Check that, then retry.',
    };
  if (health === undefined)
    return {
      kind: 'server-error',
      status,
      message: `${host} answered ${String(status)} when asked which cluster it is. The request was not sent.`,
      hint: 'Retry. If it fails again, check what is between this machine and the server.',
    };
  if (!health.initialized)
    return {
      kind: 'not-initialized',
      message: `${host} is not initialised and has no data any more. The request was not sent.`,
      hint: 'Check the address, and whether its storage was lost.',
    };
  if (health.sealed)
    return {
      kind: 'sealed',
      message: 'This server is sealed: it cannot read its own data. The request was not sent.',
      hint: 'Holders of key shares must unseal it.',
    };
  if (health.id === met.id) return undefined;
  return {
    kind: 'other-cluster',
    before: named(met),
    now: health.id === '' ? 'not named' : named(health),
    message: 'It is a new installation, or someone else’s server. Nothing was sent to it.',
    hint: 'Log in again only if you know why it changed.',
  };
}

function named({ id, name }: ClusterIdentity): string {
  return name === '' ? id : `${name} (${id})`;
}

function healthIn(
  body: string,
): (ClusterIdentity & { readonly initialized: boolean; readonly sealed: boolean }) | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Another answer, which names no cluster.
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const read: Partial<Record<'initialized' | 'sealed' | 'cluster_id' | 'cluster_name', unknown>> = parsed;
  const { initialized, sealed } = read;
  if (typeof initialized !== 'boolean' || typeof sealed !== 'boolean') return undefined;
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { initialized, sealed, id: text(read.cluster_id), name: text(read.cluster_name) };
}
