/** The environment's proxy for one server, for a user who decides whether to keep it. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EnvironmentProxy } from '../../../shared/vault/connection.ts';
import { chooseProxy } from '../../vault/http/proxy.ts';
import { addressOf } from './address.ts';

/** Returns the proxy for a server, without its user name and password. Throws `invalid-input`. */
export function environmentProxy(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentProxy {
  const chosen = chooseProxy('', addressOf(address), environment);
  if (!chosen.ok) throw new AppFailure(chosen.error);
  const { proxy, source } = chosen.value;
  return proxy === undefined ? { proxy: '', source: '' } : { proxy: new URL(proxy).origin, source };
}
