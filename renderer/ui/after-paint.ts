/** Runs `work` once what was just rendered is painted; answers what calls it off. */
export function afterPaint(work: () => void): () => void {
  // The second frame begins when the first is painted.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
