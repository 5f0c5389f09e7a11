/** Environments in one table: the same entry in several places, compared key by key. Values stay in main. */
import type { AppError } from '../ipc/result.ts';
import type { KeyFacts } from './entry.ts';
import type { MountPath } from './mount.ts';

/** One column of a saved view: an entry, and the connection that reaches it. */
export interface EnvironmentColumn {
  /** Id of a saved connection, or the address of one that is not saved. */
  readonly connection: string;
  readonly namespace: string;
  readonly mount: MountPath;
  /** Below the mount. */
  readonly path: string;
}

/** A saved comparison: names and places, never values. */
export interface EnvironmentView {
  readonly viewId: string;
  readonly name: string;
  readonly columns: readonly EnvironmentColumn[];
}

/** Most columns of a view, and most views. A column is one read. */
export const mostColumns = 24;
export const mostViews = 200;

/** A column as it was read. */
export type ColumnState =
  | { readonly kind: 'read'; readonly version?: number; readonly createdTime?: string }
  /** No entry is at its path, or its current version is deleted or destroyed. */
  | { readonly kind: 'absent' | 'deleted' | 'destroyed' }
  | { readonly kind: 'unreadable'; readonly error: AppError };

/** The value of one key in one column, without the value. */
export interface EnvironmentCell {
  /** Cells of one row with the same number hold the same value; numbered from 0 by first appearance. */
  readonly group: number;
  readonly facts: KeyFacts;
}

export interface EnvironmentRow {
  readonly key: string;
  /** By column; null: its entry has no such key, or was not read. */
  readonly cells: readonly (EnvironmentCell | null)[];
}

export interface EnvironmentTable {
  /** In the order asked. */
  readonly columns: readonly ColumnState[];
  readonly rows: readonly EnvironmentRow[];
  /** ISO 8601. */
  readonly readAt: string;
}

/** A column on screen: its connection can be closed. */
export type ShownColumn = ColumnState | { readonly kind: 'not-connected' };

/** A row at a glance. */
export type RowVerdict = 'same' | 'different' | 'missing';

/**
 * The verdict over the entries that were read; a key that is not in all of them is missing, even if it differs too. A
 * column without an entry says so itself.
 */
export function verdictOf({ cells }: EnvironmentRow, columns: readonly ShownColumn[]): RowVerdict {
  const judged = cells.filter((_cell, at) => columns[at]?.kind === 'read');
  if (judged.some((cell) => cell === null)) return 'missing';
  return new Set(judged.map((cell) => cell?.group)).size > 1 ? 'different' : 'same';
}

/** Name of an equality group: A, B, … Z, AA. */
export function groupName(group: number): string {
  const last = String.fromCharCode(65 + (group % 26));
  return group < 26 ? last : groupName(Math.floor(group / 26) - 1) + last;
}
