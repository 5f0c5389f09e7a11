/** Joins a text into one line for tight spaces: servers send line breaks. Linear in its length. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n\t]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** The text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
