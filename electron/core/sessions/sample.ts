/** Starts the sample server from within the app: a session with it, and some entries to look at. */
import { defaultTimeoutMs } from '../../../shared/vault/connection.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SampleServer, SampleServers } from '../platform.ts';
import { writeKv2 } from '../../vault/api/kv-v2.ts';
import type { OpenOptions, Sessions } from './sessions-parts.ts';

const entries: readonly (readonly [path: string, data: Readonly<Record<string, string>>])[] = [
  ['apps/web/session', { cookie_secret: 'b1f0e8c7d6a5', max_age_seconds: '3600' }],
  ['apps/web/smtp', { host: 'smtp.example', user: 'noreply', password: 'sample-password' }],
  ['apps/worker/queue', { url: 'amqps://worker:sample@mq.example/jobs' }],
  ['team/database', { host: 'db.example', user: 'reports', password: 'another-sample' }],
];

/** Options of a session with a sample server. */
export function sampleOptions({ address, name, nodes }: Omit<SampleServer, 'token'>): OpenOptions {
  return {
    target: {
      address,
      namespace: '',
      tls: { useSystemStore: true, skipVerify: false },
      timeoutMs: defaultTimeoutMs,
      proxy: 'direct',
      ...(nodes.length === 0 ? {} : { confirmedOrigins: nodes }),
    },
    name,
    colour: 'teal',
  };
}

/** Starts it, opens a session and writes some entries. If it already runs, returns its open session. */
export async function startSample(sample: SampleServers, sessions: Sessions): Promise<SessionView> {
  const running = sample.address();
  const open = sessions.list().find((session) => session.address === running);
  if (running !== undefined && open !== undefined) return open;
  const server = await sample.start().catch((error: unknown) => {
    throw new AppFailure({
      kind: 'not-offered',
      message: `The sample server did not start. ${error instanceof Error ? error.message : ''}`.trim(),
      hint: 'Start “vault server -dev” or “bao server -dev” in a terminal to see why.',
    });
  });
  const view = await sessions.openWithToken(
    { ...sampleOptions(server), environment: 'Sample' },
    server.token,
  );
  const session = sessions.get(view.sessionId);
  const mount = (await session.mounts.list()).find(({ path }) => path === 'secret/');
  if (mount === undefined) return view;
  for (const [path, data] of entries)
    await session.run((caller) => writeKv2(caller, mount.path, path, JSON.stringify(data), 0));
  return view;
}
