/** One item of the palette, of any kind. */
import type { LucideIcon } from 'lucide-react';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { fold } from '../tree/name-list.ts';

export interface PaletteItem {
  /** Stable across runs, because uses are counted by it. */
  readonly id: string;
  readonly label: string;
  /** Location or owner; also searched. */
  readonly detail: string;
  /** Kind of item, in one word; empty if it needs none. */
  readonly kind: string;
  /** Heading that it stands under before anything is typed. */
  readonly section?: string;
  readonly icon: LucideIcon;
  /** Its key in the notation of `shortcut`. */
  readonly hint?: string;
  /** Extra search words. */
  readonly also?: string;
  readonly disabled?: boolean;
  readonly reason?: string;
  /** Found by typing only: its key runs another action now. */
  readonly repeats?: boolean;
  /** Label and detail are names from the server. */
  readonly mono?: boolean;
  /** Entry whose keys can be copied from here. */
  readonly entry?: EntryPlace;
  /** Keeps the palette open until `run` settles, and shows its error. */
  readonly stays?: true;
  /** Ctrl+Enter runs it, regardless of the selected item. */
  readonly chord?: true;
  readonly run: Run;
}

/** Context of running an item. */
export interface RunContext {
  /** Aborts if the text changes or the palette closes. */
  readonly signal: AbortSignal;
  /** Schedules work for after the palette has closed and returned the focus. */
  readonly afterwards: (then: () => void) => void;
  /** Keeps the palette open after all. */
  readonly stay: () => void;
}

export type Run = (context: RunContext) => void | Promise<void>;

/** An item with folded search texts, computed once per opening. */
export interface PreparedItem {
  readonly item: PaletteItem;
  readonly label: string;
  readonly around: string;
  /** First letters of the label's words. */
  readonly initials: string;
}

/** The items without later ones of an id that is there already. */
export function once(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Folds the searched texts. */
export function prepared(item: PaletteItem): PreparedItem {
  const label = fold(item.label);
  return {
    item,
    label,
    around: fold(`${item.label} ${item.detail} ${item.kind} ${item.also ?? ''}`),
    initials: label
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => word.charAt(0))
      .join(''),
  };
}
