/** What is asked before there is a session: what the environment has, a check, files. */
import { queryOptions } from '@tanstack/react-query';
import type { FilePurpose } from '../../shared/ipc/contract.ts';
import type {
  CheckStep,
  ConnectionReport,
  ConnectionTarget,
  EnteredHeader,
  FileHandle,
} from '../../shared/vault/connection.ts';
import { call, on } from './client.ts';

/** What environment variables and `~/.vault-token` hold; nothing is used before a person asks. */
export function environmentQuery() {
  return queryOptions({
    queryKey: ['connection', 'offers'] as const,
    queryFn: ({ signal }) => call('connection.environment', {}, signal),
  });
}

/** Looks at a server step by step without a credential; a failing step is an answer, not an error. */
export function checkConnection(target: ConnectionTarget, signal: AbortSignal): Promise<ConnectionReport> {
  return call('connection.check', { target }, signal);
}

/** Tells of each step of the check under way as it ends; the returned function ends it. */
export function onCheckStep(listener: (step: CheckStep) => void): () => void {
  return on('connection.stepped', listener);
}

/** Which proxy the environment names for a server; main answers from variables, nothing is looked up or sent. */
export function environmentProxyQuery(address: string) {
  return queryOptions({
    queryKey: ['connection', 'environmentProxy', address] as const,
    queryFn: ({ signal }) => call('connection.environmentProxy', { address }, signal),
    enabled: URL.canParse(address),
    // Each letter of an address is a key of its own.
    gcTime: 0,
  });
}

/** Asks for the value of an extra header in the trusted view; the page never sees it. */
export function enterHeader(name: string, address: string): Promise<EnteredHeader> {
  return call('connection.enterHeader', { name, address });
}

/** Opens the native file dialog; fails with `cancelled` when the person closes it. */
export function chooseFile(purpose: FilePurpose): Promise<FileHandle> {
  return call('connection.chooseFile', { purpose });
}

/** What a chosen file holds. A file that cannot be used is a `problem` of the description, not a failure. */
export function fileDescriptionQuery(file: FileHandle, purpose: FilePurpose) {
  return queryOptions({
    queryKey: ['connection', 'file', purpose, file] as const,
    queryFn: ({ signal }) => call('connection.describeFile', { file, purpose }, signal),
  });
}
