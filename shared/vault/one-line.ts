/** Joins a text into one line for tight spaces: servers send line breaks. Linear in its length. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\t]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
