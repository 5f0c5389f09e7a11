/**
 * What can be done from where one is. Menus, screens and the frame offer their actions here while they are on screen; the
 * command palette lists them and a key of the map runs them, so that a menu, its key and the palette do the same thing.
 */
import { useLayoutEffect, useRef } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { MenuItem } from '../ui/menu-popup.tsx';
import type { KeyId } from './key-map.ts';

export interface OfferedAction {
  /** The same in every run of the app: uses are counted by it. Holds no name of an entry. */
  readonly id: string;
  readonly label: string;
  /** What it is done to, e.g. `Session`. */
  readonly group: string;
  /** More words to find it by. */
  readonly also?: string;
  readonly icon?: LucideIcon;
  readonly key?: KeyId;
  /** The key where it is no row of the map. */
  readonly hint?: string;
  /** The part of the window it belongs to; absent: all of it. */
  readonly region?: 'side' | 'main';
  readonly disabled?: boolean;
  readonly reason?: string;
  /** A key runs it, the palette does not list it. */
  readonly unlisted?: boolean;
  /** There is nothing to do now, though its key is taken. */
  readonly idle?: boolean;
  readonly run: () => void;
}

type Source = () => readonly OfferedAction[];

const sources = new Set<Source>();
const listeners = new Set<() => void>();

/** Tells whenever the offered actions may have changed; what they are now is for the listener to read. The returned function ends it. */
export function onActionsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** Offers actions for as long as the calling component is there; they are read when somebody asks, never before. */
export function useActions(source: Source): void {
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
    changed();
  });
  // With what is on screen, not after it: a key may come between the two.
  useLayoutEffect(() => {
    const read: Source = () => latest.current();
    sources.add(read);
    changed();
    return () => {
      sources.delete(read);
      changed();
    };
  }, []);
}

/** All actions offered now; what came on screen last stands first. */
export function offeredActions(): readonly OfferedAction[] {
  return [...sources].reverse().flatMap((source) => source());
}

/** Keys that are about what has the focus: where the main part has no such action, none of another part runs. */
const aboutFocus: ReadonlySet<KeyId> = new Set(['refresh', 'find']);

/**
 * Runs the action of a key: the one of the part of the window that has the focus, else one of the main part. False: there
 * is none that could run.
 */
export function runKey(key: KeyId, focused: string | undefined): boolean {
  const atMain = focused === 'main' || focused === 'tabs';
  const offered = offeredActions().filter(
    (action) =>
      action.key === key &&
      action.disabled !== true &&
      !(atMain && aboutFocus.has(key) && action.region === 'side'),
  );
  const action =
    offered.find(({ region }) => region !== undefined && region === focused) ??
    offered.find(({ region }) => region !== 'side') ??
    offered[0];
  action?.run();
  return action !== undefined;
}

export interface MenuActionsOf {
  /** Before the label, to make the id. */
  readonly id: string;
  readonly group: string;
  readonly region?: 'side' | 'main';
  /** Keys of the map by label. */
  readonly keys?: Readonly<Partial<Record<string, KeyId>>>;
}

/** The items of a menu as actions; each option of a choice is one. */
export function menuActions(items: readonly MenuItem[], { id, group, region, keys = {} }: MenuActionsOf) {
  const where = region === undefined ? {} : { region };
  return items.flatMap((item): OfferedAction[] => {
    if (item === 'separator') return [];
    if (item.kind === 'choice')
      return item.options
        .filter(({ value }) => value !== item.value)
        .map(({ value, label }) => ({
          ...{ id: `${id}.${item.label}.${value}`, label: `${item.label}: ${label}`, group, ...where },
          run: () => item.onValue(value),
        }));
    const { label, icon, disabled, reason, onSelect, keys: hint } = item;
    const key = keys[label];
    return [
      {
        ...{ id: `${id}.${label}`, label, group, run: onSelect, ...where },
        ...(icon === undefined ? {} : { icon }),
        ...(disabled === true ? { disabled } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(key !== undefined ? { key } : hint === undefined ? {} : { hint }),
      },
    ];
  });
}
