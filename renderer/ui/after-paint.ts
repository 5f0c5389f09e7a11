/** Runs `work` after the current render is painted; returns a cancel function. */
export function afterPaint(work: () => void): () => void {
  // The second frame begins when the first is painted.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
