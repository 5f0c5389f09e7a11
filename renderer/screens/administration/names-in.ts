/** Names with commas or spaces between them. */
export function namesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}
