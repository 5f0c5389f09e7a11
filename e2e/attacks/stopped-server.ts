/**
 * In front of the real server stands a proxy that lets nothing be changed, so that a test can agree to whatever is asked and
 * see what would have been sent.
 */
import type { CallName } from '../../shared/ipc/contract.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { startFaultProxy, startRecordingProxy } from '../servers/index.ts';
import type { Reachable, RecordedRequest, RecordingProxy } from '../servers/index.ts';

/** Requests that change nothing, though they are no GET. */
const looks =
  '(?!identity/lookup|auth/token/lookup|sys/capabilities|sys/leases/lookup|sys/wrapping/lookup|sys/tools)';

const STOPPED = 'stopped by a test';

/** An app of a test, as far as a call is made with it. */
interface MakesCalls {
  readonly begin: (name: CallName, input: unknown) => { readonly result: Promise<unknown> };
  readonly asked: readonly TrustedRequest[];
}

export type Confirm = Extract<TrustedRequest, { readonly kind: 'confirm' }>;

/** What a call has asked, and what then wanted to change something. */
export interface Made {
  readonly asked: readonly Confirm[];
  readonly sent: readonly RecordedRequest[];
}

export interface StoppedServer {
  readonly proxy: RecordingProxy;
  /** From now on nothing is changed. */
  readonly stopWrites: () => void;
  /** Makes a call to its end. */
  readonly made: (app: MakesCalls, name: CallName, input: unknown) => Promise<Made>;
}

/** Starts it; `stopping` stops what it gets after the tests. */
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
          ...{ method, url: new RegExp(`^/v1/${looks}`) },
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
