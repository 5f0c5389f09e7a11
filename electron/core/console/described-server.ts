/**
 * OpenAPI documents for the console: read once per session and token, kept with the client that read them. A lock
 * drops the client and so the document.
 */
import type { Session } from '../session/session.ts';
import type { VaultClient } from '../../vault/http/types.ts';
import { inPlace } from '../../vault/work.ts';
import type { vaultTasks } from '../../vault/work.ts';
import { readOpenApi } from '../../vault/api/openapi.ts';
import type { OpenApiText } from '../../vault/api/openapi-document.ts';

/** Reads the document of a session, or returns the cached one. Rejects with the server's refusal. */
export type DescribedServer = (session: Session, signal: AbortSignal) => Promise<OpenApiText>;

/** Makes an empty store. */
export function createDescribedServers(): DescribedServer {
  const read = new WeakMap<
    VaultClient,
    { readonly holder: string; readonly document: Promise<OpenApiText> }
  >();
  return (session, signal) => {
    const { client } = session;
    // A token without permission to look itself up has no accessor to identify it.
    const { accessor } = session.holder;
    const { secretRef } = session.view().token.id;
    const holder = accessor === '' ? secretRef : accessor;
    const known = read.get(client);
    // Another token can see other mounts.
    if (known?.holder === holder) return unlessAborted(known.document, signal);
    // Shared by concurrent callers. A caller that aborts stops waiting and does not cancel it for the others.
    const document = session.run(readOpenApi);
    read.set(client, { holder, document });
    // The current callers get the failure; the next call reads again.
    document.catch(() => {
      if (read.get(client)?.document === document) read.delete(client);
    });
    return unlessAborted(document, signal);
  };
}

/** Settles as the work does; rejects at once if the signal aborts meanwhile. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(new DOMException('No caller is left.', 'AbortError'));
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end));
}

/** Reads the OpenAPI document in the worker, off the main thread. */
export function inDocument<N extends 'catalogueIn' | 'pathFactsIn'>(
  session: Session,
  task: N,
  input: Parameters<(typeof vaultTasks)[N]>[0],
): Promise<Awaited<ReturnType<(typeof vaultTasks)[N]>>> {
  return (session.client.options.work ?? inPlace)(task, input, input.bytes.length);
}
