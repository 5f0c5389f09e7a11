/**
 * Unsealing by hand: one key share at a time, typed in the trusted view, which says how many were given and where the
 * share goes. A share is sent once; what the server says of it decides whether another is asked for.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { SealFacts } from '../../../shared/vault/system.ts';
import { giveKeyShare, resetUnseal } from '../../vault/api/seal.ts';
import { sealStatus } from '../../vault/api/system-status.ts';
import { cancelled } from '../connection/connect.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { sealFacts } from './facts.ts';
import { shareProblem, tidyShare } from './key-share.ts';
import type { Ask } from '../platform.ts';

/** Asks for one share and gives it. Rejects with `cancelled`, `not-initialized`, or what the server says. */
export async function unsealByHand(at: At, ask: Ask, signal?: AbortSignal): Promise<SealFacts> {
  let problem: string | undefined;
  for (;;) {
    const before = sealFacts(await sealStatus(at.anonymous));
    if (!before.initialized) throw new AppFailure(notInitialized);
    if (!before.sealed) return before;
    const answer = await ask(question(at, before, problem), signal);
    if (answer.kind !== 'fields') throw cancelled();
    const share = tidyShare(answer.values['share'] ?? '');
    problem = shareProblem(share);
    if (problem !== undefined) continue;
    try {
      return sealFacts(await giveKeyShare(at.anonymous, share));
    } catch (failure) {
      const error = redactError(asAppError(failure), [share]);
      // Refused by its shape, or with the set that it completed: both can be tried again.
      if (error.kind !== 'invalid-request') throw new AppFailure(error);
      problem = refusedWords(error.serverErrors ?? [], error.message);
    }
  }
}

/** Forgets the shares given so far, once a person has agreed. */
export async function startUnsealAnew(at: At): Promise<SealFacts> {
  const before = sealFacts(await sealStatus(at.anonymous));
  const { address } = at.destination();
  const question = {
    title: 'Forget the key shares given so far?',
    body: [
      `${String(before.progress)} of ${String(before.threshold)} shares have been given to ${address}.`,
      'Whoever gave them must give them again. The shares themselves stay valid.',
    ],
    action: 'Forget them',
  };
  return sealFacts(await resetUnseal({ ...at.anonymous, consent: { question } }));
}

function question(
  at: At,
  { progress, threshold, shares }: SealFacts,
  problem: string | undefined,
): TrustedRequest {
  return {
    kind: 'enter-fields',
    title: 'Enter an unseal key',
    intro: [
      `${String(progress)} of the ${String(threshold)} shares it needs have been given; ${String(shares)} exist. ${
        progress === threshold - 1
          ? 'This one unseals it.'
          : 'The share is sent now and counted by the server.'
      }`,
    ],
    destination: at.destination(),
    fields: [
      { name: 'share', label: 'Unseal key share', secret: true, placeholder: 'hex or base64', form: 'token' },
    ],
    action: 'Enter this key',
    ...(problem === undefined ? {} : { problem }),
  };
}

function refusedWords(said: readonly string[], message: string): string {
  const text = said.length > 0 ? said.join(' ') : message;
  if (/must be a valid hex or base64|invalid key|key is longer|key is shorter|unable to|failed/i.test(text))
    return `The server refused it: ${text}. Where it was the last one needed, the set begins anew.`;
  return `The server refused it: ${text}.`;
}

const notInitialized = {
  kind: 'not-initialized',
  message: 'This server has not been initialised: it has no key shares yet.',
  hint: 'Initialise it first, e.g. with “vault operator init” (OpenBao: “bao operator init”).',
} as const;
