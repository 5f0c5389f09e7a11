import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../api/client.ts';
import { hiddenDrafts } from '../screens/lock/hidden-drafts.ts';
import { countUnsavedPolicies, policyDrafts } from '../workspace/policy-drafts.ts';
import { useWorkspace } from '../workspace/workspace.tsx';

export interface CloseQuestion {
  readonly open: boolean;
  /** Sentence about the data that would be lost. */
  readonly lost: string;
  readonly ask: () => void;
  readonly answer: (close: boolean) => void;
}

/** Closes a locked session, whose token is already gone; asks first if that would lose data. */
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
      // Main's number of hidden drafts changes with every session that is unlocked.
      void queries.query(query('lock.state', {}, { staleTime: 0 })).then(
        (lock) => {
          decide(
            hiddenWords(hiddenDrafts(lock, allTabs, countUnsavedPolicies(policyDrafts.snapshot())).drafts),
          );
        },
        () => decide('Unknown whether unsaved edits are kept for it.'),
      );
    },
    answer: (yes) => {
      setLost('');
      if (yes) close();
    },
  };
}

/** The session of a hidden draft is unknown while that session is locked. */
function hiddenWords(drafts: number): string {
  if (drafts === 0) return '';
  return `${drafts === 1 ? 'An unsaved edit is' : `${String(drafts)} unsaved edits are`} kept, hidden, and may belong to it.`;
}
