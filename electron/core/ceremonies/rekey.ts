/** Rekeying the unseal or recovery keys, and root generation: beginning, giving shares, verifying. */
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import { shareNumbersProblem, standbyWords } from '../../../shared/vault/ceremony.ts';
import type {
  BeginOptions,
  CeremonyStatus,
  CeremonyStep,
  KeyCeremony,
} from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { beginCeremony } from '../../vault/api/ceremonies.ts';
import { asText, asTexts, bodyOf } from '../../vault/api/fields.ts';
import type { Question, VaultAnswer } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { giveOneShare } from './give.ts';
import type { CeremonyParts } from './give.ts';
import { begunAt, noteBegun } from './memory.ts';
import type { CredentialLabel } from './memory.ts';
import { ownerWords } from './pgp-keys.ts';
import type { UsablePgpKey } from './pgp-keys.ts';
import { answerOf, encryptedNote, otpOf, holdResult, shareLabels } from './results.ts';
import { holdDecoded } from './root-token-result.ts';
import { isOfStandby, standingOf, statusAfter } from './status.ts';

/** Throws `invalid-input` for numbers that no server accepts; nothing was sent. */
export function checkNumbers(
  numbers: { readonly shares: number; readonly threshold: number },
  keys: number,
): void {
  const problem =
    shareNumbersProblem(numbers) ??
    (keys === 0 || keys === numbers.shares
      ? undefined
      : `There must be one PGP key for each share: ${String(numbers.shares)} shares, ${String(keys)} keys.`);
  if (problem === undefined) return;
  throw new AppFailure({ kind: 'invalid-input', field: 'options', message: `${problem} Nothing was sent.` });
}

/** Begins a ceremony, after a question; holds its one-time password. Rejects with `conflict` if one is under way. */
export async function beginKeyCeremony(
  at: At,
  where: Where,
  options: BeginOptions,
  parts: CeremonyParts,
): Promise<CeremonyStep> {
  const { ceremony } = options;
  if (ceremony !== 'generate-root') checkNumbers(options, options.pgpKeys.length);
  const texts = ceremony === 'generate-root' ? onlyKey(options.pgpKey) : options.pgpKeys;
  const keys = await parts.pgpKeys.usable(texts);
  const { status, sender } = await standingOf(at, ceremony, parts);
  if (status.phase !== 'idle')
    throw new AppFailure({
      kind: 'conflict',
      message: 'One is under way already. Nothing was sent.',
      hint: 'Take part in it, or cancel it first.',
    });
  const question =
    ceremony === 'generate-root' ? rootQuestion(keys, status) : rekeyQuestion(options, keys, status);
  const body = ceremony === 'generate-root' ? rootBody(keys) : rekeyBody(options, keys);
  const answer = await beginCeremony({ ...sender, consent: { question } }, status.endpoint, body);
  const begun = bodyOf(answer);
  const nonce = asText(begun['nonce']);
  const otp = asText(begun['otp']);
  const owners = keys.map(({ facts }) => ownerWords(facts));
  const result =
    otp === ''
      ? undefined
      : await holdResult(parts, {
          where,
          path: status.endpoint,
          answer: answerOf(answer, { nonce, otp }),
          kind: 'root-otp',
          title: 'One-time password (OTP)',
          labels: [{ title: 'One-time password', note: otpNote }],
        });
  noteBegun(parts.memory, at, nonce, {
    owners,
    ...(result === undefined ? {} : { answerId: result.answerId }),
  });
  return {
    status: await statusAfter(at, status, parts),
    complete: false,
    ...(result === undefined ? {} : { answerId: result.answerId }),
  };
}

const otpNote =
  'It decodes the new root token. Strongroom uses it automatically if the last share is entered here.';

