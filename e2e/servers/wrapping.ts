/** Wrapping tokens as others make and send them; by the shared development server unless told. */
import { randomBytes } from 'node:crypto';
import { sharedServers } from './shared.ts';
import { ask, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** A value to look for where it must not be. */
export const canary = (): string => `CANARY-${randomBytes(12).toString('hex')}`;

export interface WrappingToken {
  readonly token: string;
  readonly accessor: string;
}

/** A wrapping token for the answer of a request, made by somebody else. */
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

/** A wrapping token for free data. */
export function wrappedData(data: unknown, on: Reachable = sharedServers().dev): Promise<WrappingToken> {
  return wrapped('POST', 'sys/wrapping/wrap', data, {}, on);
}

/** Whether a server still knows a wrapping token. */
export async function isKnown(token: string, on: Reachable = sharedServers().dev): Promise<boolean> {
  return (await ask({ address: on.address }, 'POST', 'sys/wrapping/lookup', { token })).status === 200;
}
