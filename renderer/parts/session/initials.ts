/** Up to three capitals that stand for a connection: the start of its first word, `127` for an address of digits. */
export function initials(name: string): string {
  const word = /[\p{L}\p{N}]+/u.exec(name)?.[0] ?? '?';
  return [...word].slice(0, 3).join('').toUpperCase();
}
