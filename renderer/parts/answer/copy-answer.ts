/** Copies values and credentials of a response in main, revealed or not, and remembers the last for the countdown. */
import type { AppError } from '../../../shared/ipc/result.ts';
import { copyFromAnswer } from '../../api/answers.ts';
import { vault } from '../../api/client.ts';
import { useCopied, type Copied } from '../value/copy-value.ts';

export interface CopyAnswer {
  readonly copied: Copied | undefined;
  /** `key`: the pointer, or a credential's reference. */
  readonly failed: { readonly key: string; readonly error: AppError } | undefined;
  /** Copies the value at a pointer; `name` is its label. `decoded`: copies the text its base64 encodes. */
  readonly copy: (pointer: string, name: string, unseen: boolean, decoded?: boolean) => void;
  /** Copies a selection within a revealed value. */
  readonly copyPart: (pointer: string, name: string, text: string) => void;
  readonly copyCredential: (secretRef: string, name: string, inWords?: true) => void;
}

/** Copy functions for one response. */
export function useCopyAnswer(answerId: string): CopyAnswer {
  const { copied, failed, follow } = useCopied();
  return {
    copied,
    failed,
    copy: (pointer, name, unseen, decoded = false) =>
      follow(copyFromAnswer(answerId, pointer, decoded), { key: name, unseen, part: false }, pointer),
    copyPart: (pointer, name, text) =>
      follow(vault.clipboard.copySecretText({ text }), { key: name, unseen: false, part: true }, pointer),
    copyCredential: (secretRef, name, inWords) =>
      follow(
        vault.secret.copy({ secretRef }),
        { key: name, unseen: true, part: false, ...(inWords === undefined ? {} : { inWords }) },
        secretRef,
      ),
  };
}
