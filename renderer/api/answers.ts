/** Answers that main holds: their facts, one value at a time, and what becomes of them. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { ClipboardState, Input, SessionView } from '../../shared/ipc/contract.ts';
import type { AnswerSummary, AnswerView } from '../../shared/vault/answer.ts';
import { call, on } from './client.ts';
import { rememberSession } from './session.ts';

export const answerListKey = ['answers'] as const;

/** Held answers that exist once, newest first, then the dismissed ones; kept by main's events. */
export function answerListQuery() {
  return queryOptions({
    queryKey: answerListKey,
    queryFn: ({ signal }) => call('answer.list', {}, signal),
  });
}

/** The answers that wait, and those whose dismissal can still be taken back. */
export function useOneTimeResults() {
  const all = useQuery(answerListQuery());
  const isDismissed = ({ restorableUntil }: AnswerSummary): boolean => restorableUntil !== undefined;
  const both = all.data ?? [];
  return { all, results: both.filter((one) => !isDismissed(one)), dismissed: both.filter(isDismissed) };
}

/** A stored answer as it is now. Values that are in plain sight are in it, so nothing keeps it. */
export function answerQuery(answerId: string) {
  return queryOptions({
    queryKey: ['answer', answerId] as const,
    queryFn: ({ signal }): Promise<AnswerView> => call('answer.view', { answerId }, signal),
    gcTime: 0,
  });
}

/** A response that main has, as it is now. Fails with `invalid-input` where it is no longer there. */
export function readAnswer(answerId: string): Promise<AnswerView> {
  return call('answer.view', { answerId });
}

/** Tells when answers were taken hold of or dismissed; the returned function ends it. */
export function onAnswersChanged(listener: () => void): () => void {
  return on('answer.changed', listener);
}

/** One value as the server's own JSON text. It is the caller's duty to forget it soon. */
export async function revealInAnswer(
  answerId: string,
  pointer: string,
  signal?: AbortSignal,
): Promise<string> {
  const { rawJson } = await call('answer.reveal', { answerId, pointer }, signal);
  return rawJson;
}

/** Every hidden value as the server's own JSON text, by its pointer. It is the caller's duty to forget them soon. */
export async function revealAllInAnswer(
  answerId: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { values } = await call('answer.revealAll', { answerId }, signal);
  return new Map(values);
}

/**
 * Copies one value, or a credential, in main without showing it; `decoded`: the text that its base64 stands for. Answers
 * when the clipboard will be cleared.
 */
export function copyFromAnswer(answerId: string, pointer: string, decoded = false): Promise<ClipboardState> {
  return call('answer.copy', { answerId, pointer, ...(decoded ? { decoded } : {}) });
}

/** The whole answer as text; values are dots unless `reveal`, credentials always. */
export async function rawOfAnswer(answerId: string, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const { text } = await call('answer.raw', { answerId, reveal }, signal);
  return text;
}

/** Writes the answer to a file that a person chooses, after a question in the trusted view. Answers its name. */
export async function answerToFile(answerId: string): Promise<string> {
  const { fileName } = await call('answer.toFile', { answerId });
  return fileName;
}

/** Takes an answer off the list; main asks the person where something would be lost. */
export async function dismissAnswer(answerId: string): Promise<void> {
  await call('answer.dismiss', { answerId });
}

/** Takes a dismissal back, within ten minutes. */
export function restoreAnswer(answerId: string): Promise<AnswerView> {
  return call('answer.restore', { answerId });
}

/** Uses the client token in an answer: in the place of its session's own, or as a session beside it. */
export async function adopt(client: QueryClient, input: Input<'answer.adopt'>): Promise<SessionView> {
  return rememberSession(client, await call('answer.adopt', input));
}
