/** What of a typed connection has to be put in order before anything is sent. Each function throws `invalid-input`. */
import { AppFailure } from '../../shared/ipc/result.ts';
import { checkApiPath } from '../../shared/vault/path.ts';
import { parseAddress } from '../vault/http/address.ts';

/** The origin of a typed address, e.g. `https://vault.example:8200`. */
export function originOf(typed: string): string {
  const parsed = parseAddress(typed);
  if (!parsed.ok) throw new AppFailure(parsed.error);
  return parsed.value.origin;
}

/** A namespace without slashes at its ends; empty: root. */
export function normaliseNamespace(typed: string): string {
  const text = typed.trim().replace(/^\/+|\/+$/g, '');
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

/** True for an origin that never leaves this machine. */
export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname;
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
