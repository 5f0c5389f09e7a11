/** Splits names separated by commas or spaces. */
export function namesIn(text: string, separator: RegExp | string = /[\s,]+/): readonly string[] {
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
