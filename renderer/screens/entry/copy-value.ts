/** Copies values in main, hidden or not, and remembers which for the line that counts down. */
import { useCallback, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import { copyValue } from '../../api/entries.ts';
import { announce } from '../../ui/announce.tsx';

export interface Copied {
  readonly key: string;
  /** It was hidden when it was copied. */
  readonly unseen: boolean;
  /** ISO 8601: when it is cleared; empty: never. */
  readonly clearsAt: string;
}

export interface CopyValue {
  readonly copied: Copied | undefined;
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  readonly copy: (key: string, unseen: boolean) => void;
}

/** Copies values of an open entry. */
export function useCopyValue(entryId: string): CopyValue {
  const [copied, setCopied] = useState<Copied>();
  const [failed, setFailed] = useState<CopyValue['failed']>();
  const copy = useCallback(
    (key: string, unseen: boolean) => {
      setFailed(undefined);
      copyValue(entryId, key).then(
        ({ clearsAt, problem }) => {
          setCopied({ key, unseen, clearsAt });
          announce(problem ?? `Copied ${key}.`);
        },
        (caught: unknown) => {
          setCopied(undefined);
          setFailed({ key, error: appErrorOf(caught) });
        },
      );
    },
    [entryId],
  );
  return { copied, failed, copy };
}
