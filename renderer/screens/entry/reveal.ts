/**
 * One revealed value at a time, and not for long: it hides itself after 30 seconds, when the window loses the focus, when
 * another is revealed, and when the screen goes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { revealValue } from '../../api/entries.ts';

/** How long a value stays revealed, in milliseconds. */
export const revealMs = 30_000;

export interface Revealed {
  readonly key: string;
  readonly rawJson: string;
}

export interface Reveal {
  readonly revealed: Revealed | undefined;
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  readonly toggle: (key: string) => void;
  readonly hide: () => void;
}

/** Reveals values of an open entry. */
export function useReveal(entryId: string): Reveal {
  const [shown, setShown] = useState<Revealed & { readonly entryId: string }>();
  const [failed, setFailed] = useState<Reveal['failed']>();
  const asking = useRef<AbortController>(undefined);
  // What was revealed of an entry that is open no longer is not shown for the next one.
  const revealed = shown?.entryId === entryId ? shown : undefined;

  const hide = useCallback(() => {
    asking.current?.abort();
    setShown(undefined);
  }, []);

  const toggle = (key: string): void => {
    hide();
    setFailed(undefined);
    if (revealed?.key === key) return;
    const abort = new AbortController();
    asking.current = abort;
    revealValue(entryId, key, abort.signal).then(
      (rawJson) => {
        if (!abort.signal.aborted) setShown({ entryId, key, rawJson });
      },
      (caught: unknown) => {
        if (!abort.signal.aborted) setFailed({ key, error: appErrorOf(caught) });
      },
    );
  };

  useEffect(() => {
    window.addEventListener('blur', hide);
    return () => {
      window.removeEventListener('blur', hide);
      asking.current?.abort();
    };
  }, [hide]);

  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(hide, revealMs);
    return () => {
      clearTimeout(timer);
    };
  }, [shown, hide]);

  return { revealed, failed, toggle, hide };
}
