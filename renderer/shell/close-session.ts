import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lockQuery } from '../api/lock.ts';
import { hiddenDrafts } from '../screens/lock/hidden-drafts.ts';
import { countUnsavedPolicies, policyDrafts } from '../workspace/policy-drafts.ts';
import { useWorkspace } from '../workspace/workspace.tsx';

export interface CloseQuestion {
  readonly open: boolean;
  /** What would be lost, as a sentence. */
  readonly lost: string;
  readonly ask: () => void;
  readonly answer: (close: boolean) => void;
}

/** Closes a locked session, which has no token any more: at once when nothing would be lost, else asks. */
export function useCloseQuestion(close: () => void): CloseQuestion {
  const { allTabs } = useWorkspace();
  const queries = useQueryClient();
  const [lost, setLost] = useState('');
  const decide = (words: string): void => {
    setLost(words);
    if (words === '') close();
  };
  return {
    open: lost !== '',
    lost,
    ask: () => {
      // What main keeps unseen changes with every session that is unlocked.
      void queries.query({ ...lockQuery(), staleTime: 0 }).then(
        (lock) => {
          decide(
            hiddenWords(hiddenDrafts(lock, allTabs, countUnsavedPolicies(policyDrafts.snapshot())).drafts),
          );
        },
        () => decide('It is not known whether unsaved edits are kept for it.'),
      );
    },
    answer: (yes) => {
      setLost('');
      if (yes) close();
    },
  };
}

/** Which session a hidden edit belongs to is not told while that one is locked. */
function hiddenWords(drafts: number): string {
  if (drafts === 0) return '';
  return `${drafts === 1 ? 'An unsaved edit is' : `${String(drafts)} unsaved edits are`} kept, hidden, and may belong to it.`;
}
