/**
 * Registry of the currently available actions. Menus, screens and the frame register theirs while they are mounted;
 * the command palette lists them and shortcut keys run them, so that a menu, its key and the palette do the same.
 */
import { useLayoutEffect, useRef } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { keyMap, type KeyId } from './key-map.ts';

export interface OfferedAction {
  /** Stable across runs, because uses are counted by it. Contains no entry name. */
  readonly id: string;
  readonly label: string;
  /** Object of the action, e.g. `Session`. */
  readonly group: string;
  /** Extra search words. */
  readonly also?: string;
  readonly icon?: LucideIcon;
  readonly key?: KeyId;
  /** Displayed key if it is not in the key map. */
  readonly hint?: string;
  /** Region of the window it belongs to; absent: the whole window. */
  readonly region?: 'side' | 'main';
  readonly disabled?: boolean;
  readonly reason?: string;
  /** Run by its key only; not listed in the palette. */
  readonly unlisted?: boolean;
  /** Inactive now, though its key stays taken. */
  readonly idle?: boolean;
  readonly run: () => void;
}

type Source = () => readonly OfferedAction[];

const sources = new Set<Source>();
const listeners = new Set<() => void>();

/**
 * Notifies when the offered actions can have changed; the listener reads them itself. The returned function
 * unsubscribes.
 */
export function onActionsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** Offers actions while the calling component is mounted; they are computed on demand only. */
export function useActions(source: Source): void {
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
    changed();
  });
  // Layout effect, because a key can arrive between painting and a passive effect.
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

/** All actions offered now, most recently mounted source first. */
export function offeredActions(): readonly OfferedAction[] {
  return [...sources].reverse().flatMap((source) => source());
}

/** Keys that act on the focused part: if the main part has no such action, the side bar's does not run either. */
const aboutFocus: ReadonlySet<KeyId> = new Set(['refresh', 'find']);
/** Keys that act on one entry: with the focus in the side bar never on the entry of the main part. */
const aboutEntry: ReadonlySet<KeyId> = new Set(['share', 'duplicate', 'rename', 'copyPath']);

/** Action that a key runs now: the focused region's, else the main part's. */
export function actionOfKey(key: KeyId, focused: string | undefined): OfferedAction | undefined {
  const atMain = focused === 'main' || focused === 'tabs';
  const offered = offeredActions().filter(
    (action) =>
      action.key === key &&
      action.disabled !== true &&
      !(atMain && aboutFocus.has(key) && action.region === 'side') &&
      !(focused === 'side' && aboutEntry.has(key) && action.region === 'main'),
  );
  return (
    offered.find(({ region }) => region !== undefined && region === focused) ??
    offered.find(({ region }) => region !== 'side') ??
    offered[0]
  );
}

/** Runs the action of a key. Returns false if no action could run. */
export function runKey(key: KeyId, focused: string | undefined): boolean {
  const action = actionOfKey(key, focused);
  action?.run();
  return action !== undefined;
}

export interface MenuActionsOf {
  /** Prefix of the action ids. */
  readonly id: string;
  readonly group: string;
  readonly region?: 'side' | 'main';
  /** False for a menu that only shows its keys, because its screen does not offer them. */
  readonly binds?: boolean;
}

/** Turns menu items into actions; each option of a choice is one. */
export function menuActions(items: readonly MenuItem[], { id, group, region, binds = true }: MenuActionsOf) {
  const where = region === undefined ? {} : { region };
  return items.flatMap((item): OfferedAction[] => {
    if (item === 'separator') return [];
    if (item.kind === 'choice')
      return item.options
        .filter(({ value }) => value !== item.value)
        .map(({ value, label }) => ({
          id: `${id}.${item.label}.${value}`,
          label: `${item.label}: ${label}`,
          group,
          ...where,
          run: () => item.onValue(value),
        }));
    const { label, icon, disabled, reason, onSelect, key } = item;
    return [
      {
        id: `${id}.${label}`,
        label,
        group,
        run: onSelect,
        ...where,
        ...(icon === undefined ? {} : { icon }),
        ...(disabled === true ? { disabled } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(key === undefined ? {} : binds ? { key } : { hint: keyMap[key].keys }),
      },
    ];
  });
}
