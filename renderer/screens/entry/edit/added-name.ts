/** Stand-in for the name of an added key that has none yet; no real key is called so. */
export function addedName(id: number): string {
  return `\u0000added ${String(id)}`;
}
