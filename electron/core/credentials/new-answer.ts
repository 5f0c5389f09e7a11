/** Answer of a server, as passed to the store. */
import type { AnswerKind } from '../../../shared/vault/answer.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { AnswerBody } from './prepare-answer.ts';

export interface NewAnswer {
  /** Absent for an answer without a session. */
  readonly sessionId?: string;
  readonly title: string;
  /** `plain` unless told. */
  readonly kind?: AnswerKind;
  readonly method: string;
  /** API path without `/v1/`; contains no credential. */
  readonly path: string;
  readonly answer: VaultAnswer;
  readonly elapsedMs: number;
  readonly once: boolean;
  /** `hidden`: values below `data` are revealed one by one; `plain`: only credentials are hidden. */
  readonly values: 'hidden' | 'plain';
  /** Server that answered, for an answer without a session. */
  readonly target?: ConnectionTarget;
}

/** Body of a response, as its analysis takes it. */
export function bodyOf({ answer, method, path, values }: NewAnswer): AnswerBody {
  return { text: answer.text, binary: answer.bytes !== undefined, method, path, values };
}
