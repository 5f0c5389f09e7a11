import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ComponentPropsWithoutRef, KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { FilterBox } from './filter-box.tsx';
import { markFound, mostMatches, rangesOf, showRange } from './find-in-text.ts';
import { IconButton } from './icon-button.tsx';
import css from './long-text.module.css';

/** A scrolling text: Ctrl+F searches it, Ctrl+Home and Ctrl+End go to its ends. */
export function LongText({ className, onKeyDown, children, ...rest }: ComponentPropsWithoutRef<'pre'>) {
  const box = useRef<HTMLPreElement>(null);
  const [finding, setFinding] = useState(false);
  const close = (): void => {
    setFinding(false);
    box.current?.focus();
  };
  return (
    <>
      {finding && <FindBar box={box} onClose={close} />}
      <pre
        {...rest}
        ref={box}
        tabIndex={0}
        className={classes(css['text'], className)}
        onKeyDown={(event) => {
          if (isFind(event)) {
            event.preventDefault();
            setFinding(true);
          } else onKeyDown?.(event);
        }}
      >
        {children}
      </pre>
    </>
  );
}

interface FindBarProps {
  readonly box: { readonly current: HTMLPreElement | null };
  readonly onClose: () => void;
}

function FindBar({ box, onClose }: FindBarProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const current = ranges[at];
  useEffect(() => {
    markFound(ranges, current);
    if (current !== undefined && box.current !== null) showRange(box.current, current);
  }, [box, ranges, current]);
  useEffect(() => () => markFound([], undefined), []);
  const find = (wanted: string): void => {
    setText(wanted);
    setAt(0);
    setRanges(box.current === null ? [] : rangesOf(box.current, wanted));
  };
  const go = (by: 1 | -1): void => {
    if (ranges.length > 0) setAt((at + by + ranges.length) % ranges.length);
  };
  return (
    <div className={css['bar']} role="search">
      <FilterBox
        // Opened by the user in order to type.
        autoFocus
        label="Find in this text"
        text={text}
        onText={find}
        className={css['field']}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          else if (!isFind(event)) return;
          event.preventDefault();
        }}
      />
      <span className={css['count']} role="status">
        {text === '' ? '' : countWords(ranges.length, at)}
      </span>
      <IconButton
        small
        icon={ChevronUp}
        label="Previous match"
        keys="Shift Enter"
        disabled={ranges.length === 0}
        onClick={() => go(-1)}
      />
      <IconButton
        small
        icon={ChevronDown}
        label="Next match"
        keys="Enter"
        disabled={ranges.length === 0}
        onClick={() => go(1)}
      />
      <IconButton small icon={X} label="Close search" keys="Esc" onClick={onClose} />
    </div>
  );
}

function countWords(count: number, at: number): string {
  if (count === 0) return 'No match';
  return `${String(at + 1)} of ${String(count)}${count === mostMatches ? '+' : ''}`;
}

function isFind({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
