/** Finding within a text on screen: where it stands, and how it is marked without changing the page. */

/** More matches than that are not counted. */
export const mostMatches = 5_000;

/** Offsets of every match, whatever its case; nothing is found of an empty text. */
export function findIn(text: string, wanted: string): readonly number[] {
  const needle = fold(wanted);
  const hay = fold(text);
  const found: number[] = [];
  if (needle === '') return found;
  for (let at = hay.indexOf(needle); at !== -1 && found.length < mostMatches;) {
    found.push(at);
    at = hay.indexOf(needle, at + needle.length);
  }
  return found;
}

/** Lower case where that leaves every letter in its place. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** A range of the page for each match of a text within an element. */
export function rangesOf(element: Element, wanted: string): readonly Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  let first = 0;
  const nodeAt = (offset: number): { readonly node: Text; readonly from: number } | undefined => {
    while ((nodes[first + 1]?.from ?? Infinity) <= offset) first++;
    return nodes[first];
  };
  return findIn(text, wanted).flatMap((at) => {
    const start = nodeAt(at);
    const range = document.createRange();
    if (start === undefined) return [];
    range.setStart(start.node, at - start.from);
    const before = first;
    const end = nodeAt(at + wanted.length - 1) ?? start;
    range.setEnd(end.node, at + wanted.length - end.from);
    first = before;
    return [range];
  });
}

/** Marks what was found, one of it as the current; without ranges takes the marks away. The style sheet knows the names. */
export function markFound(ranges: readonly Range[], current: Range | undefined): void {
  // Not every engine that runs the tests has highlights.
  if (!('highlights' in CSS)) return;
  CSS.highlights.set('found', new Highlight(...ranges));
  CSS.highlights.set('found-current', new Highlight(...(current === undefined ? [] : [current])));
}

/** Scrolls a box so that a range in it is in view, a third from its top. */
export function showRange(box: Element, range: Range): void {
  const at = range.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (at.top < frame.top || at.bottom > frame.bottom)
    box.scrollTop += at.top - frame.top - box.clientHeight / 3;
  if (at.left < frame.left || at.right > frame.right)
    box.scrollLeft += at.left - frame.left - box.clientWidth / 3;
}
