/**
 * Row heights of lists and tables, by density. Virtual rows are positioned by these numbers and drawn by custom
 * properties (`--row-name` …) set from them, so that the two cannot differ.
 */
import { useSyncExternalStore } from 'react';
import type { Density } from '../../shared/ipc/contract.ts';

interface RowHeights {
  /** A name in the tree or in search results. */
  readonly name: number;
  /** A button that is a row of its own. */
  readonly list: number;
  /** One line of text. */
  readonly line: number;
  /** A value with its buttons. */
  readonly value: number;
  /** A key on two sides. */
  readonly compared: number;
}

export type RowKind = keyof RowHeights;

/** In CSS pixels, including the line between rows. Every row is a click target: at least 24. */
export const rowHeights: Readonly<Record<Density, RowHeights>> = {
  comfortable: { name: 26, list: 28, line: 32, value: 37, compared: 40 },
  compact: { name: 24, list: 24, line: 26, value: 29, compared: 32 },
};

let density: Density = 'comfortable';
const listeners = new Set<() => void>();

/** Custom property that holds the height of a row. */
export function rowVariable(kind: string): string {
  return `--row-${kind}`;
}

/** Applies a density to the whole page: its style sheets, and lists that position their rows themselves. */
export function setDensity(wanted: Density): void {
  const { dataset, style } = document.documentElement;
  dataset['density'] = wanted;
  for (const [kind, height] of Object.entries(rowHeights[wanted]))
    style.setProperty(rowVariable(kind), `${String(height)}px`);
  density = wanted;
  for (const listener of listeners) listener();
}

/** Current height of a row in CSS pixels; re-renders when the density changes. */
export function useRowHeight(kind: RowKind): number {
  return useSyncExternalStore(subscribe, () => rowHeights[density][kind]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
