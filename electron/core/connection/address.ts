/** Normalizes a typed connection before anything is sent. Each function throws `invalid-input`. */
import type { ClientOptions } from '../../vault/http/types.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import { endpointOf, parseAddress } from '../../vault/http/address.ts';

/** Normalizes a typed address, e.g. to `https://vault.example:8200` (electron/vault/http/address.ts). */
export function addressOf(typed: string): string {
  const parsed = parseAddress(typed);
  if (!parsed.ok) throw new AppFailure(parsed.error);
  return parsed.value.address;
}

/**
 * Returns the origins besides its own that a connection can be redirected to. Throws for an unencrypted one if the
 * connection itself is encrypted: that redirect would not be followed anyway.
 */
export function confirmedOriginsOf(
  target: Pick<ConnectionTarget, 'address' | 'confirmedOrigins'>,
): readonly string[] {
  const home = addressOf(target.address);
  const origins = new Set<string>();
  for (const typed of target.confirmedOrigins ?? []) {
    const parsed = parseAddress(typed);
    if (!parsed.ok)
      throw originProblem(`One of the other nodes has no usable address. ${parsed.error.message}`);
    const { address, secure } = parsed.value;
    const { basePath, socketPath } = endpointOf(address);
    if (socketPath !== undefined || home.startsWith('unix:'))
      throw originProblem('A Unix socket has no other nodes: redirects do not apply to it.');
    if (basePath !== '') throw originProblem(`The node ${address} has a path, which redirects ignore.`);
    if (home.startsWith('https:') && !secure)
      throw originProblem(`The node ${address} is not encrypted, but this connection is.`);
    if (address !== home) origins.add(address);
  }
  return [...origins];
}

function originProblem(message: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'confirmedOrigins',
    message,
    hint: 'Use an address such as https://vault-2.example.com:8200, or remove it.',
  });
}

/** Strips slashes at the ends of a namespace; empty for root. */
export function normaliseNamespace(typed: string): string {
  const text = typed.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  if (text === '' || text === 'root') return '';
  const problem = checkApiPath(text);
  if (problem !== undefined) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'namespace',
      message: `The namespace cannot be used. ${problem.message}`,
      ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    });
  }
  return text;
}

/** True if only the user can verify the certificate of a place. */
export function isUnverified({ address, tls }: Pick<ClientOptions, 'address' | 'tls'>): boolean {
  return tls.skipVerify && address.startsWith('https:');
}
