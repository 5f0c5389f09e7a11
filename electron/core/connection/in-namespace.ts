/**
 * A namespace for some requests of a connection: a login can belong to another namespace than the requests after it.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Health } from '../../../shared/vault/server.ts';
import type { Caller } from '../../vault/api/caller.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { normaliseNamespace } from './address.ts';
import { namespaceError } from './connect.ts';

/**
 * Wraps a client so that its requests go to a namespace; without one it stays as it is. Closing it closes the client.
 */
export function inNamespace(client: VaultClient, typed: string | undefined): VaultClient {
  if (typed === undefined) return client;
  const namespace = normaliseNamespace(typed);
  return { ...client, send: (request) => client.send({ namespace, ...request }) };
}

/** A caller whose requests go to a namespace; names there are not those of its session. */
export function callerIn(caller: Caller, typed: string | undefined): Caller {
  if (typed === undefined) return caller;
  return { ...caller, client: inNamespace(caller.client, typed), names: undefined };
}

/**
 * Normalizes a typed namespace; undefined if none was typed. Throws `invalid-input` if the server would ignore it.
 */
export function checkedNamespace(typed: string | undefined, health: Health): string | undefined {
  if (typed === undefined) return undefined;
  const namespace = normaliseNamespace(typed);
  const error = namespaceError(namespace, health);
  if (error !== undefined) throw new AppFailure(error);
  return namespace;
}
