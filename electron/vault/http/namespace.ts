/**
 * The namespace rule. A community server ignores `X-Vault-Namespace` and answers from its root namespace: a write
 * meant for `team-a/` would overwrite the root's data. So a namespace is sent only to a server that is known to
 * honour it.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ClientOptions, VaultRequest } from './types.ts';

/** Endpoints about the server itself: they exist in the root namespace only and are asked without one. */
const rootOnly = new Set(['sys/health', 'sys/seal-status', 'sys/leader', 'sys/init', 'sys/unseal']);

/** True for an endpoint about the server itself: its state and its seal. */
export function isAboutServerItself(path: string): boolean {
  return rootOnly.has(path.replace(/\/$/, ''));
}

/** Namespace of a request: the header's value (empty: no header), or the error that keeps it from being sent. */
export type NamespaceDecision = { readonly header: string } | { readonly error: AppError };

/** Missing namespace: a server that honours the header refuses it. */
const probedNamespace = 'strongroom-probe';

type Asked = Pick<VaultRequest, 'method' | 'path' | 'token' | 'namespace' | 'probesNamespaces'>;

/**
 * Decides for one request. Only the probe sends the header to a server that can ignore it: `sys/health` without a
 * token, which reads the same with and without it.
 */
export function namespaceFor(
  options: Pick<ClientOptions, 'namespace' | 'namespaces'>,
  { method, path, token, namespace: asked, probesNamespaces = false }: Asked,
): NamespaceDecision {
  if (probesNamespaces && method === 'GET' && path === 'sys/health' && token === undefined)
    return { header: probedNamespace };
  const namespace = (asked ?? options.namespace).replace(/^\/+|(?<!\/)\/+$/g, '');
  if (namespace === '' || isAboutServerItself(path)) return { header: '' };
  if (options.namespaces === true) return { header: namespace };
  return {
    error: {
      kind: 'invalid-request',
      message:
        options.namespaces === false
          ? `This server has no namespaces: it would ignore “${namespace}” and use its root namespace instead. Nothing was sent.`
          : `Unknown yet whether this server honours the namespace “${namespace}”. Nothing was sent.`,
      hint:
        options.namespaces === false
          ? 'Remove the namespace from the connection, or connect to a server that has it.'
          : 'Check the connection first, so that the server can say what it offers.',
    },
  };
}
