/** Losses of a quit, named as far as they may be shown now. */
import type { Losses } from '../core/platform.ts';

/** Joins drafts and results; of a locked app, counts. */
export function lossesOf(
  { locked, oneTimeResults }: { readonly locked: boolean; readonly oneTimeResults: number },
  drafts: readonly { readonly path: string }[],
  answers: readonly { readonly title: string; readonly path: string }[],
): Losses {
  const resultTitles = locked ? [] : answers.map(({ title, path }) => `${title} (${path})`);
  return {
    paths: locked ? [] : drafts.map(({ path }) => path),
    drafts: drafts.length,
    oneTimeResults,
    ...(resultTitles.length === 0 ? {} : { answers: resultTitles }),
  };
}
