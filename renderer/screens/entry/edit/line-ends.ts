/**
 * A text field knows only `\n`: it shows `\r\n` and a lone `\r` as line breaks and forgets what they were. A value must
 * not lose them because somebody typed one letter, so what was typed is laid into the text as it was.
 */

/** What a text field makes of a text. */
export function fieldText(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The text after its field went from `fieldText(text)` to `typed`: only what differs is taken from the field. */
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
    // A lone return that now stands before a newline would become one break with it.
    `${before}\n${inserted}${after}`,
  ];
  return ways.find((way) => fieldText(way) === typed) ?? typed;
}

/** Where each character of the field's text starts in the text, and where the text ends. */
function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    places.push(at);
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
  }
  places.push(text.length);
  return places;
}
