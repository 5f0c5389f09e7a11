import { Eye, EyeOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { rawOfAnswer } from '../../api/answers.ts';
import { appErrorOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copySelected } from '../entry/copy-selected.ts';
import { revealMs } from '../entry/reveal.ts';
import css from './answer-panel.module.css';

export interface AnswerTextProps {
  readonly answerId: string;
  readonly isJson: boolean;
}

/** The whole answer as text, values masked; revealing is explicit, and as short-lived as a value's. */
export function AnswerText({ answerId, isJson }: AnswerTextProps) {
  const [text, setText] = useState<string>();
  const [error, setError] = useState<AppError>();
  const [revealed, setRevealed] = useState(false);
  const hide = useCallback(() => {
    setRevealed(false);
  }, []);

  useEffect(() => {
    const abort = new AbortController();
    rawOfAnswer(answerId, revealed, abort.signal).then(
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
  }, [answerId, revealed]);

  useEffect(() => {
    if (!revealed) return undefined;
    const timer = setTimeout(hide, revealMs);
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', hide);
    };
  }, [revealed, hide]);

  // Masked text is no secret; what is revealed goes by way of the clipboard that is cleared.
  const copy = useSecretCopy(copySelected);
  const explain = isJson
    ? `The answer as the server sent it${revealed ? ', credentials masked.' : ', values masked.'}`
    : `The text of the answer${revealed ? '.' : ', masked.'}`;
  return (
    <section className={css['raw']} aria-label="Raw answer">
      <div className={css['rawTools']}>
        <span>{explain}</span>
        <Button
          small
          icon={revealed ? EyeOff : Eye}
          onClick={() => {
            setRevealed(!revealed);
          }}
        >
          {revealed ? 'Hide' : 'Reveal'}
        </Button>
      </div>
      {error !== undefined ? (
        <ErrorPanel error={error} />
      ) : text === undefined ? (
        <Skeleton rows={5} rowHeight={18} />
      ) : (
        <pre className={css['rawText']} tabIndex={0} {...(revealed ? copy : {})}>
          {text}
        </pre>
      )}
    </section>
  );
}
