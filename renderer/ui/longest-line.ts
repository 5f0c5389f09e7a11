/**
 * The most letters that a one-line field takes; what is pasted beyond is cut. The window stands still while the letters of
 * a line are laid out, a second for each million, and a log that was pasted by a slip has millions. Everything that names
 * something is refused by main long before this, so that nothing is cut to another name.
 */
export const longestLine = 100_000;
