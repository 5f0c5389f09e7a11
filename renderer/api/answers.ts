/** Responses held in main: their metadata, single values, copying, saving and dismissing. */
import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { ClipboardState, Input, SessionView } from '../../shared/ipc/contract.ts';
import type { AnswerSummary } from '../../shared/vault/answer.ts';
import { call, on, query } from './client.ts';
import { rememberSession } from './session.ts';

export const answerListKey = query('answer.list', {}).queryKey;

/** Pending one-time results, and dismissed ones that can still be restored. */
export function useOneTimeResults() {
  const all = useQuery(query('answer.list', {}));
  const isDismissed = ({ restorableUntil }: AnswerSummary): boolean => restorableUntil !== undefined;
  const both = all.data ?? [];
  return { all, results: both.filter((one) => !isDismissed(one)), dismissed: both.filter(isDismissed) };
}

/** Current view of a held response. It can contain plain values, so it leaves the cache with its screen. */
export function answerQuery(answerId: string) {
  return query('answer.view', { answerId }, { gcTime: 0 });
}

/** Listens for responses being held or dismissed; the returned function unsubscribes. */
export function onAnswersChanged(listener: () => void): () => void {
  return on('answer.changed', listener);
}

/** Reveals one value as the server's own JSON text. The caller must drop it soon. */
export async function revealInAnswer(
  answerId: string,
  pointer: string,
  signal?: AbortSignal,
): Promise<string> {
  const { rawJson } = await call('answer.reveal', { answerId, pointer }, signal);
  return rawJson;
}

/** Reveals every hidden value as the server's own JSON text, by pointer. The caller must drop them soon. */
export async function revealAllInAnswer(
  answerId: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { values } = await call('answer.revealAll', { answerId }, signal);
  return new Map(values);
}

/**
 * Copies one value or credential in main without showing it; with `decoded`, the text its base64 encodes. Returns the
 * time of clipboard clearing.
 */
export function copyFromAnswer(answerId: string, pointer: string, decoded = false): Promise<ClipboardState> {
  return call('answer.copy', { answerId, pointer, ...(decoded ? { decoded } : {}) });
}

/** Returns the whole response as text; values are masked unless `reveal` is set, credentials always. */
export async function rawOfAnswer(answerId: string, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const { text } = await call('answer.raw', { answerId, reveal }, signal);
  return text;
}

/** Writes the response to a file the user chooses, after confirmation in the secure prompt. Returns the file name. */
export async function answerToFile(answerId: string): Promise<string> {
  const { fileName } = await call('answer.toFile', { answerId });
  return fileName;
}

/** Adopts the client token of a response: replaces the session's own token or opens another session. */
export async function adopt(client: QueryClient, input: Input<'answer.adopt'>): Promise<SessionView> {
  return rememberSession(client, await call('answer.adopt', input));
}
