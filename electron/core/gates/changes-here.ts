/**
 * Main's state changes only by a call whose row says so. Every store that calls use is wrapped here: each of its
 * methods is marked, and one that changes something of the user's throws inside a call whose row says `read`. So no
 * row can change main's state without the cost of a change, however it gets at the store. Main's own code (a timer,
 * the menu, a lock by the clock) passes.
 */
import { currentCall } from './call-scope.ts';

/**
 * Throws if the running call is not allowed to change what main keeps; `what` names the change, e.g. `drafts.put`.
 */
export function mustBeAllowedToChange(what: string): void {
  const call = currentCall();
  if (call !== undefined && !call.mayChange)
    throw new Error(`${call.name} changes what its row does not state: ${what}`);
}

/**
 * `changes`: removes, replaces or switches data that the user relies on. `reads`: all else, also keeping new data.
 */
export type Marks<Store> = { readonly [Method in keyof Store]: 'reads' | 'changes' };

/** Wraps a store for calls; `name` identifies it in errors. A method without a mark does not compile. */
export function changedByCalls<Store extends object>(name: string, store: Store, marks: Marks<Store>): Store {
  const changing = Object.entries(marks).filter(([, mark]) => mark === 'changes');
  const guarded = changing.map(([method]) => {
    const change: unknown = store[method as keyof Store];
    if (typeof change !== 'function') throw new TypeError(`${name}.${method} is not a method`);
    const guard = (...given: readonly unknown[]): unknown => {
      mustBeAllowedToChange(`${name}.${method}`);
      return Reflect.apply(change, store, given);
    };
    return [method, guard] as const;
  });
  return { ...store, ...Object.fromEntries(guarded) };
}
