/** Response wrapping: taking, looking up, opening, making and cancelling wrapping tokens. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '../../shared/ipc/contract.ts';
import type { ApprovalRequest } from '../../shared/vault/approval.ts';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { SecretRef } from '../../shared/vault/secret-ref.ts';
import type { Where } from '../../shared/vault/where.ts';
import type { WrapLookup } from '../../shared/vault/wrapping.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** A wrapping token from the clipboard or the trusted view; main keeps it. */
export function takeWrappingToken(where: Where, from: 'clipboard' | 'typed'): Promise<SecretRef> {
  return call('wrapping.take', { where, from });
}

/** What the server says of a wrapping token; nothing is used up. */
export function lookUpWrapping(where: Where, secretRef: string): Promise<WrapLookup> {
  return call('wrapping.lookup', { where, secretRef });
}

/** Opens it, once. It cannot be cancelled and is never repeated. */
export function unwrap(where: Where, secretRef: string, form: 'header' | 'body'): Promise<AnswerView> {
  return call('wrapping.unwrap', { where, secretRef, form });
}

/** Uses a wrapping token up for a new one of the same content. */
export function rewrap(where: Where, secretRef: string): Promise<AnswerView> {
  return call('wrapping.rewrap', { where, secretRef });
}

/** Wraps data, a file, or the answer of a request. */
export function wrap(input: Input<'wrapping.wrap'>): Promise<AnswerView> {
  return call('wrapping.wrap', input);
}

/** Asks for a file to wrap; `cancelled` where the dialog is closed. */
export function chooseFileToWrap(): Promise<Output<'wrapping.chooseFile'>> {
  return call('wrapping.chooseFile', {});
}

/** Revokes a wrapping token by its accessor: nobody can open it any more. Answers the server's warnings. */
export async function cancelWrap(sessionId: string, accessor: string): Promise<readonly string[]> {
  const { warnings } = await call('wrapping.cancel', { sessionId, accessor });
  return warnings;
}

/** Somebody's request that waits for approval, by its accessor. */
export function approvalRequest(sessionId: string, accessor: string): Promise<ApprovalRequest> {
  return call('wrapping.approvalRequest', { sessionId, accessor });
}

/** Approves it, after a question; answers whether it needs no more approvals. */
export async function approveRequest(sessionId: string, accessor: string): Promise<boolean> {
  const { approved } = await call('wrapping.approve', { sessionId, accessor });
  return approved;
}

/** Key of what was wrapped in a session. */
export function sharedWrapsKey(sessionId: string) {
  return [...sessionKey(sessionId), 'wrapping', 'shared'] as const;
}

/** What was wrapped in a session, newest first. */
export function sharedWrapsQuery(sessionId: string) {
  return queryOptions({
    queryKey: sharedWrapsKey(sessionId),
    queryFn: ({ signal }) => call('wrapping.shared', { sessionId }, signal),
    staleTime: 0,
  });
}
