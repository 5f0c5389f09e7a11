/** What outlives the component that shows it, or serves several places: a value that is heard of when it changes. */
import { useSyncExternalStore } from 'react';

/** What components see of a store. */
export interface Readable<T> {
  /** The returned function ends it. */
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

  /** Takes another value in place of the one before. */
  readonly set = (value: T): void => {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  /** Changes some members of the value. */
  readonly change = (by: Partial<T>): void => this.set({ ...this.#value, ...by });
}

/** The value now, and again whenever it changes. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
