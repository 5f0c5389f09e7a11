/**
 * Certificates that the user has seen and accepted in this run: with verification off only the user can tell whose
 * they are. A connection that shows any other one carries nothing secret: `http/line.ts` checks here before the first
 * byte of such a request, regardless of its sender.
 */
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { endpointOf } from '../../vault/http/address.ts';
import type { Ask } from '../platform.ts';

export interface ShownCertificates {
  /** Notes that the user has accepted a certificate of an address. */
  readonly note: (address: string, sha256: string) => void;
  /** True if the user has accepted it there; otherwise the address needs showing again. */
  readonly isShown: (address: string, sha256: string) => boolean;
  /** True if no certificate of the address was accepted yet, or it has shown another one since. */
  readonly needsShowing: (address: string) => boolean;
  /** Notes the certificate of every prompt about a destination that is not cancelled. */
  readonly noting: (ask: Ask) => Ask;
}

/** Makes an empty list for this run. */
export function createShownCertificates(): ShownCertificates {
  const shown = new Map<string, Set<string>>();
  const changed = new Set<string>();
  const originOf = (address: string): string => endpointOf(address).origin;

  function note(address: string, sha256: string): void {
    const origin = originOf(address);
    shown.set(origin, (shown.get(origin) ?? new Set()).add(sha256));
    changed.delete(origin);
  }

  return {
    note,
    isShown: (address, sha256) => {
      const origin = originOf(address);
      if (shown.get(origin)?.has(sha256) === true) return true;
      changed.add(origin);
      return false;
    },
    needsShowing: (address) => {
      const origin = originOf(address);
      return !shown.has(origin) || changed.has(origin);
    },
    noting: (ask) => async (request, signal) => {
      const answer = await ask(request, signal);
      const { address, certificate } = destinationOf(request) ?? {};
      if (answer.kind !== 'cancel' && address !== undefined && certificate !== undefined)
        note(address, certificate.sha256);
      return answer;
    },
  };
}

function destinationOf(request: TrustedRequest) {
  return 'destination' in request ? request.destination : undefined;
}
