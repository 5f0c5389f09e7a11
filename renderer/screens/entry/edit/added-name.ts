/** What stands for an added key where a name is needed before it has one; no key is called so. */
export function addedName(id: number): string {
  return `\u0000added ${String(id)}`;
}
