/**
 * What main keeps is changed by a call that says so, and by no other. Every store that calls work with passes here: its
 * methods are marked, each of them, and one that changes something of the person's refuses inside a call whose row says
 * `read`. So no row can change main's state without what that costs, however it gets at the store. Main's own doing (a
 * timer, the menu, a lock by the clock) passes.
 */
import { currentCall } from './call-scope.ts';

/** Throws where the running call has no right to change what main keeps; `what` says of what, e.g. `drafts.put`. */
export function mustBeAllowedToChange(what: string): void {
  const call = currentCall();
  if (call !== undefined && !call.mayChange)
    throw new Error(`${call.name} changes what its row does not state: ${what}`);
}

/**
 * `changes`: takes away, replaces or switches something that a person relies on. `reads`: all the rest, also what only keeps
 * what has just come.
 */
export type Marks<Store> = { readonly [Method in keyof Store]: 'reads' | 'changes' };

/** The store as calls use it; `name` is what a fault calls it. A method without its mark does not compile. */
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
