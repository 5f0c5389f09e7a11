/** Consents of the user: each lets through exactly the requests that its question covered. */
import type { Confirmed, VaultRequest } from '../../vault/http/types.ts';

/**
 * Requests that one question covers. `token`: the one they will be sent with, to compare with what the server holds.
 */
export type Covered = Pick<VaultRequest, 'method' | 'path' | 'body' | 'token'>;

export interface Consents {
  readonly consentTo: (covered: readonly Covered[]) => Confirmed;
  readonly wasConfirmed: (request: VaultRequest) => boolean;
}

/** Makes the consents of a run; none is given. */
export function createConsents(): Consents {
  const left = new WeakMap<Confirmed, Map<string, number>>();

  /** Creates a consent that lets through exactly these requests, each once. */
  function consentTo(covered: readonly Covered[]): Confirmed {
    const confirmed: Confirmed = { confirmed: true };
    const requests = new Map<string, number>();
    for (const request of covered) requests.set(keyOf(request), (requests.get(keyOf(request)) ?? 0) + 1);
    left.set(confirmed, requests);
    return confirmed;
  }

  /** Uses up the consent given to this very request, if there is one. */
  function wasConfirmed({ consent, ...request }: VaultRequest): boolean {
    const requests = consent?.confirmed === undefined ? undefined : left.get(consent.confirmed);
    const times = requests?.get(keyOf(request)) ?? 0;
    if (times === 0) return false;
    requests?.set(keyOf(request), times - 1);
    return true;
  }

  return { consentTo, wasConfirmed };
}

function keyOf({ method, path, body = '' }: Covered): string {
  return JSON.stringify([method, path, body]);
}
