/**
 * Errors of failed attempts. The question behind every case: did a byte of the request leave? A failed read has no
 * effect; a write that had left can have been carried out, and then only the server knows.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Failure } from './attempt.ts';
import { responseLimitBytes } from './body.ts';
import { ProxyFailure } from './tunnel.ts';

export interface FailureContext {
  /** True for requests that change something when carried out. */
  readonly write: boolean;
  /** `host:8200`, or the path of a socket. */
  readonly host: string;
  readonly timeoutMs: number;
  /** Reason of the call's own signal, if any. */
  readonly ended: 'cancelled' | 'timeout' | undefined;
}

/** Turns a failed attempt that is not about TLS into its error. */
export function errorFromFailure(failure: Failure, context: FailureContext): AppError {
  const { write, host, ended } = context;
  const status = failure.status === undefined ? {} : { status: failure.status };
  if (failure.what === 'too-large')
    return {
      kind: 'too-large',
      limitBytes: responseLimitBytes,
      ...status,
      message: 'The answer is larger than 32 MiB and was not read to its end.',
      hint: write
        ? 'The server accepted the request; only its answer is lost. Check the result before you retry.'
        : 'Ask for less: a folder further down, or a single entry.',
    };
  if (write && failure.sent) return { ...outcomeUnknown(ended, host), ...status };
  if (ended === 'cancelled') return { kind: 'cancelled', message: 'Cancelled.', ...status };
  const code = failureCode(failure.cause);
  if (ended === 'timeout' || /HEADERS_TIMEOUT|BODY_TIMEOUT/.test(code))
    return {
      kind: 'timeout',
      timeoutMs: context.timeoutMs,
      ...status,
      message: `${host} did not answer within ${seconds(context.timeoutMs)}.`,
      hint: failure.sent
        ? 'The connection was made, but no complete answer came. The server may be overloaded, or its storage slow.'
        : 'Check the address. A firewall, VPN or proxy may be in the way.',
    };
  if (failure.cause instanceof ProxyFailure) return proxyError(failure.cause);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED')
    return { kind: 'cancelled', message: 'The connection was closed.', hint: 'Connect again.' };
  if (failure.status !== undefined)
    return {
      kind: 'bad-answer',
      ...status,
      message: `The answer of ${host} broke off in the middle.`,
      hint: 'Retry. If it fails again, check what is between this machine and the server.',
    };
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return {
      kind: 'bad-answer',
      message: `${host} did not answer in HTTP (${code}).`,
      hint: 'Check the port: something else may listen there, or it wants https.',
    };
  const { message, hint } = networkWords(code, host, failure.sent);
  return { kind: 'network', code: code || 'UNKNOWN', message, hint };
}

/** Error of a write with an unknown outcome. */
export function outcomeUnknown(ended: FailureContext['ended'], host: string): AppError {
  const why =
    ended === 'cancelled'
      ? 'The request was cancelled after it had been sent'
      : ended === 'timeout'
        ? `${host} did not answer in time after the request had been sent`
        : `The connection to ${host} was lost after the request had been sent`;
  return {
    kind: 'outcome-unknown',
    why: `${why}.`,
    message: `${why}. Unknown whether the server carried it out.`,
    hint: 'Check whether it took effect before you retry.',
  };
}

/** The code of an error or of the first cause below it that has one; empty if none has. */
export function failureCode(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (current instanceof AggregateError && current.errors[0] instanceof Error) current = current.errors[0];
    if (current instanceof Error && 'code' in current && typeof current.code === 'string')
      return current.code;
    // undici's parser loses the code of its own errors.
    if (current instanceof Error && current.name === 'HTTPParserError') return 'HPE_INVALID';
    current = (current as Error).cause;
  }
  return '';
}

function proxyError(failure: ProxyFailure): AppError {
  return {
    kind: 'network',
    code:
      failure.status === undefined ? failureCode(failure.cause) || failure.code : `PROXY_${failure.status}`,
    message:
      failure.status === 407
        ? 'The proxy wants a user name and password.'
        : `The proxy ${failure.message}; the server was not reached.`,
    hint:
      failure.status === 407
        ? 'Set HTTPS_PROXY with the credentials in the environment before starting the app.'
        : 'Check the proxy setting of this connection, or set it to “direct”.',
  };
}

/** Cause and remedy of a failed connection. `host`: `host:8200`, or the path of a socket. */
export function networkWords(
  code: string,
  host: string,
  sent: boolean,
): { readonly message: string; readonly hint: string } {
  switch (code) {
    case 'ECONNREFUSED':
      return {
        message: `${host} refused the connection.`,
        hint: 'Check the port, and whether the server is running.',
      };
    case 'ENOENT':
      return {
        message: `There is no socket at ${host}.`,
        hint: 'Check the path, and whether the agent or server behind it is running.',
      };
    case 'EACCES':
      return {
        message: `Your account has no permission to use ${host}.`,
        hint: 'Ask the operator of the agent or server for access.',
      };
    case 'ENOTFOUND':
      return {
        message: `The host name of ${host} is not known.`,
        hint: 'Check the spelling, and whether you need a VPN.',
      };
    case 'EAI_AGAIN':
      return {
        message: `The host name of ${host} could not be looked up.`,
        hint: 'Check the network connection.',
      };
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return {
        message: `${host} did not accept a connection in time.`,
        hint: 'Check the address, and whether a firewall or a VPN is in the way.',
      };
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return {
        message: `There is no route to ${host} from this network.`,
        hint: 'Check the network connection or VPN.',
      };
    default:
      return {
        message: sent
          ? `${host} closed the connection without an answer.`
          : `The connection to ${host} failed (${code || 'no reason given'}).`,
        hint: 'Retry. If it fails again, check what is between this machine and the server.',
      };
  }
}

function seconds(timeoutMs: number): string {
  return timeoutMs >= 1000 ? `${Math.round(timeoutMs / 100) / 10} s` : `${timeoutMs} ms`;
}
