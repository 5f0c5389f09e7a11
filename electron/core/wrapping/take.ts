/**
 * Takes a wrapping token from the clipboard, which only main reads, or from the secure prompt. The user sees its
 * destination before it is kept; the reference is bound to that place.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { DestinationFacts, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import type { ConnectParts } from '../connection/connect.ts';
import { targetOfOwner, unauthenticatedOwner } from '../credentials/secrets.ts';
import type { SecretStore } from '../credentials/secrets.ts';
import type { UnauthenticatedConnections } from '../sessions/unauthenticated.ts';
import { tokenOnClipboard } from '../gates/clipboard.ts';
import { requestFact } from '../gates/question.ts';
import { readTokenText } from '../credentials/token-text.ts';

export interface TakeParts extends Pick<ConnectParts, 'ask'> {
  readonly unauthenticated: UnauthenticatedConnections;
  readonly readClipboard: () => Promise<string>;
  readonly secrets: Pick<SecretStore, 'ownersOf'>;
  /** A session's target; undefined if it is not open. */
  readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
}

/** Owner of a wrapping token that is taken for a place. */
export function ownerOf(where: Where): string {
  return 'sessionId' in where ? where.sessionId : unauthenticatedOwner(where.target);
}

/**
 * The credential of a reference, for use at a place. Throws `invalid-input` if it was taken for another one: it goes
 * only to the place that the user chose.
 */
export function tokenFor(secrets: SecretStore, where: Where, secretRef: string): string {
  const { secret } = secrets.read(secretRef);
  if (secrets.sessionOf(secretRef) === ownerOf(where)) return secret;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'secretRef',
    message: 'This token was pasted for another server. It was not sent here.',
    hint: 'Copy it and paste it here.',
  });
}

/** Takes a wrapping token from the clipboard. Rejects with `invalid-input` without one, `cancelled` if declined. */
export async function takeFromClipboard(
  parts: TakeParts,
  where: Where,
  signal: AbortSignal,
): Promise<string> {
  const { token, looksLike } = await tokenOnClipboard(parts.readClipboard);
  const elsewhere = isStoredElsewhere(parts, where, token);
  const answer = await parts.unauthenticated.ask(
    where,
    (destination) => ({
      kind: 'confirm-token',
      title: 'Check this wrapping token?',
      destination,
      tokenFrom: `the clipboard (${looksLike})`,
      enterAgrees: 'sessionId' in where && !elsewhere,
      ...(elsewhere ? { problem: 'Strongroom has this credential from another server.' } : {}),
    }),
    signal,
  );
  if (answer.kind !== 'submit') throw cancelled();
  return token;
}

/**
 * True if main holds this text only as a credential of other servers: a broken page could have copied it to have it
 * sent to the wrong one.
 */
function isStoredElsewhere({ secrets, targetOf }: TakeParts, where: Where, token: string): boolean {
  const owners = secrets.ownersOf(token);
  const originAt = (owner: string): string | undefined => {
    const target = targetOfOwner(owner) ?? targetOf(owner);
    return target === undefined ? undefined : addressOf(target.address);
  };
  const here = ownerOf(where);
  return owners.length > 0 && !owners.some((owner) => owner === here || originAt(owner) === originAt(here));
}

/** A wrapping token from the secure prompt, asked for until it is valid. Rejects with `cancelled`. */
export async function takeTyped(parts: TakeParts, where: Where, signal: AbortSignal): Promise<string> {
  let problem: string | undefined;
  for (;;) {
    const why = problem;
    const answer = await parts.unauthenticated.ask(
      where,
      (destination) => typedRequest(destination, why),
      signal,
    );
    if (answer.kind !== 'fields') throw cancelled();
    const read = readTokenText(answer.values['token'] ?? '');
    if ('token' in read) return read.token;
    problem = `This is not a wrapping token. ${read.problem}`;
  }
}

function typedRequest(destination: DestinationFacts, problem: string | undefined): TrustedRequest {
  return {
    kind: 'enter-fields',
    title: 'Wrapping token',
    facts: [requestFact({ method: 'POST', path: 'sys/wrapping/lookup' })],
    intro: ['Checking does not use the token.'],
    destination,
    fields: [{ name: 'token', label: 'Wrapping token', secret: true, form: 'token' }],
    action: 'Check token',
    ...(problem === undefined ? {} : { problem }),
  };
}
