/** Copies values in main, hidden or revealed, whole or a selection, and remembers the last for the countdown. */
import { useCallback, useState } from 'react';
import type { ClipboardState } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';

export interface Copied {
  readonly key: string;
  /** `key` is no key but words for it, e.g. `the wrapping token`. */
  readonly inWords?: true;
  /** True if it was hidden when copied. */
  readonly unseen: boolean;
  /** True for a selection rather than the whole value. */
  readonly part: boolean;
  /** Time of clipboard clearing, ISO 8601; empty: never. */
  readonly clearsAt: string;
}

export interface CopyValue {
  readonly copied: Copied | undefined;
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  readonly copy: (key: string, unseen: boolean) => void;
  /** Copies a selection within a revealed value. */
  readonly copyPart: (key: string, text: string) => void;
}

/** Last copy, or its failure. */
export function useCopied() {
  const [copied, setCopied] = useState<Copied>();
  const [failed, setFailed] = useState<CopyValue['failed']>();
  const follow = useCallback(
    (asked: Promise<ClipboardState>, what: Omit<Copied, 'clearsAt'>, at = what.key) => {
      setFailed(undefined);
      asked.then(
        ({ clearsAt, problem }) => {
          setCopied({ ...what, clearsAt });
          announce(problem ?? `Copied ${what.part ? 'a part of ' : ''}${what.key}.`);
        },
        (caught: unknown) => {
          setCopied(undefined);
          setFailed({ key: at, error: appErrorOf(caught) });
        },
      );
    },
    [],
  );
  return { copied, failed, follow };
}

/** Copies values of an open entry. */
export function useCopyValue(entryId: string): CopyValue {
  const { copied, failed, follow } = useCopied();
  const copy = useCallback(
    (key: string, unseen: boolean) =>
      follow(vault.entry.copy({ entryId, key }), { key, unseen, part: false }),
    [entryId, follow],
  );
  const copyPart = useCallback(
    (key: string, text: string) =>
      follow(vault.clipboard.copySecretText({ text }), { key, unseen: false, part: true }),
    [follow],
  );
  return { copied, failed, copy, copyPart };
}
