/**
 * JSX runtime: React's own, but it marks invisible characters and isolates the text direction. Servers control names,
 * messages and labels; doing this centrally means that components cannot forget it.
 */
import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import type { ElementType, Key } from 'react';
import { withMarks } from './marked-children.ts';

export { Fragment };
export type { JSX } from 'react/jsx-runtime';

/** Creates an element with at most one child. */
export function jsx(type: ElementType, props: object, key?: Key) {
  return plainJsx(type, withMarks(type, props), key);
}

/** Creates an element with several children. */
export function jsxs(type: ElementType, props: object, key?: Key) {
  return plainJsxs(type, withMarks(type, props), key);
}
