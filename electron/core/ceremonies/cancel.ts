/** Cancelling a ceremony, and the server's copies of encrypted shares. */
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { cancelCeremony, deleteBackup, readBackup } from '../../vault/api/ceremonies.ts';
import { asObject, asText, asTexts, bodyOf } from '../../vault/api/fields.ts';
import type { Question } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';
import type { CeremonyParts } from './give.ts';
import { answerOf, holdResult, shareLabels } from './results.ts';
import { refuseOther, standingOf } from './status.ts';

/**
 * Cancels for everybody, or resets the verification, after a question. Rejects with `conflict` for another ceremony.
 */
export async function cancelKeyCeremony(
  at: At,
  seen: { readonly ceremony: KeyCeremony; readonly nonce: string; readonly only: 'all' | 'verification' },
  parts: CeremonyParts,
): Promise<CeremonyStatus> {
  const { ceremony, only } = seen;
  const { status, family, sender, body } = await standingOf(at, ceremony, parts);
  refuseOther(at, status, seen.nonce, parts);
  const reset = only === 'verification' && status.phase === 'verification';
  const path = reset ? `${family}/verify` : status.endpoint;
  // The rekey itself keeps its first nonce while the new shares are verified.
  const nonce = reset ? status.nonce : asText(body['nonce']);
  const question = reset ? resetQuestion(status) : cancelQuestion(status);
  await cancelCeremony({ ...sender, consent: { question } }, path, nonce);
  return (await standingOf(at, ceremony, parts)).status;
}

function cancelQuestion({ given, needed, phase }: CeremonyStatus): Question {
  return {
    title: 'Cancel this ceremony?',
    facts: [
      sharesFact(given, needed),
      prose('New shares', phase === 'verification' ? 'never become valid; the old ones stay' : ''),
    ],
    action: 'Cancel ceremony',
  };
}

function resetQuestion({ given, needed }: CeremonyStatus): Question {
  return {
    title: 'Start the verification over?',
    facts: [
      sharesFact(given, needed),
      prose('New shares', 'stay the same, under another nonce'),
      prose('Old shares', 'still work'),
    ],
    action: 'Start over',
  };
}

function sharesFact(given: number, needed: number): PromptFact {
  return prose('Shares', `${String(given)} of ${String(needed)} entered`);
}

/** Holds the server's copies of encrypted shares as a result. Rejects with `invalid-request` if it has none. */
export async function takeBackup(
  at: At,
  where: Where,
  ceremony: 'rekey' | 'recovery-rekey',
  parts: CeremonyParts,
): Promise<AnswerSummary> {
  const { family } = await standingOf(at, ceremony, parts);
  const answer = await readBackup(at.caller, family);
  const keys = Object.entries(asObject(bodyOf(answer)['keys_base64']));
  const body = Object.fromEntries(keys.map(([print, texts]) => [print, { keys_base64: asTexts(texts) }]));
  return holdResult(parts, {
    where,
    path: `${family}/backup`,
    answer: answerOf(answer, body),
    kind: ceremony === 'rekey' ? 'unseal-key-backup' : 'recovery-key-backup',
    title: 'Backup of encrypted key shares',
    labels: keys.flatMap(([print, texts]) => shareLabels('Encrypted share', asTexts(texts).length, [print])),
  });
}

/** Deletes those copies from the server, after a question. */
export async function removeBackup(
  at: At,
  ceremony: 'rekey' | 'recovery-rekey',
  parts: CeremonyParts,
): Promise<void> {
  const { family } = await standingOf(at, ceremony, parts);
  const question: Question = {
    title: 'Delete the backup of the encrypted shares?',
    notes: [notice('Make sure that each holder has their share.')],
    action: 'Delete backup',
  };
  await deleteBackup({ ...at.caller, consent: { question } }, family);
}
