/**
 * One-time results stay in main until discarded: through a lock, a crash of this page, the end of their session.
 * Every screen shows that they exist.
 */
import { Inbox } from 'lucide-react';
import { Suspense, useState } from 'react';
import { counted } from '../../../shared/vault/counted.ts';
import { useOneTimeResults } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Box } from '../../ui/layout.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './one-time-results.module.css';

const OneTimeResultsDialog = lazily(() => import('./one-time-results-dialog.tsx'), 'OneTimeResultsDialog');

/** `1 one-time result`. */
export function resultWords(count: number): string {
  return counted(count, 'one-time result');
}

/** `1 discarded result`. */
export function dismissedWords(count: number): string {
  return counted(count, 'discarded result');
}

/** Notice of pending results for screens without a status bar; opens them. Hidden without results. */
export function OneTimeResultsNotice() {
  const { results, dismissed } = useOneTimeResults();
  const { open, show, dialog } = useOneTimeResultsDialog();
  if (results.length + dismissed.length === 0 && !open) return null;
  return (
    <>
      {results.length === 0 && dismissed.length > 0 && (
        <div className={css['notice']} role="status">
          <Icon of={Inbox} />
          <Box as="span" grow shrinks>
            {dismissedWords(dismissed.length)} can still be restored.
          </Box>
          <Button small onClick={show}>
            Open
          </Button>
        </div>
      )}
      {results.length > 0 && (
        <div className={css['notice']} role="status">
          <Icon of={Inbox} />
          <Box as="span" grow shrinks>
            {resultWords(results.length)}, not saved yet.
          </Box>
          <Button small onClick={show}>
            Open
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}

/** Dialog of one-time results, with a function to open it. */
export function useOneTimeResultsDialog() {
  const [open, setOpen] = useState(false);
  return {
    open,
    show: () => setOpen(true),
    dialog: open && (
      <Suspense fallback={null}>
        <OneTimeResultsDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
