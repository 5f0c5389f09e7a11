/** Response wrapping. */
import type { ApprovalRequest } from '../../vault/approval.ts';
import type { AnswerView } from '../../vault/answer.ts';
import type { FileHandle } from '../../vault/connection.ts';
import type { SecretRef } from '../../vault/secret-ref.ts';
import type { Where } from '../../vault/where.ts';
import type { SharedWrap, WrapLookup, WrapWhat } from '../../vault/wrapping.ts';
import type { Call, InSession, None } from './call.ts';

export interface WrappingCalls {
  /** A wrapping token from the clipboard or the prompt; `cancelled`, or `invalid-input` if it is something else. */
  'wrapping.take': Call<{ readonly where: Where; readonly from: 'clipboard' | 'typed' }, SecretRef>;
  /** Does not use the token and needs no login. A refusal of the server becomes the result's `problem`. */
  'wrapping.lookup': Call<{ readonly where: Where; readonly secretRef: string }, WrapLookup>;
  /** Once, never repeated. Request's token: `header`: the wrapping token itself; `body`: the session's. */
  'wrapping.unwrap': Call<
    { readonly where: Where; readonly secretRef: string; readonly form: 'header' | 'body' },
    AnswerView
  >;
  'wrapping.wrap': Call<
    InSession & {
      readonly what: WrapWhat;
      readonly ttl: string;
      readonly jwt: boolean;
      /** Recipient's name in the user's words: part of its title here, never sent. */
      readonly recipient?: string;
    },
    AnswerView
  >;
  /** Opens a file dialog for a file to wrap. */
  'wrapping.chooseFile': Call<None, { readonly file: FileHandle; readonly bytes: number }>;
  'wrapping.rewrap': Call<{ readonly where: Where; readonly secretRef: string }, AnswerView>;
  /** Wrapping tokens of this session, newest first. */
  'wrapping.shared': Call<InSession, readonly SharedWrap[]>;
  /** Revokes a wrapping token by its accessor, so that it cannot be unwrapped any more. */
  'wrapping.cancel': Call<
    InSession & { readonly accessor: string },
    { readonly warnings: readonly string[] }
  >;
  /** Another user's request that waits for approval by a control group. */
  'wrapping.approvalRequest': Call<InSession & { readonly accessor: string }, ApprovalRequest>;
  /** Approves it; `approved`: it needs no more approvals. */
  'wrapping.approve': Call<InSession & { readonly accessor: string }, { readonly approved: boolean }>;
}
