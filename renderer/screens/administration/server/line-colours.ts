import css from './server.module.css';

/** The class of each chart colour. */
export const lineColours = {
  text: css['lineText'],
  grid: css['lineGrid'],
  accent: css['lineAccent'],
  warn: css['lineWarn'],
  danger: css['lineDanger'],
};
