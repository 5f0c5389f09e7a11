/** Wrapping tokens as others create and send them; by default on the shared dev server. */
import { randomBytes } from 'node:crypto';
import { sharedServers } from './shared.ts';
import { ask, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** A value to search for in places that must not hold it. */
export const canary = (): string => `CANARY-${randomBytes(12).toString('hex')}`;

export interface WrappingToken {
  readonly token: string;
  readonly accessor: string;
}

/** Wrapping token for the response to a request, created by another client. */
export async function wrapped(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  on: Reachable = sharedServers().dev,
): Promise<WrappingToken> {
  const json = await must(on, method, path, body, { 'X-Vault-Wrap-TTL': '300', ...headers });
  return { token: textAt(json, 'wrap_info', 'token'), accessor: textAt(json, 'wrap_info', 'accessor') };
}

/** Wrapping token for arbitrary data. */
export function wrappedData(data: unknown, on: Reachable = sharedServers().dev): Promise<WrappingToken> {
  return wrapped('POST', 'sys/wrapping/wrap', data, {}, on);
}

/** True if a server still knows a wrapping token. */
export async function isKnown(token: string, on: Reachable = sharedServers().dev): Promise<boolean> {
  return (await ask({ address: on.address }, 'POST', 'sys/wrapping/lookup', { token })).status === 200;
}
