/** Observable value that outlives its component or serves several places. */
import { useSyncExternalStore } from 'react';

/** Read-only view of a store. */
export interface Readable<T> {
  /** The returned function unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until the next change. */
  readonly snapshot: () => T;
}

export class Store<T> implements Readable<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): T => this.#value;

  /** Replaces the value. */
  readonly set = (value: T): void => {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  /** Changes some members of the value. */
  readonly change = (by: Partial<T>): void => this.set({ ...this.#value, ...by });
}

/** Current value; re-renders on each change. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
}
