/** The faults of the matrix: what befalls a request of a running job, and what is done about it afterwards. */
import { ask, must, newToken, until, writeEntry } from '../servers/index.ts';
import type { Fault, SentRequest } from '../servers/index.ts';
import { rulesOf } from './scene.ts';
import type { Scene } from './scene.ts';

/** A job under way, and the place where it runs. */
export interface Struck extends Scene {
  /** The job; known soon after its first request. */
  readonly job: () => Promise<string>;
  /** Resolves once every other request of the app is answered. */
  readonly othersAnswered: () => Promise<void>;
}

/** Kind of a cell's job. `plan`: changes entries; `transfer`: has destinations, too; `import`: those alone. */
export type ActionKind = 'transfer' | 'import' | 'plan' | 'search' | 'export';

export interface FaultCase {
  readonly name: string;
  /** Place where it can be had: the server of the run, one that is sealed or killed, a cluster, a small disk. */
  readonly ground: 'shared' | 'sealed' | 'killed' | 'cluster' | 'disk';
  readonly fault: (struck: Struck) => Fault;
  /** Requests that it befalls; 1 by default. */
  readonly times?: number;
  /** Ends the fault, so that the rest can be done. */
  readonly heal?: (scene: Scene) => Promise<void>;
  /** Reason why an action cannot meet it. */
  readonly cannot?: (action: ActionKind) => string | undefined;
  /** A rival's write stands in the way of one row, which therefore stays as it is. */
  readonly rival?: 'target' | 'source';
  readonly timeoutMs?: number;
}

const meanwhile = (work: (request: SentRequest) => Promise<unknown>): Fault => ({
  kind: 'meanwhile',
  work: async (request) => {
    await work(request);
  },
});

/** Another token for the session, as its person would type it. */
async function logInAgain({ app, sessionId, server, policy }: Scene): Promise<void> {
  const { token } = await newToken(server, { policies: [policy], ttl: '1h' });
  app.answers.push(token);
  await app.must('session.reauthenticate', { sessionId });
}

const isRefused = async ({ server, credential }: Scene): Promise<boolean> =>
  (await ask({ ...server, rootToken: credential.token }, 'GET', 'auth/token/lookup-self')).status === 403;

/** A fault of the ground itself; `cut`: nobody is there to answer the request. */
function ofServer(cut: boolean): Pick<FaultCase, 'fault' | 'heal'> {
  return {
    fault: (scene) => ({
      kind: 'meanwhile',
      work: async () => scene.break?.(),
      ...(cut ? { cut: true as const } : {}),
    }),
    heal: async ({ mend }) => mend?.(),
  };
}

/** The value that a rival writes. */
export const theirs = 'pw-theirs';

export const faultCases: readonly FaultCase[] = [
  { name: 'cut before the server took it', ground: 'shared', fault: () => ({ kind: 'cut' }) },
  { name: 'cut after the server took it', ground: 'shared', fault: () => ({ kind: 'lost-answer' }) },
  { name: 'half an answer', ground: 'shared', fault: () => ({ kind: 'half-body' }) },
  {
    name: 'a late answer',
    ground: 'shared',
    fault: ({ othersAnswered }) => meanwhile(othersAnswered),
  },
  {
    name: 'no answer',
    ground: 'shared',
    fault: () => ({ kind: 'never' }),
    // Other requests have to be answered in this time on a busy machine.
    timeoutMs: 3_000,
  },
  {
    name: '429 with Retry-After',
    ground: 'shared',
    times: 2,
    fault: () => ({
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { errors: ['request path: rate limit quota exceeded'] },
    }),
  },
  {
    name: '500',
    ground: 'shared',
    times: 2,
    fault: () => ({ kind: 'answer', status: 500, body: { errors: ['internal error'] } }),
  },
  { name: '502 of a gateway', ground: 'shared', times: 2, fault: () => ({ kind: 'html' }) },
  {
    name: 'permission withdrawn',
    ground: 'shared',
    fault: (scene) =>
      meanwhile(() =>
        must(scene.server, 'PUT', `sys/policies/acl/${scene.policy}`, { policy: rulesOf(scene, true) }),
      ),
    heal: async (scene) => {
      await must(scene.server, 'PUT', `sys/policies/acl/${scene.policy}`, { policy: rulesOf(scene, false) });
    },
  },
  {
    name: 'target created',
    ground: 'shared',
    rival: 'target',
    fault: ({ server }) =>
      meanwhile(({ url }) => must(server, 'POST', url.slice('/v1/'.length), { data: { password: theirs } })),
    cannot: (action) => (action === 'transfer' || action === 'import' ? undefined : 'has no target'),
  },
  {
    name: 'entry changed',
    ground: 'shared',
    rival: 'source',
    fault: ({ server, from, source }) =>
      meanwhile(() => writeEntry(server, from, `${source.path}two`, { password: theirs })),
    cannot: (action) => (action === 'import' ? 'has no source on a server' : undefined),
  },
  {
    name: 'token revoked',
    ground: 'shared',
    fault: ({ server, credential: { accessor } }) =>
      meanwhile(() => must(server, 'POST', 'auth/token/revoke-accessor', { accessor })),
    heal: logInAgain,
  },
  {
    name: 'token expired',
    ground: 'shared',
    fault: (scene) =>
      meanwhile(async () => {
        const { accessor } = scene.credential;
        await must(scene.server, 'POST', 'auth/token/renew-accessor', { accessor, increment: '1s' });
        await until(() => isRefused(scene));
      }),
    heal: logInAgain,
  },
  { name: 'sealed', ground: 'sealed', ...ofServer(false) },
  { name: 'server killed', ground: 'killed', ...ofServer(true) },
  { name: 'leader killed', ground: 'cluster', ...ofServer(false) },
  { name: 'disk full', ground: 'disk', ...ofServer(false) },
  {
    name: 'app locked',
    ground: 'shared',
    fault: ({ app }) => meanwhile(() => app.must('lock.now', {})),
    heal: logInAgain,
  },
  {
    name: 'cancelled',
    ground: 'shared',
    fault: ({ app, job }) => meanwhile(async () => app.must('job.cancel', { jobId: await job() })),
  },
];
