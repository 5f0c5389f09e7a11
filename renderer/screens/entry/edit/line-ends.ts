/**
 * A text field knows only `\n`: it shows `\r\n` and a lone `\r` as line breaks and forgets which they were. Typing a
 * letter must not change a value's line ends, so only the typed difference is applied to the original.
 */

/** The text as a text field holds it. */
export function fieldText(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The text after its field changed from `fieldText(text)` to `typed`: applies only the difference. */
export function withTyped(text: string, typed: string): string {
  if (!text.includes('\r')) return typed;
  const shown = fieldText(text);
  let head = 0;
  while (head < shown.length && head < typed.length && shown[head] === typed[head]) head++;
  let tail = 0;
  const longest = Math.min(shown.length, typed.length) - head;
  while (tail < longest && shown[shown.length - 1 - tail] === typed[typed.length - 1 - tail]) tail++;
  const places = placesOf(text);
  const from = places[head] ?? text.length;
  const to = places[shown.length - tail] ?? text.length;
  const inserted = typed.slice(head, typed.length - tail);
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const breaks = inserted.replaceAll('\n', '\r\n');
  const ways = [
    before + (text.includes('\r\n') ? breaks : inserted) + after,
    before + breaks + after,
    // A lone return right before a newline would merge with it into one break.
    `${before}\n${inserted}${after}`,
  ];
  return ways.find((way) => fieldText(way) === typed) ?? typed;
}

/** Start of each character of the field's text in the original, and the end of the original. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    places.push(at);
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
  }
  places.push(text.length);
  return places;
}
