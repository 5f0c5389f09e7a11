/**
 * Unseals every node of a cluster from one place. One share, typed once, goes to each sealed node whose address the
 * user has confirmed; the prompt names them all. An unconfirmed address gets nothing.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { NodeSeal } from '../../../shared/vault/ceremony.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { SealFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { uncut } from '../../vault/api/caller.ts';
import { giveKeyShare, keyShareRequest, resetUnseal } from '../../vault/api/seal.ts';
import { sealFacts, sealStatus } from '../../vault/api/system-status.ts';
import { addressOf } from '../connection/address.ts';
import { cancelled } from '../connection/connect.ts';
import { asAppError, redactError } from '../connection/trouble.ts';
import { requestFact } from '../gates/question.ts';
import type { At, UnauthenticatedConnections } from '../sessions/unauthenticated.ts';
import { shareProblem, tidyShare } from './key-share.ts';
import type { Ask } from '../platform.ts';
import type { CeremonyMemory } from './memory.ts';

export interface NodesParts {
  readonly unauthenticated: Pick<UnauthenticatedConnections, 'at'>;
  readonly targetOf: (sessionId: string) => ConnectionTarget | undefined;
  readonly memory: CeremonyMemory;
  readonly ask: Ask;
}

interface Place {
  readonly address: string;
  readonly where: Where;
}

/** The connection's own address first, then its redirect origins, then `more`; each once. */
function placesOf(where: Where, more: readonly string[], { targetOf }: NodesParts): readonly Place[] {
  const target = 'target' in where ? where.target : targetOf(where.sessionId);
  if (target === undefined) return [];
  const own = addressOf(target.address);
  const others = [...(target.confirmedOrigins ?? []), ...more].map(addressOf);
  return [...new Set([own, ...others])].map((address) => ({
    address,
    where: address === own ? where : { target: nodeTarget(target, address), name: '' },
  }));
}

/** Same settings at another address, without further origins. */
function nodeTarget({ confirmedOrigins: _, ...target }: ConnectionTarget, address: string): ConnectionTarget {
  return { ...target, address };
}

/** Reads one node. `unasked`: an unconfirmed address is not contacted. */
async function look(
  place: Place,
  parts: NodesParts,
  unasked: boolean,
  signal?: AbortSignal,
): Promise<NodeSeal> {
  const { address } = place;
  try {
    const seal = await parts.unauthenticated.at(
      place.where,
      async ({ anonymous }) => sealFacts(await sealStatus(anonymous)),
      { unasked, signal },
    );
    return { address, confirmed: true, seal };
  } catch (failure) {
    const problem = asAppError(failure);
    return problem.kind === 'cancelled'
      ? { address, confirmed: false }
      : { address, confirmed: true, problem };
  }
}

/** Reads every node; a slow or dead one carries its problem. */
export function lookAtNodes(
  where: Where,
  more: readonly string[],
  parts: NodesParts,
  signal?: AbortSignal,
): Promise<readonly NodeSeal[]> {
  return Promise.all(placesOf(where, more, parts).map((place) => look(place, parts, true, signal)));
}

/** Asks the user to confirm an address, and reads the node. Rejects with `cancelled`. */
export async function confirmNode(
  where: Where,
  address: string,
  parts: NodesParts,
  signal?: AbortSignal,
): Promise<NodeSeal> {
  const place = placesOf(where, [address], parts).find((one) => one.address === addressOf(address));
  const node = place === undefined ? undefined : await look(place, parts, false, signal);
  if (node === undefined || !node.confirmed)
    throw cancelled(`${address} was not contacted. Nothing was sent.`);
  return node;
}

/** Asks for one share and gives it to every confirmed, sealed node. Rejects with `cancelled`. */
export async function unsealNodes(
  where: Where,
  more: readonly string[],
  parts: NodesParts,
  signal?: AbortSignal,
): Promise<readonly NodeSeal[]> {
  const places = placesOf(where, more, parts);
  let problem: string | undefined;
  for (;;) {
    const nodes = await Promise.all(places.map((place) => look(place, parts, true, signal)));
    const waiting = nodes.filter(isWaiting);
    if (waiting.length === 0) return nodes;
    const share = await askForShare(where, waiting, problem, parts, signal);
    const fresh = waiting.filter(({ address, seal }) => !parts.memory.given.has(keyOf(address, seal), share));
    problem =
      shareProblem(share) ??
      (fresh.length === 0
        ? 'You already entered this share at all of them. Each counts once. It was not sent again.'
        : undefined);
    if (problem !== undefined) continue;
    const given = new Map(
      await Promise.all(
        fresh.map(
          async (node) => [node.address, await give(node, placeOf(places, node), share, parts)] as const,
        ),
      ),
    );
    return nodes.map((node) => given.get(node.address) ?? node);
  }
}