function onlyKey(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function rootBody(keys: readonly UsablePgpKey[]): object {
  const [key] = keys;
  return key === undefined ? {} : { pgp_key: key.base64 };
}

type RekeyOptions = Exclude<BeginOptions, { ceremony: 'generate-root' }>;

function rekeyBody(
  { shares, threshold, verify, backup }: RekeyOptions,
  keys: readonly UsablePgpKey[],
): object {
  return {
    secret_shares: shares,
    secret_threshold: threshold,
    require_verification: verify,
    ...(keys.length === 0 ? {} : { pgp_keys: keys.map(({ base64 }) => base64), backup }),
  };
}

/** Lists each key with its owner: a page could have replaced one. */
export function keyFacts(keys: readonly UsablePgpKey[]): NonNullable<Question['facts']> {
  return keys.map(({ facts }, index) => ({
    name: keys.length === 1 ? 'PGP key' : `PGP key ${String(index + 1)}`,
    value: `${facts.users[0] ?? 'no name'} · ${facts.fingerprint.toUpperCase()}`,
  }));
}

/** Ways in which a ceremony can end other than by the last share. */
function endsEarly({ leader, endpoint }: CeremonyStatus): PromptFact {
  const how =
    leader === undefined || isOfStandby(endpoint, leader)
      ? 'the server is sealed or restarts'
      : `${leader.address} no longer leads`;
  return prose('Ends early', `if anyone cancels it, or ${how}`);
}

function rekeyQuestion(
  options: RekeyOptions,
  keys: readonly UsablePgpKey[],
  status: CeremonyStatus,
): Question {
  const { ceremony, threshold, verify, backup } = options;
  const plain = {
    ...prose('New shares', 'all to the holder of the last share, in plain text'),
    notice: true,
  } as const;
  return {
    title: ceremony === 'rekey' ? 'Begin a rekey of the unseal keys?' : 'Begin a rekey of the recovery keys?',
    facts: [
      prose(
        'Old shares',
        verify
          ? `work until ${String(threshold)} new ones are verified`
          : 'stop working with the last one entered; new ones are not verified',
      ),
      keys.length === 0
        ? plain
        : prose('Backup', backup ? 'encrypted shares, on the server until deleted' : ''),
      endsEarly(status),
      ...keyFacts(keys),
    ],
    notes: isOfStandby(status.endpoint, status.leader) ? [notice(standbyWords(status))] : [],
    stated: ['pgp_keys'],
    action: 'Begin rekey',
  };
}

function rootQuestion(keys: readonly UsablePgpKey[], status: CeremonyStatus): Question {
  return {
    title: 'Begin a root generation?',
    facts: [
      prose(
        'Token',
        keys.length === 0 ? 'encoded with a one-time password (OTP)' : 'encrypted to this PGP key',
      ),
      endsEarly(status),
      ...keyFacts(keys),
    ],
    stated: ['pgp_key'],
    action: 'Begin root generation',
  };
}

/** Gives one share, and holds the result of the last one. */
export async function giveKeyShareTo(
  at: At,
  where: Where,
  seen: { readonly ceremony: KeyCeremony; readonly nonce: string },
  parts: CeremonyParts,
  signal?: AbortSignal,
): Promise<CeremonyStep> {
  const { before, answer } = await giveOneShare(at, seen, parts, signal);
  const body = bodyOf(answer);
  const result = await brought(at, where, before.status, answer, parts);
  const status = await statusAfter(at, before.status, parts);
  return {
    status,
    complete: body['complete'] === true,
    ...(result === undefined ? {} : { answerId: result.answerId }),
  };
}

/** Holds the result in the answer to a share; undefined if it only has a count. */
async function brought(
  at: At,
  where: Where,
  { ceremony, endpoint, nonce }: CeremonyStatus,
  answer: VaultAnswer,
  parts: CeremonyParts,
): Promise<AnswerSummary | undefined> {
  const body = bodyOf(answer);
  const encoded = asText(body['encoded_token']) || asText(body['encoded_root_token']);
  const count = asTexts(body['keys_base64']).length || asTexts(body['keys']).length;
  const begun = begunAt(parts.memory, at, nonce);
  if (count > 0) {
    const fingerprints = asTexts(body['pgp_fingerprints']);
    return holdResult(parts, {
      where,
      answer,
      path: endpoint.replace(/init$/, 'update'),
      kind: ceremony === 'rekey' ? 'unseal-keys' : 'recovery-keys',
      title: ceremony === 'rekey' ? 'New unseal keys' : 'New recovery keys',
      labels: shareLabels(
        ceremony === 'rekey' ? 'Unseal key' : 'Recovery key',
        count,
        fingerprints.map((print, index) => begun?.owners[index] ?? print),
      ),
    });
  }
  if (encoded === '') return undefined;
  const path = endpoint.replace(/attempt$/, 'update');
  const fingerprint = asText(body['pgp_fingerprint']);
  const whole = answerOf(answer, { encoded_token: encoded, nonce });
  // Held first, in case the decoding fails.
  const result = await holdResult(parts, {
    where,
    path,
    answer: whole,
    kind: 'encoded-root-token',
    title: 'Encoded root token',
    labels: [encodedLabel(fingerprint, begun?.owners[0])],
  });
  const otp = fingerprint === '' ? await otpOf(parts, begun) : undefined;
  if (otp === undefined) return result;
  return (
    holdDecoded(where, { encoded, otp, from: result, otpAnswerId: begun?.answerId, like: answer }, parts) ??
    result
  );
}

function encodedLabel(fingerprint: string, owner: string | undefined): CredentialLabel {
  return fingerprint === ''
    ? {
        title: 'Encoded root token',
        note: 'Give it to the person who began this root generation. Only their one-time password decodes it.',
      }
    : { title: 'Encrypted root token', note: encryptedNote(owner ?? fingerprint) };
}
