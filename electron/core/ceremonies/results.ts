/**
 * Results of ceremonies exist only once: new shares, one-time passwords, root tokens. Each is held as a one-time
 * result before anything else can fail, and shown in the secure prompt one credential at a time, each confirmed as
 * saved.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerKind, AnswerSummary } from '../../../shared/vault/answer.ts';
import type { SavedResult } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { asObject, asTexts } from '../../vault/api/fields.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { Answers } from '../credentials/large-answers.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { Ask } from '../platform.ts';
import type { BegunHere, CeremonyMemory, CredentialLabel } from './memory.ts';

export interface ResultParts {
  readonly answers: Answers;
  readonly memory: CeremonyMemory;
}

/** True if the one-time password of a ceremony is held; false if it was discarded. */
export function hasOtp(
  { answers }: { readonly answers: Pick<Answers, 'list'> },
  begun: BegunHere | undefined,
): boolean {
  const answerId = begun?.answerId;
  return answerId !== undefined && answers.list().some((one) => one.answerId === answerId);
}

/** Returns that password; undefined if it is not held. */
export async function otpOf(parts: ResultParts, begun: BegunHere | undefined): Promise<string | undefined> {
  return begun?.answerId !== undefined && hasOtp(parts, begun)
    ? parts.answers.textAt(begun.answerId, '/otp')
    : undefined;
}

export interface NewResult {
  readonly where: Where;
  readonly kind: AnswerKind;
  readonly title: string;
  readonly path: string;
  readonly answer: VaultAnswer;
  readonly labels: readonly CredentialLabel[];
}

/** Holds a one-time answer. */
export async function holdResult(
  { answers, memory }: ResultParts,
  { where, kind, title, path, answer, labels }: NewResult,
): Promise<AnswerSummary> {
  const { answerId, at, sessionId } = await answers.hold({
    ...('sessionId' in where ? { sessionId: where.sessionId } : { target: where.target }),
    kind,
    title,
    path,
    method: 'POST',
    answer: inOneSpelling(answer),
    elapsedMs: 0,
    once: true,
    values: 'plain',
  });
  memory.labels.set(answerId, labels);
  return { answerId, kind, title, path, at, ...(sessionId === undefined ? {} : { sessionId }) };
}

/** Makes an answer with a body that was computed here. */
export function answerOf(like: VaultAnswer, body: object): VaultAnswer {
  const { large: _large, bytes: _bytes, ...rest } = like;
  return { ...rest, text: JSON.stringify(body), json: () => body };
}

/** Servers return each share in hex and in base64: users save only one of them. */
function inOneSpelling(answer: VaultAnswer): VaultAnswer {
  const top = asObject(answer.json());
  const inData = Object.keys(asObject(top['data'])).length > 0;
  const all = asObject(inData ? top['data'] : top);
  const body = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => {
      const inBase64 = asTexts(all[`${name}_base64`]).length;
      return inBase64 === 0 || inBase64 !== asTexts(value).length;
    }),
  );
  return answerOf(answer, inData ? { ...top, data: body } : body);
}

/** Makes labels for shares: `owners` of the PGP keys they are encrypted to, or empty. */
export function shareLabels(
  name: string,
  count: number,
  owners: readonly string[],
): readonly CredentialLabel[] {
  return Array.from({ length: count }, (_, index) => ({
    title: count === 1 ? name : `${name} ${String(index + 1)} of ${String(count)}`,
    note: owners[index] === undefined ? plainNote : encryptedNote(owners[index]),
  }));
}

const plainNote = 'For one person. The server keeps no copy.';

/** Note for an encrypted credential. */
export function encryptedNote(owner: string): string {
  return `Encrypted to the PGP key of ${owner}. Only its owner can read it: “base64 -d | gpg -d”.`;
}

export interface ShowParts extends ResultParts {
  readonly secrets: Pick<SecretStore, 'read' | 'noteTaken' | 'isTaken'>;
  readonly ask: Ask;
}

function credentialsOf({ answers, memory }: ResultParts, answerId: string) {
  const view = answers.view(answerId);
  const refs = view.rows.flatMap(({ credential }) => credential ?? []);
  const labels = memory.labels.get(answerId) ?? [];
  return refs.map((ref, index) => ({
    ref,
    label: labels[index] ?? {
      title: `${view.title} (${String(index + 1)} of ${String(refs.length)})`,
      note: '',
    },
  }));
}

/** Counts the saved credentials of a result. Throws `invalid-input` if it is gone. */
export function savedOf(parts: Omit<ShowParts, 'ask'>, answerId: string): SavedResult {
  const all = credentialsOf(parts, answerId);
  const saved = all.filter(({ ref }) => parts.secrets.isTaken(ref.secretRef)).length;
  return { saved, total: all.length, address: parts.answers.targetOf(answerId)?.address ?? '' };
}

/**
 * Shows the unsaved credentials, or all of them with `again`, until the user says “later”. Unconfirmed and later ones
 * stay held.
 */
export async function showResult(parts: ShowParts, answerId: string, again: boolean): Promise<SavedResult> {
  const { secrets, ask } = parts;
  const all = credentialsOf(parts, answerId);
  if (all.length === 0)
    throw new AppFailure({ kind: 'invalid-input', message: 'There is no credential in this result.' });
  const address = parts.answers.targetOf(answerId)?.address;
  for (const { ref, label } of all) {
    if (!again && secrets.isTaken(ref.secretRef)) continue;
    const answer = await ask({
      kind: 'show-secret',
      title: label.title,
      facts: address === undefined ? [] : [{ name: 'Server', value: address }],
      note: label.note,
      secret: secrets.read(ref.secretRef).secret,
      action: 'I have saved it',
      later: 'Later',
      printable: true,
    });
    if (answer.kind !== 'submit') break;
    secrets.noteTaken(ref.secretRef);
  }
  return savedOf(parts, answerId);
}
