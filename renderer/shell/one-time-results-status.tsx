import { Inbox } from 'lucide-react';
import { useOneTimeResults } from '../api/answers.ts';
import { Icon } from '../ui/icon.tsx';
import { dismissedWords, resultWords, useOneTimeResultsDialog } from '../parts/answer/one-time-results.tsx';
import { Words } from './bar-words.tsx';
import css from './status-bar.module.css';

/** Number of pending or restorable one-time results; a click lists them. */
export function OneTimeResultsStatus() {
  const { results, dismissed } = useOneTimeResults();
  const { open, show, dialog } = useOneTimeResultsDialog();
  const count = results.length + dismissed.length;
  if (count === 0 && !open) return null;
  return (
    <>
      {count > 0 && (
        <button type="button" className={css['held']} onClick={show}>
          <Icon of={Inbox} size={14} />
          <Words
            drop={6}
            text={results.length > 0 ? resultWords(results.length) : dismissedWords(dismissed.length)}
          />
        </button>
      )}
      {dialog}
    </>
  );
}
