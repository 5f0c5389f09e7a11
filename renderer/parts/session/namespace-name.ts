/** What a namespace is called on screen. */
export function namespaceName(namespace: string): string {
  return namespace === '' ? 'root' : namespace;
}
