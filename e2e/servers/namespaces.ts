/** Namespaces of a real OpenBao. Functions that seed a server (`newKvMount`, `must` …) work on a namespace too. */
import { uniqueName } from './seed.ts';
import { at, must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** A server whose requests go to one namespace; the server's root token is valid there, too. */
export interface Namespace extends Reachable {
  /** Path from the root, without leading or trailing slash: `team/web`. */
  readonly namespace: string;
}

/** A namespace with its own unseal keys (OpenBao 2.6 and newer). */
export interface SealableNamespace extends Namespace {
  readonly seal: () => Promise<void>;
  readonly unseal: () => Promise<void>;
}

/** Creates a namespace below the root or below another namespace. */
export async function newNamespace(parent: Reachable, name = uniqueName('team')): Promise<Namespace> {
  await must(parent, 'POST', `sys/namespaces/${name}`, {});
  return below(parent, name);
}

/** Creates one with a single unseal key, and unseals it: the server seals it at creation. */
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
