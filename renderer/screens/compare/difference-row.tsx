import { Copy, Eye, EyeOff } from 'lucide-react';
import { Suspense, lazy } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { KeyFacts } from '../../../shared/vault/entry.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { hiddenDots } from '../../ui/hidden-dots.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { rowAttributes, type RowPlace } from '../../ui/row-grid.tsx';
import grid from '../../ui/row-grid.module.css';
import { valueTextOf } from '../../parts/value/value-text.ts';
import { FactChips } from '../../parts/value/fact-chips-view.tsx';
import { Text } from '../../ui/layout.tsx';
import css from './compare.module.css';
import { ComparedValue } from './compared-value.tsx';
import type { BothValues } from './reveal-both.ts';

const TextDiff = lazy(() => import('../../ui/code/text-diff.tsx').then((m) => ({ default: m.TextDiff })));

export interface DifferenceRowProps {
  readonly difference: KeyDifference;
  readonly place: RowPlace;
  readonly revealed: BothValues | undefined;
  readonly error: AppError | undefined;
  readonly onReveal: () => void;
  readonly onCopy: (side: 'left' | 'right') => void;
  /** Copies a selection of a revealed value. */
  readonly onCopyPart: (text: string) => void;
}

/** One key on both sides. Revealed short values are side by side, long ones in one text with its differences. */
export function DifferenceRow(props: DifferenceRowProps) {
  const { difference, place, revealed, error, onReveal, onCopy, onCopyPart } = props;
  const { key, change, left, right } = difference;
  const { words, tone } = keyChanges[change];
  const attributes = rowAttributes(place);
  const tab = attributes.tabIndex;
  const asText = revealed !== undefined && isLong(revealed);
  return (
    <div
      {...attributes}
      role="row"
      className={classes(grid['row'], css['row'], revealed !== undefined && grid['open'])}
    >
      <span role="rowheader" className={css['key']}>
        <Text data-mono data-selectable breaks lines>
          {key === '' ? <span className={css['nothing']}>empty name</span> : key}
        </Text>
        <Chip tone={tone}>{words}</Chip>
      </span>
      {asText ? (
        <span role="gridcell" className={css['both']}>
          <span className={css['legend']}>
            {left !== undefined && <span>− left</span>}
            {right !== undefined && <span>+ right</span>}
          </span>
          <Suspense fallback={null}>
            <TextDiff
              before={textOf(revealed.left)}
              after={textOf(revealed.right)}
              label={`Value of ${key}, left and right`}
              onCopy={onCopyPart}
            />
          </Suspense>
        </span>
      ) : (
        (['left', 'right'] as const).map((side) => (
          <span key={side} role="gridcell" className={css['cell']}>
            <SideValue
              facts={side === 'left' ? left : right}
              rawJson={revealed?.[side]}
              otherJson={revealed?.[side === 'left' ? 'right' : 'left']}
              name={`${key} on the ${side}`}
              tabIndex={tab}
              onCopy={() => onCopy(side)}
              onCopyPart={onCopyPart}
            />
          </span>
        ))
      )}
      <span role="gridcell" className={grid['tools']}>
        <IconButton
          small
          icon={revealed === undefined ? Eye : EyeOff}
          label={revealed === undefined ? `Reveal ${key}` : `Hide ${key}`}
          tabIndex={tab}
          onClick={onReveal}
        />
      </span>
      {error !== undefined && (
        <span role="gridcell" className={css['failed']}>
          <span role="alert">
            {error.message} {error.hint}
          </span>
        </span>
      )}
    </div>
  );
}

/** Changes of keys in words, seen from the left. */
export const keyChanges: Readonly<
  Record<KeyDifference['change'], { readonly words: string; readonly tone: Tone }>
> = {
  same: { words: 'the same', tone: 'neutral' },
  changed: { words: 'changed', tone: 'warn' },
  'left-only': { words: 'removed', tone: 'danger' },
  'right-only': { words: 'added', tone: 'ok' },
};

interface SideValueProps {
  readonly facts: KeyFacts | undefined;
  readonly rawJson: string | undefined;
  readonly otherJson: string | undefined;
  readonly name: string;
  readonly tabIndex: number;
  readonly onCopy: () => void;
  readonly onCopyPart: (text: string) => void;
}

function SideValue({ facts, rawJson, otherJson, name, tabIndex, onCopy, onCopyPart }: SideValueProps) {
  if (facts === undefined) return <span className={css['nothing']}>—</span>;
  return (
    <>
      {rawJson === undefined ? (
        <>
          {hiddenDots}
          <FactChips facts={facts} />
        </>
      ) : (
        <ComparedValue rawJson={rawJson} otherJson={otherJson} onCopy={onCopyPart} />
      )}
      <IconButton
        small
        icon={Copy}
        label={`Copy ${name}`}
        className={css['copy']}
        tabIndex={tabIndex}
        onClick={onCopy}
      />
    </>
  );
}

/** A value as displayed: a string as it is, all others as indented JSON. */
function textOf(rawJson: string | undefined): string | undefined {
  return rawJson === undefined ? undefined : valueTextOf(rawJson).text;
}

/** Long or multi-line: two narrow columns would hide the difference. */
function isLong({ left, right }: BothValues): boolean {
  return [left, right].some((rawJson) => {
    const text = textOf(rawJson) ?? '';
    return text.includes('\n') || text.length > 200;
  });
}
