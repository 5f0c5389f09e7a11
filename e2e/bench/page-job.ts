/** Jobs of the app, begun by a call over the page's own bridge and followed by their events. */
import type { CallName, EventName, Events, Input, JobEnd } from '../../shared/ipc/contract.ts';
import { answerPrompt } from './journey.ts';
import type { Page } from './page.ts';
import type { RunningApp } from './running-app.ts';

/** A finished job. Times are milliseconds since 1970, with their fractions. */
export interface FollowedJob<E extends EventName> {
  readonly calledAtMs: number;
  readonly firstAtMs: number;
  readonly endedAtMs: number;
  readonly end: JobEnd;
  /** Result of the call. */
  readonly started: { readonly jobId: string };
  readonly batches: readonly Events[E][];
}

/** The clock of `FollowedJob`, which the page shares. */
export function clockMs(): number {
  return performance.timeOrigin + performance.now();
}

/** The page's only session. */
export async function sessionOf(page: Page): Promise<string> {
  return page.run(async () => {
    // The page's own ids count up from 1.
    const sessions = await window.strongroom.call('session.list', {}, 2_000_000_000);
    const [session] = 'value' in sessions ? sessions.value : [];
    return session?.sessionId ?? '';
  }, null);
}

const LOOK_MS = 20_000;
const LONGEST_JOB_MS = 900_000;

let callId = 2_000_000_000;

export interface JobOrder<N extends CallName, E extends EventName> {
  readonly call: N;
  readonly input: Input<N>;
  /** Event of its batches. */
  readonly event: E;
}

/**
 * Makes a call that starts a job, after the key press that it spends. Resolves once the call has been sent: a prompt
 * can be answered now, and `endOfJob` waits for the end.
 */
export async function beginJob<N extends CallName, E extends EventName>(
  page: Page,
  order: JobOrder<N, E>,
): Promise<void> {
  await page.press('Home');
  await page.run(followJob, { ...order, callId: ++callId });
}

/** Waits for the job that was begun last. Throws if its call was refused, or if it was not done to its end. */
export async function endOfJob<E extends EventName>(page: Page): Promise<FollowedJob<E>> {
  const deadline = performance.now() + LONGEST_JOB_MS;
  // A single question of the protocol is given up after a minute.
  const isOver = (lookMs: number): Promise<boolean> =>
    Promise.race([
      ((globalThis as { benchJob?: Promise<unknown> }).benchJob ?? Promise.resolve()).then(
        () => true,
        () => true,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), lookMs)),
    ]);
  while (!(await page.run(isOver, LOOK_MS)))
    if (performance.now() > deadline) throw new Error('the job goes on');
  const job = (await page.run(
    () => (globalThis as { benchJob?: Promise<unknown> }).benchJob,
    null,
  )) as FollowedJob<E>;
  const { outcome, unreadCount, unread, error } = job.end;
  if (outcome !== 'done' || unreadCount > 0)
    throw new Error(`the job ended as ${outcome}: ${JSON.stringify([error, unread.slice(0, 3)])}`);
  return job;
}

/** Follows the job that the page begins next by itself; `endOfJob` waits for its end. */
export function watchJob(page: Page, event: EventName): Promise<void> {
  return page.run(followJob, { event });
}

/** Begins a job that asks nothing, and waits for its end. */
export async function runJob<N extends CallName, E extends EventName>(
  page: Page,
  order: JobOrder<N, E>,
): Promise<FollowedJob<E>> {
  await beginJob(page, order);
  return endOfJob<E>(page);
}

/** Reads a confirmation to its end and presses its button; returns the time of the press. */
export async function agree(app: RunningApp, action: string): Promise<number> {
  let pressedAtMs = 0;
  await answerPrompt(app, async (prompt) => {
    await prompt.run(() => {
      for (const box of document.querySelectorAll('*')) box.scrollTo(0, box.scrollHeight);
    }, null);
    await prompt.until(
      'a button that can be pressed',
      (name) =>
        [...document.querySelectorAll('button')].some(
          (one) => one.textContent.startsWith(name) && !one.disabled,
        ) || null,
      action,
    );
    pressedAtMs = clockMs();
    // The button shows its key, too.
    await prompt.clickOn('button', action, true);
  });
  return pressedAtMs;
}

/**
 * Runs inside the page, passed as text. Leaves a promise of the finished job in `benchJob`. Without a call it follows
 * the job that begins next.
 */
function followJob({
  call,
  input,
  event,
  callId = 0,
}: Partial<JobOrder<CallName, EventName>> & { readonly callId?: number }): void {
  interface Heard {
    readonly json?: string;
    readonly found?: readonly unknown[];
  }
  const now = (): number => performance.timeOrigin + performance.now();
  const world = globalThis as { benchJob?: Promise<unknown> };
  world.benchJob = new Promise((resolve, reject) => {
    const calledAtMs = now();
    const heard: Heard[] = [];
    let firstAtMs = 0;
    let started: Promise<unknown> = Promise.resolve(undefined);
    const stop = window.strongroom.on((name, payload) => {
      if (name === event) {
        const batch = payload as Heard;
        if (firstAtMs === 0 && batch.found?.length !== 0) firstAtMs = now();
        heard.push(batch);
      }
      if (name !== 'job.ended') return;
      const endedAtMs = now();
      stop();
      const batches = heard.map((one): unknown => (one.json === undefined ? one : JSON.parse(one.json)));
      void started.then((told) => {
        resolve({ calledAtMs, firstAtMs, endedAtMs, end: payload, started: told, batches });
      });
    });
    if (call === undefined || input === undefined) return;
    started = window.strongroom.call(call, input, callId).then((answer): unknown => {
      if (answer.ok) return 'json' in answer ? JSON.parse(answer.json) : answer.value;
      stop();
      reject(new Error(JSON.stringify(answer.error)));
      return undefined;
    });
  });
  // Reported by the wait for its end.
  world.benchJob.catch(() => undefined);
}
