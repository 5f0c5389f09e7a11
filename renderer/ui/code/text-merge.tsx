import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Stack } from '../layout.tsx';
import { RadioField } from '../radio-field.tsx';
import { mergedText, mergeLines, type Choice, type MergePiece } from './merge-lines.ts';
import { TextDiff } from './text-diff.tsx';

export interface TextMergeProps {
  /** Common base of both sides. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** Subject of the merge, e.g. `policy app`. */
  readonly label: string;
  readonly onCopy: (selected: string) => void;
  /** Renders actions for the result; undefined while a choice is missing. */
  readonly children: (result: string | undefined) => ReactNode;
}

/** Merges two edits of one text; the user resolves conflicts one by one. Load it lazily (`code-editor.ts`). */
export function TextMerge({ base, mine, theirs, label, onCopy, children }: TextMergeProps) {
  const pieces = useMemo(() => mergeLines(base, mine, theirs), [base, mine, theirs]);
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({});
  const clashes = pieces.filter((piece) => piece.kind === 'clash');
  const chosen = clashes.map((_, index) => choices[index]);
  const result = mergedText(pieces, chosen);
  return (
    <>
      <p role="status">
        {countWords(clashes.length, chosen.filter((choice) => choice === undefined).length)}
      </p>
      {clashes.map((clash, index) => (
        <Clash
          key={index}
          clash={clash}
          label={label}
          onCopy={onCopy}
          number={index + 1}
          choice={chosen[index]}
          onChoose={(choice) => setChoices({ ...choices, [index]: choice })}
        />
      ))}
      {result !== undefined && (
        <TextDiff label={`Result for ${label}`} before={theirs} after={result} onCopy={onCopy} />
      )}
      {children(result)}
    </>
  );
}

function countWords(clashes: number, left: number): string {
  if (clashes === 0) return 'Merged automatically. Below is what your changes add to theirs.';
  const both =
    clashes === 1
      ? 'One place has conflicting changes.'
      : `${String(clashes)} places have conflicting changes.`;
  return left === 0 ? `${both} The result is below.` : `${both} ${String(left)} left to choose.`;
}

interface ClashProps {
  readonly clash: MergePiece & { readonly kind: 'clash' };
  readonly number: number;
  readonly label: string;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
  readonly onCopy: (selected: string) => void;
}

const choiceNames = [
  { value: 'mine', label: 'Yours' },
  { value: 'theirs', label: 'Theirs' },
  { value: 'both', label: 'Both' },
] as const;

/** Diff from their lines to yours. */
function Clash({ clash, number, label, choice, onChoose, onCopy }: ClashProps) {
  return (
    <Stack as="section" gap={8}>
      <TextDiff
        label={`Conflict ${String(number)} of ${label}`}
        before={clash.theirs.join('\n')}
        after={clash.mine.join('\n')}
        firstLine={clash.line}
        onCopy={onCopy}
      />
      <RadioField
        inRow
        label={`Conflict ${String(number)}, line ${String(clash.line)}`}
        options={choiceNames}
        value={choice}
        onValue={onChoose}
      />
    </Stack>
  );
}
