import { useDeferredValue, useMemo } from 'react';
import { overlooked } from '../../../ui/character-marks.ts';
import { OverlookedList } from '../../../ui/overlooked-list.tsx';
import type { ValueText } from '../../../parts/value/value-text.ts';

/** What of a value in an editor nobody sees and every server compares. */
export function OverlookedLine({ value }: { readonly value: ValueText }) {
  const settled = useDeferredValue(value);
  const found = useMemo(() => worthSaying(settled), [settled]);
  return <OverlookedList {...found} lines={settled.text.includes('\n')} />;
}

function worthSaying({ mode, text }: ValueText): ReturnType<typeof overlooked> {
  // Around a JSON value white space means nothing.
  if (mode === 'json') return overlooked(text, 'none');
  // A text of several lines ends in a line break by custom.
  const customary = /\n[^\n]*\S\n$/.test(text);
  return overlooked(customary ? text.slice(0, -1) : text, 'edges');
}
