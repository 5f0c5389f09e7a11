/** A dot in the upper right corner of an icon, drawn into its pixels: the tray shows that somebody waits. */

/** Amber, as BGRA. */
const dot = [0x00, 0xb4, 0xff, 0xff] as const;

/** The pixels of a square icon (four bytes each) with the dot; `size` is its side in pixels. */
export function dotted(pixels: Buffer, size: number): Buffer {
  const drawn = Buffer.from(pixels);
  const radius = size / 4;
  for (let y = 0; y < size / 2; y++)
    for (let x = Math.floor(size / 2); x < size; x++)
      if (Math.hypot(x + 0.5 - (size - radius), y + 0.5 - radius) <= radius)
        drawn.set(dot, (y * size + x) * 4);
  return drawn;
}
