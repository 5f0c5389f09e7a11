/** Calls made before a session exists: environment, connection check, files. */
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

/** Contents of environment variables and `~/.vault-token`; unused until the user asks. */
export function environmentQuery() {
  return queryOptions({
    queryKey: ['connection', 'offers'] as const,
    queryFn: ({ signal }) => call('connection.environment', {}, signal),
  });
}

/** Checks a server step by step without a credential; a failing step is a result, not an error. */
export function checkConnection(target: ConnectionTarget, signal: AbortSignal): Promise<ConnectionReport> {
  return call('connection.check', { target }, signal);
}

/** Listens for each finished step of the running check; the returned function unsubscribes. */
export function onCheckStep(listener: (step: CheckStep) => void): () => void {
  return on('connection.stepped', listener);
}

/** Proxy the environment names for a server; main reads variables only, without DNS or requests. */
export function environmentProxyQuery(address: string) {
  return queryOptions({
    queryKey: ['connection', 'environmentProxy', address] as const,
    queryFn: ({ signal }) => call('connection.environmentProxy', { address }, signal),
    enabled: URL.canParse(address),
    // Each typed letter makes another key.
    gcTime: 0,
  });
}

/** Asks for an extra header's value in the secure prompt; the page never sees it. */
export function enterHeader(name: string, address: string): Promise<EnteredHeader> {
  return call('connection.enterHeader', { name, address });
}

/** Opens the native file dialog; fails with `cancelled` if the user closes it. */
export function chooseFile(purpose: FilePurpose): Promise<FileHandle> {
  return call('connection.chooseFile', { purpose });
}

/** Describes a chosen file. An unusable file is a `problem` of the description, not a failure. */
export function fileDescriptionQuery(file: FileHandle, purpose: FilePurpose) {
  return queryOptions({
    queryKey: ['connection', 'file', purpose, file] as const,
    queryFn: ({ signal }) => call('connection.describeFile', { file, purpose }, signal),
  });
}
