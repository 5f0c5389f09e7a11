/** Look of the window before its page has drawn: the page's own background, so that nothing flashes. */

/** Background of the light and the dark theme (`bg` of the colour table). */
export function backgroundColour(dark: boolean): string {
  return dark ? '#14181f' : '#fbfcfd';
}
