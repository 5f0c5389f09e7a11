/** Heavy text editing components, loaded when one is first shown. */
import { lazy } from 'react';

export type { CodeEditorHandle } from './json-editor.tsx';
export type { PolicyViewHandle } from './policy-view.tsx';

export const CodeEditor = lazy(() =>
  import('./json-editor.tsx').then((module) => ({ default: module.JsonEditor })),
);

export const TextDiff = lazy(() =>
  import('./text-diff.tsx').then((module) => ({ default: module.TextDiff })),
);

export const TextMerge = lazy(() =>
  import('./text-merge.tsx').then((module) => ({ default: module.TextMerge })),
);

export const PolicyView = lazy(() =>
  import('./policy-view.tsx').then((module) => ({ default: module.PolicyView })),
);

export const JsonView = lazy(() =>
  import('./json-view.tsx').then((module) => ({ default: module.JsonView })),
);
