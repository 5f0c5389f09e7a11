/** Splits names separated by commas or spaces. */
export function namesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}
