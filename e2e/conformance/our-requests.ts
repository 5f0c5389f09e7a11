/** Runs the app's calls for one operation, and turns their result into an outcome. */
import type { Output } from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { ConsoleMethod } from '../../shared/vault/console.ts';
import { kindOf } from './kinds.ts';
import { LoginRefused } from './our-client.ts';
import type { Caller, OurClient } from './our-client.ts';
import type { Outcome, Ttl } from './side.ts';

/** Runs one operation by its calls. */
export type Run = (work: (caller: Caller) => Promise<unknown>) => Promise<Outcome>;

export interface Requests {
  readonly run: Run;
  /** Sends a request of the console. */
  readonly send: (method: ConsoleMethod, path: string, more?: Sent) => Promise<Outcome>;
}

interface Sent {
  readonly body?: Readonly<Record<string, unknown>>;
  /** A token in the body, entered in the secure prompt. */
  readonly secret?: string;
  readonly wrapTtl?: Ttl | undefined;
}

/** Requests of one client. */
export function requestsOf(client: OurClient): Requests {
  const run: Run = async (work) => {
    const caller = client.caller();
    const calls = caller.made;
    try {
      return { ok: true, value: (await work(caller)) ?? null, calls };
    } catch (failure) {
      if (failure instanceof LoginRefused)
        return { ok: false, error: 'login-refused', detail: failure.message, calls };
      if (failure instanceof AppFailure) return { ...failed(failure.error), calls };
      throw failure;
    }
  };
  const send: Requests['send'] = (method, path, more = {}) =>
    run(async (caller) => {
      const { sessionId } = client;
      const { body, secret, wrapTtl } = more;
      const secrets =
        secret === undefined ? [] : [{ pointer: '/token', secretRef: await client.typed(caller, secret) }];
      const view = await caller.must('console.send', {
        sessionId,
        request: {
          method,
          path,
          ...(body === undefined ? {} : { json: JSON.stringify(body) }),
          ...(secrets.length === 0 ? {} : { secrets }),
          ...(wrapTtl === undefined ? {} : { wrapTtl: String(wrapTtl) }),
          ...(client.withoutToken ? { withoutToken: true } : {}),
        },
      });
      return method === 'DELETE' && view.form === 'empty' ? null : shown(caller, view);
    });
  return { run, send };
}

/** Whole text of a stored result as the user can see it; an empty one by its status, as the reference client does. */
export async function shown(
  { must }: Caller,
  { answerId, form, status }: Pick<Output<'answer.view'>, 'answerId' | 'form' | 'status'>,
): Promise<unknown> {
  return form === 'empty' ? { status } : parsed((await must('answer.raw', { answerId, reveal: true })).text);
}

/** The value of a JSON text. */
export function parsed(text: string): unknown {
  return JSON.parse(text);
}

function failed(error: AppError) {
  const seconds = error.kind === 'timeout' ? { afterSeconds: error.timeoutMs / 1000 } : {};
  const detail = `${error.kind}: ${error.message}`;
  return { ok: false, error: kindOf(error), detail, ...seconds } as const;
}
