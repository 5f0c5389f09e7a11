/** A namespace for some requests of a connection: a login may live in another one than what it is wanted for. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Health } from '../../../shared/vault/server.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { normaliseNamespace } from './address.ts';
import { namespaceError } from './connect.ts';

/** The same client, whose requests go to a namespace; without one, as they are. Closing it closes the client. */
export function inNamespace(client: VaultClient, typed: string | undefined): VaultClient {
  if (typed === undefined) return client;
  const namespace = normaliseNamespace(typed);
  return { ...client, send: (request) => client.send({ namespace, ...request }) };
}

/** A typed namespace in order; undefined for none typed. Throws `invalid-input` where the server would ignore it. */
export function checkedNamespace(typed: string | undefined, health: Health): string | undefined {
  if (typed === undefined) return undefined;
  const namespace = normaliseNamespace(typed);
  const error = namespaceError(namespace, health);
  if (error !== undefined) throw new AppFailure(error);
  return namespace;
}
