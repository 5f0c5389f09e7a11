/** What a quit would lose, named as far as it may be seen now. */
import type { Losses } from './core/platform.ts';

/** Joins what is held: of a locked app only how much it is. */
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
