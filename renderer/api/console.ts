/** The request console: what may be asked, what was asked, and asking. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { ConsoleHistoryLine, ConsoleRequest, CopyForm } from '../../shared/vault/console.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { SecretKind, SecretRef } from '../../shared/vault/secret-ref.ts';
import { call } from './client.ts';
import { listFolder } from './folders.ts';
import { sessionKey } from './session.ts';

/** The paths of the server's OpenAPI document, a line each. Main reads it once a session. */
export function catalogueQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'catalogue'] as const,
    queryFn: ({ signal }) => call('console.catalogue', { sessionId }, signal),
  });
}

/** What may be sent to one path; nothing is asked of the server once the catalogue is there. */
export function apiPathQuery(sessionId: string, path: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'path', path] as const,
    queryFn: ({ signal }) => call('console.path', { sessionId, path }, signal),
  });
}

/** The server's own words about a path. */
export function pathHelpQuery(sessionId: string, path: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'help', path] as const,
    queryFn: ({ signal }) => call('console.help', { sessionId, path }, signal),
  });
}

/** Names in a folder of an engine; `folder` ends in a slash. */
export function engineNamesQuery(sessionId: string, mount: MountPath, folder: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'console', 'names', mount, folder] as const,
    queryFn: async () => unpackNames((await listFolder(sessionId, mount, folder)).names),
    // Asked for by a press of a button: again, where it is pressed again.
    gcTime: 0,
  });
}

/** Sends a request, once. Fails with `cancelled` where it was declined in the trusted view. */
export function sendRequest(sessionId: string, request: ConsoleRequest): Promise<AnswerView> {
  return call('console.send', { sessionId, request });
}

/** What was sent in this session, newest first, without any value. */
export function readHistory(sessionId: string): Promise<readonly ConsoleHistoryLine[]> {
  return call('console.history', { sessionId });
}

/** The request as text for another tool. */
export async function requestAs(sessionId: string, request: ConsoleRequest, form: CopyForm): Promise<string> {
  const { text } = await call('console.copyAs', { sessionId, request, form });
  return text;
}

/** A credential typed in the trusted view for a field of a request; `cancelled` where it is closed. */
export function enterSecretField(sessionId: string, kind: SecretKind): Promise<SecretRef> {
  return call('secret.enter', { sessionId, kind });
}
