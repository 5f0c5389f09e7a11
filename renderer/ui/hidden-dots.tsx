import css from './hidden-dots.module.css';

/** Dots in place of a value. An element, not a component, because thousands of rows use it. */
export const hiddenDots = <span className={css['dots']} role="img" aria-label="hidden" data-dots />;
