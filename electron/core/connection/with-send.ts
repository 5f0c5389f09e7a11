/** A client whose requests go another way. */
import type { VaultClient } from '../../vault/http/types.ts';

/** The same client, all of whose operations are sent by `send`. Closing it closes the client. */
export function withSend(client: VaultClient, send: VaultClient['send']): VaultClient {
  return {
    ...client,
    send,
    read: (path, call) => send({ ...call, method: 'GET', path }),
    list: (path, call) => send({ ...call, method: 'GET', path, query: { ...call?.query, list: 'true' } }),
    write: (path, body, call) => send({ ...call, method: 'POST', path, body }),
    delete: (path, call) => send({ ...call, method: 'DELETE', path }),
  };
}
