/** As jsx-runtime.ts, for development: React says where an element was made. */
import { Fragment, jsxDEV as plainJsxDev } from 'react/jsx-dev-runtime';
import type { JSXSource } from 'react/jsx-dev-runtime';
import type { ElementType, Key } from 'react';
import { withMarks } from './marked-children.ts';

export { Fragment };
export type { JSX } from 'react/jsx-dev-runtime';

/** An element, and where it was made. */
export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) {
  return plainJsxDev(type, withMarks(type, props), key, isStatic, source, self);
}
