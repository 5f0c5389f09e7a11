import { useDeferredValue, useMemo } from 'react';
import { overlooked } from '../../../ui/character-marks.ts';
import { OverlookedList } from '../../../ui/overlooked-list.tsx';
import type { ValueText } from '../../../parts/value/value-text.ts';

/** Invisible characters of a value being edited, which every server compares. */
export function OverlookedLine({ value }: { readonly value: ValueText }) {
  const settled = useDeferredValue(value);
  const found = useMemo(() => worthSaying(settled), [settled]);
  return <OverlookedList {...found} lines={settled.text.includes('\n')} />;
}

function worthSaying({ mode, text }: ValueText): ReturnType<typeof overlooked> {
  // White space around a JSON value has no meaning.
  if (mode === 'json') return overlooked(text, 'none');
  // A multi-line text ends in a line break by custom.
  const customary = /\n[^\n]*\S\n$/.test(text);
  return overlooked(customary ? text.slice(0, -1) : text, 'edges');
}
