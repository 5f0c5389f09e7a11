/** A text in one line, for where there is room for no more: servers break theirs. Takes time in proportion to its length. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\t]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
