/**
 * An answer that waits for approval: under a control group (OpenBao 2.7, Vault Enterprise) the server puts a request
 * off and answers with an unrequested wrapping token. Once others have approved, unwrapping carries the request out.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { VaultAnswer, VaultRequest } from '../http/types.ts';
import { asNumber, asObject, asText } from './fields.ts';

type AwaitingError = Extract<AppError, { readonly kind: 'awaiting-approval' }>;

/** Carries the answer with its wrapping token, which is a credential; the error has everything but that. */
export class AwaitingApproval extends AppFailure {
  declare readonly error: AwaitingError;
  readonly answer: VaultAnswer;
  readonly token: string;
  constructor(error: AwaitingError, answer: VaultAnswer, token: string) {
    super(error);
    this.name = 'AwaitingApproval';
    this.answer = answer;
    this.token = token;
  }
}

/** Longer than any answer that holds only a wrapping token, in UTF-16 code units. */
const LONGEST = 8192;

/** Throws `AwaitingApproval` if the answer to a request without wrapping is a wrapping token. */
export function refuseUnaskedWrap(
  { method, path, wrapTtl, anyBody, into }: VaultRequest,
  answer: VaultAnswer,
): void {
  // A sender that takes any body reads it itself: the console, an unwrap.
  if (wrapTtl !== undefined || anyBody === true || into !== undefined || path.startsWith('sys/wrapping/'))
    return;
  if (answer.large !== undefined || answer.text === '' || answer.text.length > LONGEST) return;
  const wrap = asObject(asObject(answer.json())['wrap_info']);
  const token = asText(wrap['token']);
  if (token === '') return;
  const nowMs = Date.now();
  throw new AwaitingApproval(
    {
      kind: 'awaiting-approval',
      message:
        method === 'GET'
          ? `The server answers “${path}” once a control group has approved it.`
          : `The change of “${path}” waits for a control group’s approval. Nothing is changed yet.`,
      hint:
        method === 'GET'
          ? 'Give the accessor to an approver.'
          : 'The wrapping token is a one-time result. Give its accessor to an approver. Then unwrap it under Wrapping: that sends the change.',
      accessor: asText(wrap['accessor']),
      askedAt: new Date(nowMs).toISOString(),
      endsAt: new Date(nowMs + asNumber(wrap['ttl']) * 1000).toISOString(),
      status: answer.status,
      method,
      path,
    },
    answer,
    token,
  );
}
