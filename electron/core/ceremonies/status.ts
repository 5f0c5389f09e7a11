/**
 * Status of a ceremony. Each read and each action first finds out which of the two families of endpoints the server
 * has. A token with limited uses is not spent on a read.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { changedElsewhere } from '../../../shared/vault/ceremony-changes.ts';
import type { CeremonyLeader, CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import { ceremonyProgress, familyOf, needsToken, verificationProgress } from '../../vault/api/ceremonies.ts';
import { uncut } from '../../vault/api/caller.ts';
import type { Caller } from '../../vault/api/caller.ts';
import { asNumber, asText, asTexts, bodyOf } from '../../vault/api/fields.ts';
import { rekeyFacts } from '../../vault/api/system-status.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { leaderNow } from '../administration/leader.ts';
import { begunAt, lookWith, noteLook } from './memory.ts';
import type { ResultParts } from './results.ts';
import { hasOtp } from './results.ts';

type Body = Readonly<Record<string, unknown>>;

/** Local knowledge of ceremonies. */
export type LookParts = Pick<ResultParts, 'memory'> & {
  readonly answers: Pick<ResultParts['answers'], 'list'>;
};

/** Ceremony as the server has it now. */
export interface Standing {
  readonly status: CeremonyStatus;
  /** API path before `/init`, `/attempt`, `/update`, `/verify`. */
  readonly family: string;
  /** Caller for changes: neither a lock nor the end of a page aborts it, and nothing is repeated. */
  readonly sender: Caller;
  /** Server's answer about it. */
  readonly body: Body;
}

/** Reads a ceremony. Rejects with `not-offered`, also if the server has no such keys. */
export async function standingOf(at: At, ceremony: KeyCeremony, parts: LookParts): Promise<Standing> {
  const looker = at.caller.repeatable ? at.caller : at.anonymous;
  const ledBefore = await leaderNow(at);
  const { answer, endpoint } = await progress(looker, ceremony);
  const family = familyOf(endpoint);
  const sender = uncut(needsToken(endpoint) ? at.caller : looker);
  const body = bodyOf(answer);
  const verificationNonce = asText(body['verification_nonce']);
  const verifying = verificationNonce !== '';
  const counted = verifying ? bodyOf(await verificationProgress(looker, family)) : body;
  const started = body['started'] === true;
  // A ceremony under way belongs to the leader before it was read, one that is gone to the leader after that.
  const leader = started ? ledBefore : await leaderNow(at);
  const nonce = asText(counted['nonce']);
  const begun = begunAt(parts.memory, at, asText(body['nonce']));
  const shown: CeremonyStatus = {
    ceremony,
    endpoint,
    at: new Date().toISOString(),
    nonce,
    phase: !started ? 'idle' : verifying ? 'verification' : 'shares',
    given: asNumber(counted['progress']),
    needed: verifying ? asNumber(counted['t']) : asNumber(body['required']),
    ...(started && ceremony !== 'generate-root' ? { rekey: rekeyOf(answer) } : {}),
    pgpFingerprints: [...asTexts(body['pgp_fingerprints']), asText(body['pgp_fingerprint'])].filter(
      (text) => text !== '',
    ),
    startedHere: begun !== undefined,
    hasPad: hasOtp(parts, begun),
    ...(leader === undefined ? {} : { leader }),
    ...(started && isOfStandby(endpoint, leader) ? { onlyHere: true } : {}),
  };
  noteLook(parts.memory, at, shown);
  return { status: shown, family, sender, body };
}

function rekeyOf(answer: VaultAnswer): NonNullable<CeremonyStatus['rekey']> {
  const { shares, threshold, verificationRequired: verifies, backup } = rekeyFacts(answer);
  return { shares, threshold, verifies, backup };
}

/** A seal without recovery keys refuses to report their rekey: it has no such ceremony. */
async function progress(caller: Caller, ceremony: KeyCeremony) {
  try {
    return await ceremonyProgress(caller, ceremony);
  } catch (failure) {
    if (ceremony !== 'recovery-rekey' || !(failure instanceof AppFailure)) throw failure;
    // The request has no parameters, so the refusal is about the ceremony.
    if (failure.error.kind !== 'invalid-request') throw failure;
    throw new AppFailure({
      kind: 'not-offered',
      message: 'This server has no recovery keys: it is unsealed by key shares, not by another service.',
    });
  }
}

/** Reads the status after an action. A failed read loses nothing: the action is done and its result held. */
export async function statusAfter(at: At, before: CeremonyStatus, parts: LookParts): Promise<CeremonyStatus> {
  try {
    return (await standingOf(at, before.ceremony, parts)).status;
  } catch {
    // The next read meets the same failure, and shows it.
    return before;
  }
}

/**
 * True if only the memory of the standby that answers holds a rekey: OpenBao 2.7 forwards a rotation only once it
 * writes, which is with its last share, and the leader then does not know it.
 */
export function isOfStandby(endpoint: string, leader: CeremonyLeader | undefined): boolean {
  return endpoint.startsWith('sys/rotate/') && leader?.since === '';
}

/**
 * Throws `conflict` if the user saw another ceremony than the current one, with the known reason. Nothing was sent.
 */
export function refuseOther(
  at: At,
  status: CeremonyStatus,
  seenNonce: string,
  parts: Pick<LookParts, 'memory'>,
): void {
  if (status.nonce === seenNonce) return;
  throw new AppFailure({
    kind: 'conflict',
    message: `${endWords(at, status, seenNonce, parts)} Nothing was sent.`,
    hint: 'Ask the others which nonce counts before you give a share.',
  });
}

/** Says how the ceremony with a nonce ended, judged by the current one. */
export function endWords(
  at: At,
  status: CeremonyStatus,
  nonce: string,
  { memory }: Pick<LookParts, 'memory'>,
): string {
  const seen = lookWith(memory, at, nonce);
  return (
    (seen === undefined ? undefined : changedElsewhere(seen, status)) ??
    (status.phase === 'idle'
      ? 'It is no longer under way, for an unknown reason.'
      : 'A different one is under way now.')
  );
}
