/** Sentences on the one scale of risk: a red block, an amber line, or the normal case. */
import type { PromptNote } from '../../shared/ipc/trusted-contract.ts';
import { icon, make } from './dom.ts';
import { longText, mostOfSentence } from './visible-text.ts';

const order = { risk: 0, notice: 1, info: 2 } as const;
const icons = { risk: 'warning', notice: 'warning', info: 'info' } as const;

/** Builds a line for each note, risks first. */
export function noteLines(notes: readonly PromptNote[] = []): readonly HTMLElement[] {
  return notes
    .toSorted((a, b) => order[a.tone] - order[b.tone])
    .map(({ tone, text }) =>
      make(
        'p',
        { class: `notice ${tone}` },
        icon(icons[tone]),
        make('span', {}, longText(text, mostOfSentence)),
      ),
    );
}
