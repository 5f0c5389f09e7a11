/** Heavy text editing components, loaded when one is first shown. */
import { lazily } from '../lazily.ts';

export type { CodeEditorHandle } from './json-editor.tsx';
export type { PolicyViewHandle } from './policy-view.tsx';

export const CodeEditor = lazily(() => import('./json-editor.tsx'), 'JsonEditor');
export const TextDiff = lazily(() => import('./text-diff.tsx'), 'TextDiff');
export const TextMerge = lazily(() => import('./text-merge.tsx'), 'TextMerge');
export const PolicyView = lazily(() => import('./policy-view.tsx'), 'PolicyView');
export const JsonView = lazily(() => import('./json-view.tsx'), 'JsonView');
