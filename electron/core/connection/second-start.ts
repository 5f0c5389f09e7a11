/**
 * A second start brings the first to the front and passes it the address of its `--connect`, or the link that the
 * system opened it with. The data comes from another process, and any program of the same user can pretend to be a
 * second start: only an address that a user could have typed is accepted, and it is only put into the field; a link is
 * only shown (`asked-links.ts`).
 */
import { isLink } from '../../../shared/vault/link.ts';
import { parseAddress } from '../../vault/http/address.ts';

/** Longer than any typed address. */
const LONGEST = 512;

/** Makes the data that a second start passes on. */
export function handedOver(connectTo: string, link: string): Record<string, unknown> {
  return { connectTo, link };
}

/** Returns the address in that data; undefined if it holds no valid one. */
export function addressIn(data: unknown): string | undefined {
  const connectTo = fieldOf(data, 'connectTo');
  if (typeof connectTo !== 'string' || connectTo.length > LONGEST) return undefined;
  const parsed = parseAddress(connectTo);
  return parsed.ok ? connectTo.trim() : undefined;
}

/** Returns the link in that data; undefined if it holds none. */
export function linkIn(data: unknown): string | undefined {
  const link = fieldOf(data, 'link');
  return isLink(link) ? link : undefined;
}

function fieldOf(data: unknown, name: string): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined;
  return (data as Readonly<Record<string, unknown>>)[name];
}
