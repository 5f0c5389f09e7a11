/** Display name of a namespace. */
export function namespaceName(namespace: string): string {
  return namespace === '' ? 'root' : namespace;
}
