/** What is asked before there is a session: the environment's offers, a check, files. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { FilePurpose } from '../../shared/ipc/contract.ts';
import type { ConnectionReport, ConnectionTarget, FileHandle } from '../../shared/vault/connection.ts';
import { call } from './client.ts';

/** What environment variables and `~/.vault-token` offer; nothing is used before a person asks. */
export function offersQuery() {
  return queryOptions({
    queryKey: ['connection', 'offers'] as const,
    queryFn: ({ signal }) => call('connection.offers', {}, signal),
  });
}

/** Looks at a server step by step without a credential; a failing step is an answer, not an error. */
export function useCheckConnection() {
  return useMutation<ConnectionReport, Error, { target: ConnectionTarget; signal: AbortSignal }>({
    mutationFn: ({ target, signal }) => call('connection.check', { target }, signal),
  });
}

/** Opens the native file dialog; fails with `cancelled` when the person closes it. */
export function chooseFile(purpose: FilePurpose): Promise<FileHandle> {
  return call('connection.chooseFile', { purpose });
}
