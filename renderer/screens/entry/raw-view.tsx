import { Eye, EyeOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { rawAnswer } from '../../api/entries.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copySelected } from './copy-selected.ts';
import css from './entry-screen.module.css';
import { revealMs } from './reveal.ts';

/** The whole answer as the server sent it, values masked; revealing is explicit, and as short-lived as a key's. */
export function RawView({ entryId }: { readonly entryId: string }) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<AppError>();
  const [revealed, setRevealed] = useState(false);
  const hide = useCallback(() => {
    setRevealed(false);
  }, []);

  useEffect(() => {
    const abort = new AbortController();
    rawAnswer(entryId, revealed, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        setError(undefined);
        setText(answer);
      },
      (caught: unknown) => {
        if (!abort.signal.aborted) setError(appErrorOf(caught));
      },
    );
    return () => {
      abort.abort();
      if (revealed) setText(undefined);
    };
  }, [entryId, revealed]);

  useEffect(() => {
    if (!revealed) return undefined;
    const timer = setTimeout(hide, revealMs);
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', hide);
    };
  }, [revealed, hide]);

  // Masked values are no secret; what is revealed goes by way of the clipboard that is cleared.
  const copy = useSecretCopy(copySelected);

  return (
    <section className={css['raw']} aria-label="Raw answer">
      <div className={css['rawTools']}>
        <span className={css['explain']}>
          The answer as the server sent it{revealed ? '.' : ', values masked.'}
        </span>
        <Button
          small
          icon={revealed ? EyeOff : Eye}
          onClick={() => {
            setRevealed(!revealed);
          }}
        >
          {revealed ? 'Hide values' : 'Reveal raw'}
        </Button>
      </div>
      {error !== undefined ? (
        <ErrorPanel error={error} />
      ) : text === undefined ? (
        <Skeleton rows={6} rowHeight={18} />
      ) : (
        <pre className={css['rawText']} tabIndex={0} {...(revealed ? copy : {})}>
          {text}
        </pre>
      )}
    </section>
  );
}
