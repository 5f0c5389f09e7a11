/** Which policy a session is reading, kept while its tab is behind others. */
import { useSyncExternalStore } from 'react';
import { perSession } from '../../api/per-session.ts';

class PolicyChoice {
  #name = '';
  #filter = '';
  readonly #listeners = new Set<() => void>();

  get name(): string {
    return this.#name;
  }

  get filter(): string {
    return this.#filter;
  }

  choose(name: string): void {
    this.#name = name;
    this.#tell();
  }

  narrow(filter: string): void {
    this.#filter = filter;
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const choiceOf = perSession(() => new PolicyChoice());

export interface ChosenPolicy {
  readonly name: string;
  readonly filter: string;
  readonly choose: (name: string) => void;
  readonly narrow: (filter: string) => void;
}

/** The policy chosen in a session, and the text that narrows the list. */
export function usePolicyChoice(sessionId: string): ChosenPolicy {
  const choice = choiceOf(sessionId);
  const name = useSyncExternalStore(choice.subscribe, () => choice.name);
  const filter = useSyncExternalStore(choice.subscribe, () => choice.filter);
  return {
    name,
    filter,
    choose: (wanted) => {
      choice.choose(wanted);
    },
    narrow: (text) => {
      choice.narrow(text);
    },
  };
}
