/** Key ceremonies. They are polled while visible, because other operators take part elsewhere. */
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

/** Poll interval, in milliseconds. */
export const ceremonyEveryMs = 2_000;

const ceremonyKey = (where: Where) => whereKey(where, 'ceremony');
const again = everyUntilLasting(ceremonyEveryMs);

/** Progress of a ceremony. */
export function ceremonyQuery(where: Where, ceremony: KeyCeremony) {
  return queryOptions({
    queryKey: [...ceremonyKey(where), ceremony],
    queryFn: ({ signal }) => call('ceremony.status', { where, ceremony }, signal),
    staleTime: ceremonyEveryMs,
    refetchInterval: again,
  });
}

/** Seal state of every node; `more`: addresses besides the connection's own. */
export function nodesQuery(where: Where, more: readonly string[]) {
  return queryOptions({
    queryKey: [...ceremonyKey(where), 'nodes', ...more],
    queryFn: ({ signal }) => call('ceremony.nodes', { where, more }, signal),
    staleTime: ceremonyEveryMs,
    refetchInterval: again,
  });
}

/** Saved parts of a one-time result. */
export function savedQuery(answerId: string) {
  return queryOptions({
    queryKey: ['ceremony-saved', answerId],
    queryFn: ({ signal }) => call('ceremony.saved', { answerId }, signal),
    gcTime: 0,
  });
}

/** Begins a ceremony after confirmation in the secure prompt. */
export function beginCeremony(where: Where, options: BeginOptions): Promise<CeremonyStep> {
  return call('ceremony.begin', { where, options });
}

/** Submits one key share, typed in the secure prompt. */
export function giveShare(where: Where, { ceremony, nonce }: CeremonyStatus): Promise<CeremonyStep> {
  return call('ceremony.giveShare', { where, ceremony, nonce });
}

/** Cancels a ceremony for all participants or restarts its verification, after confirmation. */
export function cancelCeremony(
  where: Where,
  { ceremony, nonce }: CeremonyStatus,
  only: 'all' | 'verification',
): Promise<CeremonyStatus> {
  return call('ceremony.cancel', { where, ceremony, nonce, only });
}

/** Decodes a root token generated elsewhere; its inputs are typed in the secure prompt. */
export async function decodeRootToken(where: Where): Promise<void> {
  await call('ceremony.decodeRootToken', { where });
}

/** Has main hold the encrypted key shares backed up on the server. */
export async function takeBackup(where: Where, ceremony: 'rekey' | 'recovery-rekey'): Promise<void> {
  await call('ceremony.backup', { where, ceremony });
}

/** Deletes the backup from the server, after confirmation. */
export async function removeBackup(where: Where, ceremony: 'rekey' | 'recovery-rekey'): Promise<void> {
  await call('ceremony.removeBackup', { where, ceremony });
}

/** Rotates the root key, after confirmation. Fails with `not-offered`. */
export async function rotateRoot(where: Where): Promise<void> {
  await call('ceremony.rotateRoot', { where });
}

/** Initialises an empty server, after confirmation; main holds the resulting keys. */
export async function initialiseServer(where: Where, options: InitOptions): Promise<void> {
  await call('ceremony.init', { where, options });
}

/** Asks the user to allow contact with an address. */
export function confirmNode(where: Where, address: string): Promise<NodeSeal> {
  return call('ceremony.confirmNode', { where, address });
}

/** Sends one share, typed in the secure prompt, to every confirmed sealed node. */
export function unsealNodes(where: Where, more: readonly string[]): Promise<readonly NodeSeal[]> {
  return call('ceremony.unseal', { where, more });
}

/**
 * Unseals from a screen without a node list and then refetches the seal state. Rejects with a node's error about the
 * share; names the node if there are several.
 */
export function unsealKnown(client: QueryClient, where: Where): Promise<void> {
  return onSeal(client, where, unsealNodes(where, []));
}

/** Resets unsealing progress from such a screen. */
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

/** Resets unsealing progress, after confirmation. */
export function resetUnseal(where: Where, more: readonly string[]): Promise<readonly NodeSeal[]> {
  return call('ceremony.resetUnseal', { where, more });
}

/** Parses public keys from text; each result has the key's owner or a problem. */
export function readPgpKeys(text: string): Promise<readonly PgpKeyFacts[]> {
  return call('ceremony.readPgpKeys', { text });
}

/** Parses public keys from a file the user chooses. */
export function choosePgpKeys(): Promise<readonly PgpKeyFacts[]> {
  return call('ceremony.choosePgpKeys', {});
}

/** Enables an audit device that writes to a file on the server, after confirmation. */
export async function enableFirstAudit(sessionId: string, filePath: string): Promise<void> {
  await call('ceremony.firstAudit', { sessionId, filePath });
}

/** Enables a KV version 2 mount, after confirmation. */
export async function enableFirstKv(sessionId: string, path: string): Promise<void> {
  await call('ceremony.firstKv', { sessionId, path });
}

/** Shows the unsaved parts of a result in the secure prompt, or with `all` every part again. */
export async function showResult(client: QueryClient, answerId: string, all: boolean): Promise<void> {
  const saved = await call('ceremony.showResult', { answerId, again: all });
  client.setQueryData(savedQuery(answerId).queryKey, saved);
}

/** Caches the status a call returned in place of the last poll. */
export function noteStatus(client: QueryClient, where: Where, status: CeremonyStatus): void {
  client.setQueryData(ceremonyQuery(where, status.ceremony).queryKey, status);
}

/** Caches the node states a call returned in place of the last poll. */
export function noteNodes(
  client: QueryClient,
  where: Where,
  more: readonly string[],
  nodes: readonly NodeSeal[],
): void {
  client.setQueryData(nodesQuery(where, more).queryKey, nodes);
}
