/**
 * Asks for one share and gives it to a ceremony. The prompt names the ceremony, the count so far, and the effect of
 * this share; entering it there consents to the request that carries it. It is sent once.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { standbyWords } from '../../../shared/vault/ceremony.ts';
import type { CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import { giveShare, shareRequest } from '../../vault/api/ceremonies.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import type { ConsequenceGate } from '../gates/consequence.ts';
import type { At } from '../sessions/unauthenticated.ts';
import { shareProblem, tidyShare } from './key-share.ts';
import type { PgpKeys } from './pgp-tasks.ts';
import type { ResultParts } from './results.ts';
import { endWords, refuseOther, standingOf, statusAfter } from './status.ts';
import type { Standing } from './status.ts';

/** Dependencies of every ceremony. */
export type CeremonyParts = { readonly gate: Pick<ConsequenceGate, 'enter'> } & ResultParts & {
    readonly pgpKeys: PgpKeys;
  };

/** State of the ceremony before a share, and the server's answer to it. */
export interface Given {
  readonly before: Standing;
  readonly answer: VaultAnswer;
}

/**
 * Asks until a share can be sent, and gives it. Rejects with `conflict` if the ceremony is not the one the user saw,
 * `cancelled`, or the server's error.
 */
export async function giveOneShare(
  at: At,
  { ceremony, nonce }: { readonly ceremony: KeyCeremony; readonly nonce: string },
  parts: Pick<CeremonyParts, 'gate' | 'answers' | 'memory'>,
  signal?: AbortSignal,
): Promise<Given> {
  let problem: string | undefined;
  for (;;) {
    const before = await standingOf(at, ceremony, parts);
    const { status, family, sender } = before;
    refuseOther(at, status, nonce, parts);
    const path = `${family}/${status.phase === 'verification' ? 'verify' : 'update'}`;
    const { share, confirmed } = await parts.gate.enter(
      sender.client,
      {
        prompt: sharePrompt(at, status, problem),
        request: shareRequest(path, '', nonce),
        read: ({ share: typed = '' }) => {
          const share = tidyShare(typed);
          return { share, body: shareRequest(path, share, nonce).body };
        },
      },
      signal,
    );
    problem = shareProblem(share);
    if (problem !== undefined) continue;
    try {
      const answer = await giveShare({ ...sender, consent: { confirmed } }, shareRequest(path, share, nonce));
      return { before, answer };
    } catch (failure) {
      const error = redactError(asAppError(failure), [share]);
      const said = [...(error.serverErrors ?? []), error.message].join(' ');
      if (/already been provided/i.test(said)) {
        problem = 'This share was already entered, by you or another holder. Each counts once.';
        continue;
      }
      if (isWrongSet(error, said)) throw new AppFailure(wrongSet(status, error));
      throw new AppFailure((await endedMeanwhile(at, before, nonce, parts, error)) ?? error);
    }
  }
}

/** True if a complete set of shares did not fit together. Servers answer that with 400 or 500, in different words. */
function isWrongSet({ kind }: AppError, said: string): boolean {
  return (
    (kind === 'invalid-request' || kind === 'server-error') &&
    /invalid key|duplicate part|failed to compute|incorrect key shares|aborted|authentication failed|failed to read root key|unable to authenticate/i.test(
      said,
    )
  );
}

function wrongSet({ phase, given }: CeremonyStatus, error: AppError): AppError {
  const before =
    given === 0
      ? 'The share is mistyped, outdated or of another cluster.'
      : `One of ${String(given + 1)} shares, maybe not yours, is mistyped, old or of another cluster.`;
  return {
    ...error,
    kind: 'invalid-request',
    message: `The shares do not fit together. ${before}`,
    hint:
      phase === 'verification'
        ? 'Nothing has changed: the old shares still count. Give the new ones again, from the first.'
        : 'Nothing has changed. The count is back at 0: all must enter their shares again.',
  };
}

/** Error for a share whose ceremony ended while it was typed; undefined if it has not ended, or that is not known. */
async function endedMeanwhile(
  at: At,
  { status: before }: Standing,
  nonce: string,
  parts: Pick<CeremonyParts, 'answers' | 'memory'>,
  error: AppError,
): Promise<AppError | undefined> {
  const status = await statusAfter(at, before, parts);
  if (status.nonce === nonce) return undefined;
  return {
    ...error,
    kind: 'conflict',
    message: `${endWords(at, status, nonce, parts)} Your share was refused and does not count.`,
    hint: 'Ask the others which nonce counts before you give it again.',
  };
}

const named: Readonly<Record<KeyCeremony, string>> = {
  rekey: 'Rekey of the unseal keys',
  'recovery-rekey': 'Rekey of the recovery keys',
  'generate-root': 'Root generation',
};

function sharePrompt(
  at: At,
  status: CeremonyStatus,
  problem: string | undefined,
): Extract<TrustedRequest, { kind: 'enter-fields' }> {
  const { phase, given, needed, nonce, ceremony } = status;
  const verifying = phase === 'verification';
  const last = given === needed - 1;
  return {
    kind: 'enter-fields',
    title: verifying ? 'Enter a new key share' : 'Enter a key share',
    facts: [
      prose('Ceremony', verifying ? 'Verification of the new shares' : named[ceremony]),
      prose('Shares', `${String(given)} of ${String(needed)} entered`),
      ...planFacts(status),
      { name: 'Nonce', value: nonce },
    ],
    intro: [...(last ? [lastWords(status)] : []), ...keeperWords(status)],
    destination: at.destination(),
    fields: [
      {
        name: 'share',
        label: verifying ? 'New key share' : 'Key share',
        secret: true,
        placeholder: 'hex or base64',
        form: 'token',
      },
    ],
    action: 'Enter this share',
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Names the node whose memory keeps the share. */
function keeperWords(status: CeremonyStatus): readonly string[] {
  if (status.onlyHere === true) return [standbyWords(status)];
  return status.leader === undefined
    ? []
    : [`The server forgets it when ${status.leader.address} no longer leads.`];
}

/** Plan that the share consents to: another participant can have begun it, for keys of their own. */
function planFacts({ startedHere, rekey, pgpFingerprints }: CeremonyStatus): readonly PromptFact[] {
  return [
    prose('Started by', startedHere ? 'you' : 'another participant'),
    prose(
      'New shares',
      rekey === undefined ? '' : `${String(rekey.shares)}, threshold ${String(rekey.threshold)}`,
    ),
    { name: 'Encrypted to', value: pgpFingerprints.map((print) => print.toUpperCase()).join(', ') },
  ];
}

function lastWords({ phase, ceremony, rekey, startedHere, pgpFingerprints }: CeremonyStatus): string {
  if (phase === 'verification') return 'Last share: the new shares replace the old ones.';
  if (ceremony === 'generate-root')
    return startedHere || pgpFingerprints.length > 0
      ? 'Last share: you receive the new root token.'
      : 'Last share: you receive the new root token, encoded for the one who started this.';
  return rekey?.verifies === true
    ? 'Last share: you receive all new shares. The old ones work until the new ones are verified.'
    : 'Last share: you receive all new shares. The old ones stop working at once.';
}
