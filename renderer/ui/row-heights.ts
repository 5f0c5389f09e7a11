/**
 * How high the rows of lists and tables are, by density. Rows that come into view one by one are placed by these numbers and
 * drawn by custom properties of the page (`--row-name` …) that are set from them, so that the two cannot differ.
 */
import { useSyncExternalStore } from 'react';
import type { Density } from '../../shared/ipc/contract.ts';

interface RowHeights {
  /** A name of the tree, or one that a search found. */
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

/** In CSS pixels, the line between two rows included. Every row is a target: none is below 24. */
export const rowHeights: Readonly<Record<Density, RowHeights>> = {
  comfortable: { name: 26, list: 28, line: 32, value: 37, compared: 40 },
  compact: { name: 24, list: 24, line: 26, value: 29, compared: 32 },
};

let density: Density = 'comfortable';
const listeners = new Set<() => void>();

/** The custom property with the height of a row. */
export function rowVariable(kind: string): string {
  return `--row-${kind}`;
}

/** Makes the whole page of a density: its style sheets, and the lists that place their rows themselves. */
export function setDensity(wanted: Density): void {
  const { dataset, style } = document.documentElement;
  dataset['density'] = wanted;
  for (const [kind, height] of Object.entries(rowHeights[wanted]))
    style.setProperty(rowVariable(kind), `${String(height)}px`);
  density = wanted;
  for (const listener of listeners) listener();
}

/** The height of a row now, in CSS pixels; renders again where the density changes. */
export function useRowHeight(kind: RowKind): number {
  return useSyncExternalStore(subscribe, () => rowHeights[density][kind]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
