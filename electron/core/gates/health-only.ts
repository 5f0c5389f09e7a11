/**
 * The gate of what is asked unasked: a client that can ask how a server is, and nothing else. A locked app and the look in
 * the background have no other one, so that neither a token nor any other path can go out by mistake.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { VaultClient, VaultRequest } from '../../vault/http/types.ts';

const allowed: ReadonlySet<string> = new Set(['sys/health', 'sys/leader']);

/** The same client, which rejects (`locked`) whatever is not a health request without a token. */
export function healthOnly(client: VaultClient): VaultClient {
  return {
    ...client,
    send: (request) =>
      isHealth(request)
        ? client.send(request)
        : Promise.reject(
            new AppFailure({
              kind: 'locked',
              message: 'Only the health of a server is asked without a person. Nothing was sent.',
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
