/** Consents of the user: each lets through exactly the requests that its question covered. */
import type { Confirmed, VaultRequest } from '../../vault/http/types.ts';
import { eachInTurns } from '../turns.ts';

/**
 * Requests that one question covers. `token`: the one they will be sent with, to compare with what the server holds.
 */
export type Covered = Pick<VaultRequest, 'method' | 'path' | 'body' | 'token'>;

/** Requests whose bodies no question can show, such as the values of a plan: how often each path may be met. */
export interface CoveredPath extends Pick<Covered, 'method' | 'path'> {
  readonly times: number;
}

export interface Consents {
  readonly consentTo: (covered: readonly Covered[]) => Confirmed;
  /** Covers requests by method and path, whatever their body. */
  readonly consentToPaths: (covered: Iterable<CoveredPath>) => Promise<Confirmed>;
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

  async function consentToPaths(covered: Iterable<CoveredPath>): Promise<Confirmed> {
    const confirmed: Confirmed = { confirmed: true };
    const requests = new Map<string, number>();
    await eachInTurns(covered, (one) => {
      const key = pathKeyOf(one);
      requests.set(key, (requests.get(key) ?? 0) + one.times);
    });
    left.set(confirmed, requests);
    return confirmed;
  }

  /** Uses up the consent given to this very request, if there is one. */
  function wasConfirmed({ consent, ...request }: VaultRequest): boolean {
    const requests = consent?.confirmed === undefined ? undefined : left.get(consent.confirmed);
    if (requests === undefined) return false;
    return [keyOf(request), pathKeyOf(request)].some((key) => {
      const times = requests.get(key) ?? 0;
      if (times > 0) requests.set(key, times - 1);
      return times > 0;
    });
  }

  return { consentTo, consentToPaths, wasConfirmed };
}

function pathKeyOf({ method, path }: Pick<Covered, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function keyOf({ method, path, body = '' }: Covered): string {
  return JSON.stringify([method, path, body]);
}
