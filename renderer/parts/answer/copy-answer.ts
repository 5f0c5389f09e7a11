/** Copies values and credentials of an answer in main, seen or not, and remembers which for the line that counts down. */
import { useCallback, useState } from 'react';
import type { ClipboardState } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { copySecret } from '../../api/app.ts';
import { copyFromAnswer } from '../../api/answers.ts';
import { appErrorOf } from '../../api/client.ts';
import { copySelection } from '../../api/entries.ts';
import { announce } from '../../ui/announce.tsx';
import type { Copied } from '../value/copy-value.ts';

export interface CopyAnswer {
  readonly copied: Copied | undefined;
  /** `key`: the pointer, or the reference of a credential. */
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  /** Copies what is at a pointer; `name` is what it is called. `decoded`: the text that its base64 stands for. */
  readonly copy: (pointer: string, name: string, unseen: boolean, decoded?: boolean) => void;
  /** Copies what a person selected of a value that is shown. */
  readonly copyPart: (pointer: string, name: string, text: string) => void;
  readonly copyCredential: (secretRef: string, name: string) => void;
}

/** Copies out of one answer. */
export function useCopyAnswer(answerId: string): CopyAnswer {
  const [copied, setCopied] = useState<Copied>();
  const [failed, setFailed] = useState<CopyAnswer['failed']>();
  const follow = useCallback((asked: Promise<ClipboardState>, at: string, what: Omit<Copied, 'clearsAt'>) => {
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
  }, []);
  return {
    copied,
    failed,
    copy: (pointer, name, unseen, decoded = false) =>
      follow(copyFromAnswer(answerId, pointer, decoded), pointer, { key: name, unseen, part: false }),
    copyPart: (pointer, name, text) =>
      follow(copySelection(text), pointer, { key: name, unseen: false, part: true }),
    copyCredential: (secretRef, name) =>
      follow(copySecret(secretRef), secretRef, { key: name, unseen: true, part: false }),
  };
}
