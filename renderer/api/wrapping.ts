/** Response wrapping: taking, looking up, opening, creating and cancelling wrapping tokens. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '../../shared/ipc/contract.ts';
import type { ApprovalRequest } from '../../shared/vault/approval.ts';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { SecretRef } from '../../shared/vault/secret-ref.ts';
import type { Where } from '../../shared/vault/where.ts';
import type { WrapLookup } from '../../shared/vault/wrapping.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Takes a wrapping token from the clipboard or the secure prompt; main keeps it. */
export function takeWrappingToken(where: Where, from: 'clipboard' | 'typed'): Promise<SecretRef> {
  return call('wrapping.take', { where, from });
}

/** Looks up a wrapping token without using it up. */
export function lookUpWrapping(where: Where, secretRef: string): Promise<WrapLookup> {
  return call('wrapping.lookup', { where, secretRef });
}

/** Unwraps once. It cannot be cancelled and is never retried. */
export function unwrap(where: Where, secretRef: string, form: 'header' | 'body'): Promise<AnswerView> {
  return call('wrapping.unwrap', { where, secretRef, form });
}

/** Replaces a wrapping token, using it up, with a new one for the same content. */
export function rewrap(where: Where, secretRef: string): Promise<AnswerView> {
  return call('wrapping.rewrap', { where, secretRef });
}

/** Wraps data, a file, or the response of a request. */
export function wrap(input: Input<'wrapping.wrap'>): Promise<AnswerView> {
  return call('wrapping.wrap', input);
}

/** Asks for a file to wrap; `cancelled` if the dialog is closed. */
export function chooseFileToWrap(): Promise<Output<'wrapping.chooseFile'>> {
  return call('wrapping.chooseFile', {});
}

/** Revokes a wrapping token by its accessor: it can no longer be opened. Returns the server's warnings. */
export async function cancelWrap(sessionId: string, accessor: string): Promise<readonly string[]> {
  const { warnings } = await call('wrapping.cancel', { sessionId, accessor });
  return warnings;
}

/** A request pending approval, by its accessor. */
export function approvalRequest(sessionId: string, accessor: string): Promise<ApprovalRequest> {
  return call('wrapping.approvalRequest', { sessionId, accessor });
}

/** Approves a request after confirmation; returns true once no more approvals are needed. */
export async function approveRequest(sessionId: string, accessor: string): Promise<boolean> {
  const { approved } = await call('wrapping.approve', { sessionId, accessor });
  return approved;
}

/** Query key of a session's wrapped responses. */
export function sharedWrapsKey(sessionId: string) {
  return [...sessionKey(sessionId), 'wrapping', 'shared'] as const;
}

/** Data wrapped in a session, newest first. */
export function sharedWrapsQuery(sessionId: string) {
  return queryOptions({
    queryKey: sharedWrapsKey(sessionId),
    queryFn: ({ signal }) => call('wrapping.shared', { sessionId }, signal),
    staleTime: 0,
  });
}
