import { useMemo } from 'react';
import { MarkedText } from '../../ui/marked-text.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { valueTextOf } from '../../parts/value/value-text.ts';
import { Text } from '../../ui/layout.tsx';
import css from './compare.module.css';

export interface ComparedValueProps {
  readonly rawJson: string;
  /** The same key on the other side, if it exists. */
  readonly otherJson: string | undefined;
  readonly onCopy: (selected: string) => void;
}

/** A short value in the clear; marks the part between the common start and end. */
export function ComparedValue({ rawJson, otherJson, onCopy }: ComparedValueProps) {
  const handlers = useSecretCopy(onCopy);
  const { mode, text } = useMemo(() => valueTextOf(rawJson), [rawJson]);
  const other = useMemo(() => (otherJson === undefined ? undefined : valueTextOf(otherJson)), [otherJson]);
  const [start, middle, end] = other === undefined ? [text, '', ''] : apart(text, other.text);
  return (
    <Text shrinks breaks grow lines data-mono data-selectable draggable={false} {...handlers}>
      {text === '' && mode === 'string' ? (
        <span className={css['nothing']}>empty</span>
      ) : (
        <>
          <MarkedText text={start} />
          {middle !== '' && (
            <mark className={css['mark']}>
              <MarkedText text={middle} spaces="all" />
            </mark>
          )}
          <MarkedText text={end} />
        </>
      )}
      {other !== undefined && other.mode !== mode && (
        <span className={css['type']}>{mode === 'string' ? ' (a string)' : ' (JSON)'}</span>
      )}
    </Text>
  );
}

/** Splits a text into its common start with the other, its own middle, and the common end. */
export function apart(text: string, other: string): readonly [string, string, string] {
  const mine = [...text];
  const theirs = [...other];
  const most = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < most && mine[start] === theirs[start]) start++;
  let end = 0;
  while (end < most - start && mine.at(-1 - end) === theirs.at(-1 - end)) end++;
  return [
    mine.slice(0, start).join(''),
    mine.slice(start, mine.length - end).join(''),
    mine.slice(mine.length - end).join(''),
  ];
}
