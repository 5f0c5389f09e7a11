/**
 * The OpenAPI documents that consoles were opened on: read once a session and token, kept with the client that read
 * them. A lock drops the client and so the document.
 */
import type { Session } from '../session/session.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { readOpenApi } from '../../vault/api/openapi.ts';
import type { OpenApi } from '../../vault/api/openapi.ts';

/** Reads the document of a session, or answers the one that was read. Rejects with the server's refusal. */
export type DescribedServer = (session: Session) => Promise<OpenApi>;

/** Makes the store, empty. */
export function createDescribedServers(): DescribedServer {
  const read = new WeakMap<VaultClient, { readonly accessor: string; readonly document: Promise<OpenApi> }>();
  return (session) => {
    const { client } = session;
    const { accessor } = session.holder;
    const known = read.get(client);
    // Another token may see other mounts.
    if (known?.accessor === accessor) return known.document;
    // Shared by whoever asks meanwhile: no one's leaving may end it for the others.
    const document = session.run(readOpenApi);
    read.set(client, { accessor, document });
    document.catch(() => {
      if (read.get(client)?.document === document) read.delete(client);
    });
    return document;
  };
}
