/** Key ceremonies. Looked at again only while somebody sees them: others take part from elsewhere. */
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { AppFailure } from '../../shared/ipc/result.ts';
import type {
  BeginOptions,
  CeremonyStatus,
  CeremonyStep,
  InitOptions,
  KeyCeremony,
  NodeSeal,
  PgpKeyFacts,
} from '../../shared/vault/ceremony.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { everyUntilLasting, whereKey } from './repeated-look.ts';

/** Between two looks, in milliseconds. */
export const ceremonyEveryMs = 2_000;

const ceremonyKey = (where: Where) => whereKey(where, 'ceremony');
const again = everyUntilLasting(ceremonyEveryMs);

/** Where a ceremony stands. */
export function ceremonyQuery(where: Where, ceremony: KeyCeremony) {
  return queryOptions({
    queryKey: [...ceremonyKey(where), ceremony],
    queryFn: ({ signal }) => call('ceremony.status', { where, ceremony }, signal),
    staleTime: ceremonyEveryMs,
    refetchInterval: again,
  });
}

/** Every node as unsealing sees it; `more`: addresses besides the connection's own. */
export function nodesQuery(where: Where, more: readonly string[]) {
  return queryOptions({
    queryKey: [...ceremonyKey(where), 'nodes', ...more],
    queryFn: ({ signal }) => call('ceremony.nodes', { where, more }, signal),
    staleTime: ceremonyEveryMs,
    refetchInterval: again,
  });
}

/** What of a one-time result is saved. */
export function savedQuery(answerId: string) {
  return queryOptions({
    queryKey: ['ceremony-saved', answerId],
    queryFn: ({ signal }) => call('ceremony.saved', { answerId }, signal),
    gcTime: 0,
  });
}

/** Begins one, after a question in the secure prompt. */
export function beginCeremony(where: Where, options: BeginOptions): Promise<CeremonyStep> {
  return call('ceremony.begin', { where, options });
}

/** One share, typed in the secure prompt. */
export function giveShare(where: Where, { ceremony, nonce }: CeremonyStatus): Promise<CeremonyStep> {
  return call('ceremony.giveShare', { where, ceremony, nonce });
}

/** Cancels it for everybody, or begins its verification anew, after a question. */
export function cancelCeremony(
  where: Where,
  { ceremony, nonce }: CeremonyStatus,
  only: 'all' | 'verification',
): Promise<CeremonyStatus> {
  return call('ceremony.cancel', { where, ceremony, nonce, only });
}

/** Decodes a token that somebody else received; what it takes is typed in the secure prompt. */
export async function decodeRootToken(where: Where): Promise<void> {
  await call('ceremony.decodeRootToken', { where });
}

/** Has main hold the encrypted shares that the server keeps. */
export async function takeBackup(where: Where, ceremony: 'rekey' | 'recovery-rekey'): Promise<void> {
  await call('ceremony.backup', { where, ceremony });
}

/** Deletes them from the server, after a question. */
export async function removeBackup(where: Where, ceremony: 'rekey' | 'recovery-rekey'): Promise<void> {
  await call('ceremony.removeBackup', { where, ceremony });
}

/** Replaces the root key, after a question. Fails with `not-offered`. */
export async function rotateRoot(where: Where): Promise<void> {
  await call('ceremony.rotateRoot', { where });
}

/** Initialises an empty server, after a question; main holds what that brings. */
export async function initialiseServer(where: Where, options: InitOptions): Promise<void> {
  await call('ceremony.init', { where, options });
}

/** Asks the person whether an address may be contacted. */
export function confirmNode(where: Where, address: string): Promise<NodeSeal> {
  return call('ceremony.confirmNode', { where, address });
}

/** One share, typed in the secure prompt, to every sealed node that is confirmed. */
export function unsealNodes(where: Where, more: readonly string[]): Promise<readonly NodeSeal[]> {
  return call('ceremony.unseal', { where, more });
}

/**
 * The same from a screen without a list of nodes, which reads the seal again afterwards. Rejects with what a node said of
 * the share, the node named if there are several.
 */
export function unsealKnown(client: QueryClient, where: Where): Promise<void> {
  return onSeal(client, where, unsealNodes(where, []));
}

/** Forgets the shares given so far, the same way. */
export function resetKnown(client: QueryClient, where: Where): Promise<void> {
  return onSeal(client, where, resetUnseal(where, []));
}

async function onSeal(client: QueryClient, where: Where, act: Promise<readonly NodeSeal[]>): Promise<void> {
  try {
    const nodes = await act;
    const [failed] = nodes.filter(({ problem }) => problem !== undefined);
    if (failed?.problem === undefined) return;
    const { address, problem } = failed;
    throw new AppFailure(
      nodes.length === 1 ? problem : { ...problem, message: `${address}: ${problem.message}` },
    );
  } finally {
    await client.invalidateQueries({ queryKey: whereKey(where, 'system') });
  }
}

/** Forgets the shares given so far, after a question. */
export function resetUnseal(where: Where, more: readonly string[]): Promise<readonly NodeSeal[]> {
  return call('ceremony.resetUnseal', { where, more });
}

/** Public keys of a text, each with its owner or with what is wrong with it. */
export function readPgpKeys(text: string): Promise<readonly PgpKeyFacts[]> {
  return call('ceremony.readPgpKeys', { text });
}

/** The same of a file that the person chooses. */
export function choosePgpKeys(): Promise<readonly PgpKeyFacts[]> {
  return call('ceremony.choosePgpKeys', {});
}

/** Enables an audit device that writes to a file of the server, after a question. */
export async function enableFirstAudit(sessionId: string, filePath: string): Promise<void> {
  await call('ceremony.firstAudit', { sessionId, filePath });
}

/** Enables KV version 2, after a question. */
export async function enableFirstKv(sessionId: string, path: string): Promise<void> {
  await call('ceremony.firstKv', { sessionId, path });
}

/** Shows in the secure prompt what is not saved yet, or all of it again. */
export async function showResult(client: QueryClient, answerId: string, all: boolean): Promise<void> {
  const saved = await call('ceremony.showResult', { answerId, again: all });
  client.setQueryData(savedQuery(answerId).queryKey, saved);
}

/** Puts what an act has answered in the place of the last look. */
export function noteStatus(client: QueryClient, where: Where, status: CeremonyStatus): void {
  client.setQueryData(ceremonyQuery(where, status.ceremony).queryKey, status);
}

/** The same for nodes. */
export function noteNodes(
  client: QueryClient,
  where: Where,
  more: readonly string[],
  nodes: readonly NodeSeal[],
): void {
  client.setQueryData(nodesQuery(where, more).queryKey, nodes);
}
