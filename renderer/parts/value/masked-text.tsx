import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { JsonView } from '../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { copySelected } from './copy-selected.ts';
import css from './masked-text.module.css';
import { revealMs } from './reveal.ts';

export interface MaskedTextProps {
  /** Loads the text from main, with values or dots. Use a React key to switch to another text. */
  readonly load: (revealed: boolean, signal: AbortSignal) => Promise<string>;
  readonly explain: (revealed: boolean) => string;
  /** Labels of the reveal and hide button. */
  readonly words: readonly [reveal: string, hide: string];
  /** The text is JSON, and foldable. */
  readonly isJson?: boolean;
}

/** The server's whole response with values masked; revealing is explicit, and as short-lived as a value's. */
export function MaskedText({ load, explain, words: [reveal, conceal], isJson = false }: MaskedTextProps) {
  const label = isJson ? 'Raw JSON' : 'Raw text';
  const [text, setText] = useState<string>();
  const [error, setError] = useState<AppError>();
  const [revealed, setRevealed] = useState(false);
  const ask = useEffectEvent(load);
  const hide = useCallback(() => setRevealed(false), []);

  useEffect(() => {
    const abort = new AbortController();
    ask(revealed, abort.signal).then(
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
  }, [revealed]);

  useEffect(() => {
    if (!revealed) return undefined;
    const timer = setTimeout(hide, revealMs);
    window.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', hide);
    };
  }, [revealed, hide]);

  // Masked text is not secret; revealed text uses the clipboard with timed clearing.
  const copy = useSecretCopy(copySelected);

  return (
    <Stack as="section" grow gap={8} shrinks low aria-label={label}>
      <Row align="center" justify="between" gap={12}>
        <span data-hint>{explain(revealed)}</span>
        <Button small icon={revealed ? EyeOff : Eye} onClick={() => setRevealed(!revealed)}>
          {revealed ? conceal : reveal}
        </Button>
      </Row>
      {error !== undefined ? (
        <ErrorPanel error={error} />
      ) : text === undefined ? (
        <Skeleton rows={6} rowHeight={18} />
      ) : isJson ? (
        <Suspense fallback={<Skeleton rows={6} rowHeight={18} />}>
          <JsonView label="JSON" text={text} onCopy={copySelected} />
        </Suspense>
      ) : (
        <LongText className={css['text']} {...(revealed ? copy : {})}>
          {text}
        </LongText>
      )}
    </Stack>
  );
}
