/** The request console: catalogue, history and requests. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { ConsoleHistoryLine, ConsoleRequest, CopyForm } from '../../shared/vault/console.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { SecretKind, SecretRef } from '../../shared/vault/secret-ref.ts';
import { call } from './client.ts';
import { listFolder } from './folders.ts';
import { sessionKey } from './session.ts';

/** Paths of the server's OpenAPI document, one per line. Main reads it once per session. */
export function catalogueQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'catalogue'] as const,
    queryFn: ({ signal }) => call('console.catalogue', { sessionId }, signal),
  });
}

/** Operations of one path; sends no request once the catalogue is loaded. */
export function apiPathQuery(sessionId: string, path: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'path', path] as const,
    queryFn: ({ signal }) => call('console.path', { sessionId, path }, signal),
  });
}

/** The server's own help text for a path. */
export function pathHelpQuery(sessionId: string, path: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'help', path] as const,
    queryFn: ({ signal }) => call('console.help', { sessionId, path }, signal),
  });
}

/** Names in a folder of an engine; `folder` ends with a slash. */
export function engineNamesQuery(sessionId: string, mount: MountPath, folder: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'names', mount, folder] as const,
    queryFn: async () => unpackNames((await listFolder(sessionId, mount, folder)).names),
    // Each press of the button fetches anew.
    gcTime: 0,
  });
}

/** Sends a request once. Fails with `cancelled` if it is declined in the secure prompt. */
export function sendRequest(sessionId: string, request: ConsoleRequest): Promise<AnswerView> {
  return call('console.send', { sessionId, request });
}

/** Requests sent in this session, newest first, without values. */
export function readHistory(sessionId: string): Promise<readonly ConsoleHistoryLine[]> {
  return call('console.history', { sessionId });
}

/** Formats the request for another tool. */
export async function requestAs(sessionId: string, request: ConsoleRequest, form: CopyForm): Promise<string> {
  const { text } = await call('console.copyAs', { sessionId, request, form });
  return text;
}

/** Asks for a credential for a request field in the secure prompt; `cancelled` if it is closed. */
export function enterSecretField(sessionId: string, kind: SecretKind): Promise<SecretRef> {
  return call('secret.enter', { sessionId, kind });
}
