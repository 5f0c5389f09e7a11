/** One line of the palette, whatever it leads to. */
import type { LucideIcon } from 'lucide-react';
import type { EntryPlace } from '../../../shared/vault/workspace-memory.ts';
import { fold } from '../tree/name-list.ts';

export interface PaletteItem {
  /** Uses are counted by it; the same in every run of the app. */
  readonly id: string;
  readonly label: string;
  /** Where it is or what it belongs to; also searched. */
  readonly detail: string;
  /** What kind of thing it is, in a word. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Its key in words of `shortcut`. */
  readonly hint?: string;
  /** More words to find it by. */
  readonly also?: string;
  readonly disabled?: boolean;
  readonly reason?: string;
  /** Label and detail are names of the server's. */
  readonly mono?: boolean;
  /** An entry whose keys can be copied from here. */
  readonly entry?: EntryPlace;
  /** The palette stays open until `run` is done, and shows what it rejects with. */
  readonly stays?: true;
  /** Ctrl+Enter runs it, whichever line is chosen. */
  readonly chord?: true;
  readonly run: Run;
}

/** What a line knows of being run. */
export interface RunContext {
  /** Aborts where the text has changed meanwhile, or the palette is closed. */
  readonly signal: AbortSignal;
  /** What is done once the palette is closed and has given the focus back. */
  readonly afterwards: (then: () => void) => void;
  /** The palette stays open after all. */
  readonly stay: () => void;
}

export type Run = (context: RunContext) => void | Promise<void>;

/** An item with its texts as they are compared; made once for each opening. */
export interface PreparedItem {
  readonly item: PaletteItem;
  readonly label: string;
  readonly around: string;
  /** The first letters of the label's words. */
  readonly initials: string;
}

/** Folds what is searched. */
export function prepared(item: PaletteItem): PreparedItem {
  const label = fold(item.label);
  return {
    ...{ item, label, around: fold(`${item.label} ${item.detail} ${item.kind} ${item.also ?? ''}`) },
    initials: label
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => word.charAt(0))
      .join(''),
  };
}
