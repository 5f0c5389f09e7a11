/** Development version of jsx-runtime.ts: React reports the source of an element. */
import { Fragment, jsxDEV as plainJsxDev } from 'react/jsx-dev-runtime';
import type { JSXSource } from 'react/jsx-dev-runtime';
import type { ElementType, Key } from 'react';
import { withMarks } from './marked-children.ts';

export { Fragment };
export type { JSX } from 'react/jsx-dev-runtime';

/** Creates an element with its source position. */
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
