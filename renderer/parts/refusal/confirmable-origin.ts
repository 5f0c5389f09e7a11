import type { AppError } from '../../../shared/ipc/result.ts';

/**
 * Target node of a refused redirect, if confirming it would let the request through: an origin not yet allowed, and
 * never from https to http. `address`: the connection's current address.
 */
export function confirmableOrigin(
  error: AppError,
  address: string,
  confirmed: readonly string[] = [],
): string | undefined {
  if (error.kind !== 'redirect-refused') return undefined;
  const target = URL.parse(error.location);
  const from = URL.parse(address);
  if (target === null || from === null) return undefined;
  if (!/^https?:$/.test(target.protocol) || !/^https?:$/.test(from.protocol)) return undefined;
  if (from.protocol === 'https:' && target.protocol === 'http:') return undefined;
  const { origin } = target;
  if (origin === from.origin) return undefined;
  return confirmed.includes(origin) && error.unseen !== true ? undefined : origin;
}
