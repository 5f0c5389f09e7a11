/**
 * Maximum length of a one-line field; longer pasted text is cut. The window freezes during the layout of a line, one
 * second per million letters, and an accidentally pasted log has millions. Main refuses names far below this limit,
 * so that no name is cut to a different valid one.
 */
export const longestLine = 100_000;
