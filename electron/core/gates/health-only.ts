/**
 * The gate of background requests: a client that can query the health of a server, and nothing else. A locked app and
 * the background check have only this client, so that neither a token nor any other path can go out by mistake.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VaultClient, VaultRequest } from '../../vault/http/types.ts';

const allowed: ReadonlySet<string> = new Set(['sys/health', 'sys/leader']);

/** Wraps a client so that it rejects (`locked`) every request but a health request without a token. */
export function healthOnly(client: VaultClient): VaultClient {
  return {
    ...client,
    send: (request) =>
      isHealth(request)
        ? client.send(request)
        : Promise.reject(
            new AppFailure({
              kind: 'locked',
              message: 'Without a user action, only a server’s health is requested. Nothing was sent.',
            }),
          ),
  };
}

function isHealth({ method, path, token, body, wrapTtl }: VaultRequest): boolean {
  return (
    method === 'GET' &&
    allowed.has(path) &&
    token === undefined &&
    body === undefined &&
    wrapTtl === undefined
  );
}
