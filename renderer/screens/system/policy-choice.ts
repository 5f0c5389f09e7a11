/** Which policy a session is reading, kept while its tab is behind others. */
import { perSession } from '../../api/per-session.ts';
import { Store, useStore } from '../../api/store.ts';

const choiceOf = perSession(() => new Store({ name: '', filter: '' }));

export interface ChosenPolicy {
  readonly name: string;
  readonly filter: string;
  readonly choose: (name: string) => void;
  readonly narrow: (filter: string) => void;
}

/** The policy chosen in a session, and the text that narrows the list. */
export function usePolicyChoice(sessionId: string): ChosenPolicy {
  const choice = choiceOf(sessionId);
  return {
    ...useStore(choice),
    choose: (name) => {
      choice.change({ name });
    },
    narrow: (filter) => {
      choice.change({ filter });
    },
  };
}
