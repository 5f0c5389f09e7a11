/** Picture of a prompt mark: five by five blocks, mirrored left to right, in one of sixteen hues and two shades. */
const SPACE = 'http://www.w3.org/2000/svg';
const SIDE = 5;
const HALF = 3;

/** Draws the picture encoded by eight hexadecimal digits. Attributes only: the page's CSP forbids inline styles. */
export function markPicture(digits: string): SVGSVGElement {
  const bits = Number.parseInt(digits, 16) >>> 0;
  const hue = Math.round((bits >>> 28) * 22.5);
  const svg = document.createElementNS(SPACE, 'svg');
  set(svg, { viewBox: '0 0 7 7', width: '44', height: '44', class: 'picture', 'aria-hidden': 'true' });
  const ground = document.createElementNS(SPACE, 'rect');
  set(ground, { width: '7', height: '7', rx: '1', fill: `hsl(${String(hue)} 45% 90%)` });
  svg.append(ground);
  for (const { x, y, shade } of blocks(bits)) {
    const block = document.createElementNS(SPACE, 'rect');
    const fill = `hsl(${String(hue)} 60% ${shade === 0 ? '32' : '52'}%)`;
    set(block, { x: String(x + 1), y: String(y + 1), width: '1.02', height: '1.02', fill });
    svg.append(block);
  }
  return svg;
}

/** Filled blocks. A half with fewer than four set cells is inverted, so that the picture is recognisable. */
export function blocks(
  bits: number,
): readonly { readonly x: number; readonly y: number; readonly shade: number }[] {
  const drawn = Array.from({ length: SIDE * HALF }, (_, at) => at).filter((at) => ((bits >>> at) & 1) === 1);
  const all = Array.from({ length: SIDE * HALF }, (_, at) => at);
  const cells = drawn.length < 4 ? all.filter((at) => !drawn.includes(at)) : drawn;
  return cells.flatMap((at) => {
    const [x, y] = [at % HALF, Math.floor(at / HALF)];
    const shade = (bits >>> (15 + (at % 13))) & 1;
    const mirrored = SIDE - 1 - x;
    return [{ x, y, shade }, ...(mirrored === x ? [] : [{ x: mirrored, y, shade }])];
  });
}

function set(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
