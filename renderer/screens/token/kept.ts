/** What a screen keeps outside React, because only the tab in front is mounted. Never a credential. */
import { useSyncExternalStore } from 'react';

export class Kept<T extends object> {
  readonly #listeners = new Set<() => void>();
  #state: T;

  constructor(state: T) {
    this.#state = state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): T => this.#state;

  change(by: Partial<T>): void {
    this.#state = { ...this.#state, ...by };
    for (const listener of this.#listeners) listener();
  }
}

/** The state now, and again whenever it changes. */
export function useKept<T extends object>(kept: Kept<T>): T {
  return useSyncExternalStore(kept.subscribe, kept.snapshot);
}
