/**
 * One key revealed at a time, on both sides of a comparison, and not for long: like a revealed value of an entry it hides
 * itself after a while, when the window loses the focus, when another is revealed, and when the screen goes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { revealValue } from '../../api/entries.ts';
import { revealMs } from '../entry/reveal.ts';

/** Undefined on a side that does not have the key. */
export interface BothValues {
  readonly key: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

export interface WantedValues {
  readonly key: string;
  /** The open entries that have it. */
  readonly leftEntryId: string | undefined;
  readonly rightEntryId: string | undefined;
}

export interface RevealBoth {
  readonly revealed: BothValues | undefined;
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  readonly reveal: (wanted: WantedValues) => void;
  readonly hide: () => void;
}

/** Reveals keys of two open entries; `about` names the two, so that nothing is shown for others. */
export function useRevealBoth(about: string): RevealBoth {
  const [shown, setShown] = useState<BothValues & { readonly about: string }>();
  const [failed, setFailed] = useState<RevealBoth['failed']>();
  const asking = useRef<AbortController>(undefined);
  const revealed = shown?.about === about ? shown : undefined;

  const hide = useCallback(() => {
    asking.current?.abort();
    setShown(undefined);
  }, []);

  const reveal = ({ key, leftEntryId, rightEntryId }: WantedValues): void => {
    hide();
    setFailed(undefined);
    const abort = new AbortController();
    asking.current = abort;
    const ask = (entryId: string | undefined): Promise<string | undefined> =>
      entryId === undefined ? Promise.resolve(undefined) : revealValue(entryId, key, abort.signal);
    Promise.all([ask(leftEntryId), ask(rightEntryId)]).then(
      ([left, right]) => {
        if (!abort.signal.aborted) setShown({ about, key, left, right });
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

  return { revealed, failed, reveal, hide };
}
