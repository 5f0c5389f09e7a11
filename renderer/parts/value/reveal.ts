/**
 * Reveals one value at a time, briefly: it is hidden after 30 seconds, when the window loses focus, when another is
 * revealed, and when the screen closes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { revealValue } from '../../api/entries.ts';

/** Duration of a reveal, in milliseconds. */
export const revealMs = 30_000;

export interface Revealed {
  readonly key: string;
  readonly rawJson: string;
}

export interface Reveal<R> {
  readonly revealed: R | undefined;
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  readonly toggle: (key: string) => void;
  readonly hide: () => void;
}

/** Reveals values of an open entry. */
export function useReveal(entryId: string): Reveal<Revealed> {
  return useRevealOf(entryId, async (key, signal) => ({
    key,
    rawJson: await revealValue(entryId, key, signal),
  }));
}

/**
 * Reveals the result of `ask` for a key. `scope` identifies the owner of the keys: a value of one scope is never
 * shown in another.
 */
export function useRevealOf<R extends { readonly key: string }>(
  scope: string,
  ask: (key: string, signal: AbortSignal) => Promise<R>,
): Reveal<R> {
  const [shown, setShown] = useState<{ readonly scope: string; readonly revealed: R }>();
  const [failed, setFailed] = useState<Reveal<R>['failed']>();
  const asking = useRef<AbortController>(undefined);
  const revealed = shown?.scope === scope ? shown.revealed : undefined;

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
    ask(key, abort.signal).then(
      (answer) => {
        if (!abort.signal.aborted) setShown({ scope, revealed: answer });
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
    return () => clearTimeout(timer);
  }, [shown, hide]);

  return { revealed, failed, toggle, hide };
}
