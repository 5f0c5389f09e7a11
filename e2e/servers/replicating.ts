/** A proxy in front of the real server that reports replication, a feature of Vault Enterprise only. */
import { answer, asSent, bodyOf, forward, jsonAnswer, listen } from './forwarding.ts';
import type { Listening, Target } from './forwarding.ts';

export interface ReplicatingProxy extends Listening {
  /** Sets the `data` of `sys/replication/status` from now on. */
  readonly say: (data: unknown) => void;
  /** Headers of the requests for it. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
}

/** Starts one: health reports the server as the disaster recovery primary. */
export async function startReplicatingProxy(target: Target): Promise<ReplicatingProxy> {
  let said: unknown = {};
  const asked: Readonly<Record<string, unknown>>[] = [];
  const listening = await listen((request, response) => {
    void (async () => {
      const { url = '' } = request;
      const body = await bodyOf(request);
      if (url.startsWith('/v1/sys/replication/status')) {
        asked.push({ ...request.headers });
        return answer(response, jsonAnswer(200, { data: said }));
      }
      const reply = await forward(target, { ...asSent(request), body });
      if (!url.startsWith('/v1/sys/health')) return answer(response, reply);
      const health = JSON.parse(reply.body.toString('utf8')) as object;
      answer(response, jsonAnswer(reply.status, { ...health, replication_dr_mode: 'primary' }));
    })().catch(() => response.destroy());
  });
  return { ...listening, asked, say: (data) => (said = data) };
}
