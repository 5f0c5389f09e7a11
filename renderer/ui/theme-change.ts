/** Canvases take their colours from the style sheets when they are drawn: they are drawn again with a new theme. */
export function onThemeChange(redraw: () => void): () => void {
  const theme = new MutationObserver(redraw);
  theme.observe(document.documentElement, { attributes: true });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', redraw);
  return () => {
    theme.disconnect();
    dark.removeEventListener('change', redraw);
  };
}
