/** Namespaces of a real OpenBao. What seeds a server (`newKvMount`, `newToken`, `must` …) seeds a namespace as well. */
import { uniqueName } from './seed.ts';
import { at, must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** A server whose requests go to one namespace; the root token of the server is good there, too. */
export interface Namespace extends Reachable {
  /** From the root, without slashes at its ends: `team/web`. */
  readonly namespace: string;
}

/** A namespace with unseal keys of its own (OpenBao 2.6 and newer). */
export interface SealableNamespace extends Namespace {
  readonly seal: () => Promise<void>;
  readonly unseal: () => Promise<void>;
}

/** Makes a namespace below the root, or below a namespace. */
export async function newNamespace(parent: Reachable, name = uniqueName('team')): Promise<Namespace> {
  await must(parent, 'POST', `sys/namespaces/${name}`, {});
  return below(parent, name);
}

/** Makes one with a single unseal key. The server seals it at once; it is unsealed here. */
export async function newSealableNamespace(
  parent: Reachable,
  name = uniqueName('vaulted'),
): Promise<SealableNamespace> {
  const seal = JSON.stringify({ seal: { shamir: { shares: 1, threshold: 1 } } });
  const key = at(await must(parent, 'POST', `sys/namespaces/${name}`, { seal }), 'data', 'key_shares', 0);
  const unseal = async (): Promise<void> => {
    await must(parent, 'PUT', `sys/namespaces/${name}/unseal`, { key });
  };
  await unseal();
  return {
    ...below(parent, name),
    unseal,
    seal: async () => {
      await must(parent, 'PUT', `sys/namespaces/${name}/seal`);
    },
  };
}

function below(parent: Reachable, name: string): Namespace {
  return { ...parent, namespace: parent.namespace === undefined ? name : `${parent.namespace}/${name}` };
}
