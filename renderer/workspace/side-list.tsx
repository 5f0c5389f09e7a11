/**
 * The list that the screen in front lends to the side bar: topics, policies, sent requests. It stands in place of the
 * tree until the user asks for that, or another screen comes to the front.
 */
import { createContext, use, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Store, useStore } from '../api/store.ts';
import { focusInside } from '../ui/focus.ts';

interface SideListState {
  /** Element of the side bar that holds the list. */
  readonly place: HTMLElement | null;
  /** The user asked for the tree while a list was there. */
  readonly asksTree: boolean;
}

const state = new Store<SideListState>({ place: null, asksTree: false });

/** False around a screen that something covers. */
export const InFront = createContext(true);

/** Shows the tree in place of the list. */
export function showTree(): void {
  state.change({ asksTree: true });
}

/** Shows the list of the screen in front again. */
export function showSideList(): void {
  if (state.snapshot().asksTree) state.change({ asksTree: false });
}

const setPlace = (place: HTMLElement | null): void => state.change({ place });

/** The place in the side bar; it is empty while no screen lends a list. A region of its own: its keys are the screen's. */
export function SideListPlace({ className }: { readonly className?: string | undefined }) {
  return <div ref={setPlace} data-region="list" tabIndex={-1} className={className} />;
}

/** Shows content in the side bar while its screen is in front. */
export function SideList({ children }: { readonly children: ReactNode }) {
  const { place, asksTree } = useStore(state);
  const isInFront = use(InFront);
  useLayoutEffect(() => {
    showSideList();
    return showSideList;
  }, []);
  const isShown = place !== null && !asksTree && isInFront;
  // The tree that it replaces hides: what was opened from there by a key goes on in the list.
  useLayoutEffect(() => {
    if (isShown && document.activeElement?.closest('[role="tree"]') && !focusInside(place)) place.focus();
  }, [isShown, place]);
  return isShown && createPortal(children, place);
}
