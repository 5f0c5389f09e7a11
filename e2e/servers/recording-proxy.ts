import type { Certificate } from './certificates.ts';
import { answer, asSent, bodyOf, forward, isConnectionQuestion, listen } from './forwarding.ts';
import type { Listening, Target } from './forwarding.ts';

/** A request as sent on the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly url: string;
  /** Names in lower case; values as sent. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Status of the real server's response; undefined until it arrives. */
  status: number | undefined;
  /** Body of that response. */
  answer: string | undefined;
}

export interface RecordingProxy extends Listening {
  /** Every request since the start or the latest `clear`, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Headers of the app's query on each new connection (which cluster it leads to). */
  readonly questions: readonly RecordedRequest['headers'][];
  readonly clear: () => void;
}

/**
 * A proxy in front of the real server that changes nothing and records everything. With TLS it shows a certificate
 * and accepts the clients of a CA.
 */
export async function startRecordingProxy(
  target: Target,
  { certificate, clients }: { readonly certificate?: Certificate; readonly clients?: string } = {},
): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const questions: RecordingProxy['questions'][number][] = [];
  const listening = await listen(
    (request, response) => {
      void (async () => {
        const body = await bodyOf(request);
        if (isConnectionQuestion(request)) {
          questions.push({ ...request.headers });
          answer(response, await forward(target, { ...asSent(request), body }));
          return;
        }
        const recorded: RecordedRequest = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: { ...request.headers },
          body: body.toString('utf8'),
          status: undefined,
          answer: undefined,
        };
        requests.push(recorded);
        const reply = await forward(target, { ...recorded, headers: request.headers, body });
        recorded.status = reply.status;
        recorded.answer = reply.body.toString('utf8');
        answer(response, reply);
      })().catch(() => response.destroy());
    },
    certificate,
    clients,
  );
  return {
    ...listening,
    requests,
    questions,
    clear: () => {
      requests.length = 0;
      questions.length = 0;
    },
  };
}
