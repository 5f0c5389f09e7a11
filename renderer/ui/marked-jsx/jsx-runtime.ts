/**
 * What JSX is compiled to: React's own, but that no text reaches the screen with something in it that nobody sees or that
 * turns the direction of what stands around it. Servers decide what is in names, messages and labels, and no component has
 * to remember it: here is where all of them pass.
 */
import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import type { ElementType, Key } from 'react';
import { withMarks } from './marked-children.ts';

export { Fragment };
export type { JSX } from 'react/jsx-runtime';

/** An element with one child at most. */
export function jsx(type: ElementType, props: object, key?: Key) {
  return plainJsx(type, withMarks(type, props), key);
}

/** An element with several children. */
export function jsxs(type: ElementType, props: object, key?: Key) {
  return plainJsxs(type, withMarks(type, props), key);
}
