/** Copies values and credentials of an answer in main, seen or not, and remembers which for the line that counts down. */
import type { AppError } from '../../../shared/ipc/result.ts';
import { copySecret } from '../../api/app.ts';
import { copyFromAnswer } from '../../api/answers.ts';
import { copySelection } from '../../api/entries.ts';
import { useCopied, type Copied } from '../value/copy-value.ts';

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
  const { copied, failed, follow } = useCopied();
  return {
    copied,
    failed,
    copy: (pointer, name, unseen, decoded = false) =>
      follow(copyFromAnswer(answerId, pointer, decoded), { key: name, unseen, part: false }, pointer),
    copyPart: (pointer, name, text) =>
      follow(copySelection(text), { key: name, unseen: false, part: true }, pointer),
    copyCredential: (secretRef, name) =>
      follow(copySecret(secretRef), { key: name, unseen: true, part: false }, secretRef),
  };
}
