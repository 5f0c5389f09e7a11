/**
 * A second start brings the first to the front and passes it the address of its `--connect`. The data comes from
 * another process, and any program of the same user can pretend to be a second start: only an address that a user
 * could have typed is accepted, and it is only put into the field.
 */
import { parseAddress } from '../../vault/http/address.ts';

/** Longer than any typed address. */
const LONGEST = 512;

/** Makes the data that a second start passes on. */
export function handedOver(connectTo: string): Record<string, unknown> {
  return { connectTo };
}

/** Returns the address in that data; undefined if it holds no valid one. */
export function addressIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'connectTo')) return undefined;
  const { connectTo }: { readonly connectTo?: unknown } = data;
  if (typeof connectTo !== 'string' || connectTo.length > LONGEST) return undefined;
  const parsed = parseAddress(connectTo);
  return parsed.ok ? connectTo.trim() : undefined;
}
