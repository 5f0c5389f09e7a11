/**
 * A proxy in front of the real server blocks all changes, so that a test can agree to every prompt and see the
 * requests that would have been sent.
 */
import type { CallName } from '../../shared/ipc/contract.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { startFaultProxy, startRecordingProxy } from '../servers/index.ts';
import type { Reachable, RecordedRequest, RecordingProxy } from '../servers/index.ts';

/** Requests that change nothing although they are not GET. */
const looks =
  '(?!identity/lookup|auth/token/lookup|sys/capabilities|sys/leases/lookup|sys/wrapping/lookup|sys/tools)';

const STOPPED = 'stopped by a test';

/** The part of a test app that makes calls. */
interface MakesCalls {
  readonly begin: (name: CallName, input: unknown) => { readonly result: Promise<unknown> };
  readonly asked: readonly TrustedRequest[];
}

export type Confirm = Extract<TrustedRequest, { readonly kind: 'confirm' }>;

/** Prompts of a call, and its blocked write requests. */
export interface Made {
  readonly asked: readonly Confirm[];
  readonly sent: readonly RecordedRequest[];
}

export interface StoppedServer {
  readonly proxy: RecordingProxy;
  /** Blocks all changes from now on. */
  readonly stopWrites: () => void;
  /** Makes a call and waits until it ends. */
  readonly made: (app: MakesCalls, name: CallName, input: unknown) => Promise<Made>;
}

/** Starts the proxy; `stopping` registers a server to be stopped after the tests. */
export async function startStoppedServer(
  server: Reachable,
  stopping: <T extends { readonly stop: () => Promise<void> }>(started: T) => T,
): Promise<StoppedServer> {
  const faults = stopping(await startFaultProxy(server));
  const proxy = stopping(await startRecordingProxy(faults));
  return {
    proxy,
    stopWrites: () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        faults.add({
          method,
          url: new RegExp(`^/v1/${looks}`),
          fault: { kind: 'answer', status: 400, body: { errors: [STOPPED] } },
        });
    },
    made: async (app, name, input) => {
      const before = { asked: app.asked.length, sent: proxy.requests.length };
      await app.begin(name, input).result;
      return {
        asked: app.asked.slice(before.asked).filter((one) => one.kind === 'confirm'),
        sent: proxy.requests
          .slice(before.sent)
          .filter(({ method, answer = '' }) => method !== 'GET' && answer.includes(STOPPED)),
      };
    },
  };
}
