/**
 * A second start brings the first to the front and hands it the address of its `--connect`. What arrives comes from
 * another process: any program of the same user can pretend to be a second start, so nothing of it is taken but an
 * address that a person could have typed, and nothing is done with it but to put it into the field.
 */
import { parseAddress } from '../../vault/http/address.ts';

/** Longer than any address that a person types. */
const LONGEST = 512;

/** What a second start hands over. */
export function handedOver(connectTo: string): Record<string, unknown> {
  return { connectTo };
}

/** The address in what a second start has handed over; undefined where there is none, or not one. */
export function addressIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'connectTo')) return undefined;
  const { connectTo }: { readonly connectTo?: unknown } = data;
  if (typeof connectTo !== 'string' || connectTo.length > LONGEST) return undefined;
  const parsed = parseAddress(connectTo);
  return parsed.ok ? connectTo.trim() : undefined;
}
