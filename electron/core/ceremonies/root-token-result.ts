/**
 * Token of a root generation: decoded here, so that neither half is sent anywhere, and held in their place.
 */
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { decodeRootToken } from './root-token.ts';
import { cancelled } from '../connection/connect.ts';
import type { Ask } from '../platform.ts';
import { answerOf, otpOf, holdResult, hasOtp } from './results.ts';
import type { ResultParts } from './results.ts';

export interface ToDecode {
  readonly encoded: string;
  readonly otp: string;
  /** Result that holds the encoded token. */
  readonly from?: AnswerSummary;
  readonly otpAnswerId?: string | undefined;
  readonly like: VaultAnswer;
}

/** Holds the token in place of its two halves; undefined if they do not belong together. */
export function holdDecoded(
  where: Where,
  { encoded, otp, from, otpAnswerId, like }: ToDecode,
  parts: ResultParts,
): Promise<AnswerSummary> | undefined {
  const token = decodeRootToken(encoded, otp);
  if (token === undefined) return undefined;
  return holdResult(parts, {
    where,
    path: from?.path ?? 'sys/generate-root/update',
    answer: answerOf(like, { root_token: token }),
    kind: 'root-token',
    title: 'Root token',
    labels: [{ title: 'Root token', note: rootNote }],
  }).then((result) => {
    for (const answerId of [from?.answerId, otpAnswerId]) {
      if (answerId === undefined) continue;
      parts.answers.noteTaken(answerId);
      parts.answers.dismiss(answerId);
    }
    return result;
  });
}

export const rootNote = 'Unrestricted, never expires. Revoke it when you no longer need it.';

/** Decodes another participant's token with a typed or held one-time password. Rejects with `cancelled`. */
export async function decodeElsewhere(
  where: Where,
  parts: ResultParts & { readonly ask: Ask },
  signal?: AbortSignal,
): Promise<AnswerSummary> {
  let problem: string | undefined;
  for (;;) {
    const hasPad = [...parts.memory.begun.values()].some((one) => hasOtp(parts, one));
    const answer = await parts.ask(question(hasPad, problem), signal);
    if (answer.kind !== 'fields') throw cancelled('Cancelled. Nothing was decoded.');
    const { encoded = '', otp: typed = '' } = answer.values;
    const typedHere = holdDecoded(where, { encoded, otp: typed, like: nothingSent }, parts);
    if (typedHere !== undefined) return typedHere;
    for (const one of parts.memory.begun.values()) {
      const password = await otpOf(parts, one);
      if (password === undefined) continue;
      const decode = { encoded, otp: password, otpAnswerId: one.answerId, like: nothingSent };
      const result = holdDecoded(where, decode, parts);
      if (result !== undefined) return result;
    }
    problem =
      'The encoded token and the one-time password do not match. One is incomplete or of another generation.';
  }
}

function question(hasPad: boolean, problem: string | undefined): TrustedRequest {
  return {
    kind: 'enter-fields',
    title: 'Decode a root token',
    intro: ['It is decoded on this machine. Nothing is sent.'],
    fields: [
      { name: 'encoded', label: 'Encoded token', secret: true, form: 'token' },
      {
        name: 'otp',
        label: 'One-time password',
        secret: true,
        form: 'token',
        optional: hasPad,
        ...(hasPad ? { hint: 'Empty: Strongroom tries the ones it has.' } : {}),
      },
    ],
    action: 'Decode',
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Stands for an answer: the decoding involves no server. */
const nothingSent: VaultAnswer = {
  status: 200,
  text: '',
  json: () => ({}),
  warnings: [],
  headers: {},
  origin: '',
};
