/**
 * The server's state and its keys (specification, "System operations"; vault-http-facts 6.4, 6.5, 6.13). All of it is
 * read only and can be repeated.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VaultAnswer } from '../http/types.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';

/** The answer, and the one of the server's paths that gave it. */
export interface SystemAnswer {
  readonly answer: VaultAnswer;
  readonly endpoint: string;
}

/** Seal status; needs no token and sends none. */
export function sealStatus(caller: Omit<Caller, 'token'>): Promise<VaultAnswer> {
  const { client, repeatable, signal } = caller;
  const withSignal = signal === undefined ? {} : { signal };
  return read({ client, repeatable, ...withSignal }, 'sys/seal-status');
}

/** The encryption key's term and installation, in `data`. */
export function keyStatus(caller: Caller): Promise<VaultAnswer> {
  return read(caller, 'sys/key-status');
}

/** High availability and the current leader. */
export function leaderStatus(caller: Caller): Promise<VaultAnswer> {
  return read(caller, 'sys/leader');
}

/** The nodes of the cluster; needs a permission of its own, unlike `leaderStatus`. */
export function haStatus(caller: Caller): Promise<VaultAnswer> {
  return read(caller, 'sys/ha-status');
}

function read(caller: Caller, path: string): Promise<VaultAnswer> {
  return ask(caller, { method: 'GET', path, safe: true, capability: 'read' });
}

/**
 * Servers differ in the path of the same function: the next is asked if one is missing. A refusal is reported rather
 * than an absence: it proves that the function exists.
 */
export async function firstOffered(caller: Caller, paths: readonly string[]): Promise<SystemAnswer> {
  let first: AppFailure | undefined;
  for (const path of paths) {
    try {
      return { answer: await read(caller, path), endpoint: path };
    } catch (failure) {
      if (!(failure instanceof AppFailure) || !absent.has(failure.error.kind)) throw failure;
      if (first === undefined || failure.error.kind === 'forbidden') first = failure;
    }
  }
  throw first ?? new AppFailure({ kind: 'not-offered', message: 'This server does not offer it.' });
}

const absent: ReadonlySet<string> = new Set([
  'not-offered',
  // The older paths exist in the root namespace only; the newer ones also in a namespace with unseal keys of its own.
  'root-namespace-only',
  'invalid-path',
  'forbidden',
]);
