/** Search within visible text: positions, and marking without changing the page. */

/** Maximum number of matches counted. */
export const mostMatches = 5_000;

/** Offsets of all matches, ignoring case; an empty text has no matches. */
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

/** Lower-cases a text if that keeps its length. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** DOM ranges of all matches of a text within an element. */
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

/** Highlights matches and the current one; empty ranges clear the highlights. The style sheet uses the same names. */
export function markFound(ranges: readonly Range[], current: Range | undefined): void {
  // Some test engines lack highlights.
  if (!('highlights' in CSS)) return;
  CSS.highlights.set('found', new Highlight(...ranges));
  CSS.highlights.set('found-current', new Highlight(...(current === undefined ? [] : [current])));
}

/** Scrolls a box to show a range, a third from its top. */
export function showRange(box: Element, range: Range): void {
  const at = range.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (at.top < frame.top || at.bottom > frame.bottom)
    box.scrollTop += at.top - frame.top - box.clientHeight / 3;
  if (at.left < frame.left || at.right > frame.right)
    box.scrollLeft += at.left - frame.left - box.clientWidth / 3;
}
