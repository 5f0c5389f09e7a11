import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import type { Profile } from '../../../shared/vault/connection.ts';

/** A new connection with the settings of another, under an unused name. It has not connected to a server yet. */
export function copyOfProfile(original: Profile, profiles: readonly Profile[]): ProfileDraft {
  const { address, namespace, tls, timeoutMs, proxy, headers, confirmedOrigins } = original;
  const { colour, environment, login } = original;
  const names = new Set(profiles.map(({ name }) => name));
  let name = `${original.name} copy`;
  for (let number = 2; names.has(name); number++) name = `${original.name} copy ${String(number)}`;
  return {
    address,
    namespace,
    tls,
    timeoutMs,
    proxy,
    colour,
    name,
    ...(environment === undefined ? {} : { environment }),
    ...(headers === undefined ? {} : { headers }),
    ...(confirmedOrigins === undefined ? {} : { confirmedOrigins }),
    ...(login === undefined ? {} : { login }),
  };
}