type Waiting = NodeSeal & { readonly seal: SealFacts };

function isWaiting(node: NodeSeal): node is Waiting {
  return node.confirmed && node.seal?.sealed === true && node.seal.initialized;
}

function placeOf(places: readonly Place[], { address }: NodeSeal): Where | undefined {
  return places.find((place) => place.address === address)?.where;
}

/** An unseal attempt has its nonce from the first share on. */
function keyOf(address: string, { nonce }: SealFacts): string {
  return `${address} ${nonce}`;
}

async function give(
  before: Waiting,
  where: Where | undefined,
  share: string,
  { unauthenticated, memory }: NodesParts,
): Promise<NodeSeal> {
  if (where === undefined) return before;
  try {
    const after = await unauthenticated.at(
      where,
      async ({ anonymous }) => sealFacts(await giveKeyShare(uncut(anonymous), share)),
      { unasked: true },
    );
    if (after.sealed) memory.given.add(keyOf(before.address, after), share);
    const counted = !after.sealed || after.progress !== before.seal.progress;
    return { ...before, seal: after, ...(counted ? {} : { problem: notCounted }) };
  } catch (failure) {
    const error = redactError(asAppError(failure), [share]);
    // Refused: the next read shows its count.
    const { seal: _, ...node } = before;
    return { ...node, problem: error.kind === 'invalid-request' ? refused(error, before.seal) : error };
  }
}

const notCounted: AppError = {
  kind: 'invalid-request',
  message: 'This share was already entered there. Each counts once.',
};

function refused(error: AppError, { progress, threshold }: SealFacts): AppError {
  if (progress < threshold - 1) return error;
  return {
    ...error,
    message:
      'The shares do not fit together. One, maybe not this one, is mistyped, outdated or of another cluster.',
    hint: 'It is still sealed. The count is back at 0: all must be entered again.',
  };
}

async function askForShare(
  where: Where,
  nodes: readonly Waiting[],
  problem: string | undefined,
  { unauthenticated, ask }: NodesParts,
  signal?: AbortSignal,
): Promise<string> {
  const destination = await unauthenticated.at(where, (at: At) => Promise.resolve(at.destination()));
  const answer = await ask(
    {
      kind: 'enter-fields',
      title: 'Enter an unseal key',
      facts: [
        ...nodes.map(({ address, seal: { progress, threshold } }) =>
          prose(
            'Sealed node',
            `${address} · ${String(progress)} of ${String(threshold)} shares entered${progress === threshold - 1 ? '; this share is the last one' : ''}`,
          ),
        ),
        requestFact(keyShareRequest('')),
      ],
      intro: [],
      destination,
      fields: [
        {
          name: 'share',
          label: 'Unseal key share',
          secret: true,
          placeholder: 'hex or base64',
          form: 'token',
        },
      ],
      action: 'Enter this key',
      ...(problem === undefined ? {} : { problem }),
    },
    signal,
  );
  if (answer.kind !== 'fields') throw cancelled();
  return tidyShare(answer.values['share'] ?? '');
}

/** Discards the shares given so far on every confirmed, sealed node, after one question each. */
export async function resetNodes(
  where: Where,
  more: readonly string[],
  parts: NodesParts,
  signal?: AbortSignal,
): Promise<readonly NodeSeal[]> {
  const places = placesOf(where, more, parts);
  for (const place of places) {
    const node = await look(place, parts, true, signal);
    signal?.throwIfAborted();
    if (!isWaiting(node) || node.seal.progress === 0) continue;
    const question = {
      title: 'Forget the key shares entered so far?',
      facts: [
        { name: 'Node', value: node.address },
        prose('Shares', `${String(node.seal.progress)} of ${String(node.seal.threshold)} entered`),
      ],
      body: ['All of them must be entered again; they stay valid.'],
      action: 'Forget them',
      destructive: true,
    };
    await parts.unauthenticated.at(
      place.where,
      ({ anonymous }) => resetUnseal({ ...anonymous, consent: { question } }),
      { signal },
    );
  }
  return Promise.all(places.map((place) => look(place, parts, true, signal)));
}
