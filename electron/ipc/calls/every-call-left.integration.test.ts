/**
 * Every call left half-way: cancelled after its first request, or its session closed meanwhile, or cancelled while
 * its prompt is open. It ends, sends nothing more, and leaves no prompt, no job and no timer behind.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStoppedServer } from '../../../e2e/attacks/stopped-server.ts';
import { inputWith, makeThings, placesOf } from '../../../e2e/attacks/things.ts';
import type { Things } from '../../../e2e/attacks/things.ts';
import { newKvMount, sharedServers, startFaultProxy } from '../../../e2e/servers/index.ts';
import type { FaultProxy, KvMount } from '../../../e2e/servers/index.ts';
import { sampled } from '../../../e2e/traces/sampled.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { isRecord } from '../../../shared/vault/is-record.ts';
import type { Row } from '../call.ts';
import { allCalls } from './index.ts';
import { recordTimers } from './recorded-timers.fixture.ts';
import type { TestApp, UnderWay } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const server = sharedServers().dev;
const { newApp, stopping } = useTestApps();
const timers = recordTimers();
let mount: KvMount;

beforeAll(async () => {
  mount = await newKvMount(server, 2);
});
afterAll(timers.stop);

/** A server that changes nothing and answers on demand. */
interface Holding {
  readonly holder: FaultProxy;
  readonly hold: () => () => void;
  readonly stopWrites: () => void;
}

async function startHolding(): Promise<Holding> {
  const { proxy, stopWrites } = await startStoppedServer(server, stopping);
  const holder = stopping(await startFaultProxy(proxy));
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    holder.heal();
    holder.add({ fault: { kind: 'delay', until: promise } });
    return () => {
      holder.heal();
      resolve(undefined);
    };
  };
  return { holder, hold, stopWrites };
}

/** Pending timers of the app's own; the one that ends the worker's thread after its last task is left out. */
const ours = (): readonly string[] =>
  timers
    .ours(Number.POSITIVE_INFINITY)
    .filter((where) => !where.includes('/worker/worker.ts'))
    .sort();

/** Outcome of a call; a job that it has begun counts as part of it. */
interface Begun {
  readonly call: UnderWay;
  readonly isOver: () => boolean;
  readonly result: () => Result<unknown> | undefined;
}

function begin(app: TestApp, row: Row, things: Things): Begun {
  let result: Result<unknown> | undefined;
  const call = app.begin(row.name, inputWith(row.name, things));
  void call.result.then((now) => (result = now));
  return { call, result: () => result, isOver: () => result !== undefined && jobOf(result) === undefined };
}

function jobOf(result: Result<unknown> | undefined): string | undefined {
  const { jobId } = result?.ok === true && isRecord(result.value) ? result.value : {};
  return typeof jobId === 'string' ? jobId : undefined;
}

/** Calls that end a session, or unlock one. */
const endsSessions = 'a session, locked or not';

/** A watch ends normally; a call to several nodes reports the outcome of each. */
const saysHowFar: ReadonlySet<CallName> = new Set(['cluster.watch', 'ceremony.nodes', 'ceremony.unseal']);

/** Calls about a session, by its id or that of something in it. */
const rows = allCalls.filter(({ name, about }) => placesOf(name).length > 0 && about !== endsSessions);

const what = 'calls about a session that come to a request';

describe('every call', () => {
  it('that is cancelled after its first request ends, sends nothing more and leaves nothing @left-half-way', async () => {
    const { holder, hold, stopWrites } = await startHolding();
    const app = newApp({ agrees: true });
    const things = await makeThings(app, { address: holder.address, server, mount });
    stopWrites();
    const wrong: string[] = [];
    let tried = 0;
    for (const row of rows) {
      const before = { sent: holder.arrived.length, timers: ours() };
      const release = hold();
      const { call, isOver, result } = begin(app, row, things);
      await expect.poll(() => isOver() || holder.arrived.length > before.sent, { interval: 2 }).toBe(true);
      const sent = holder.arrived.length;
      const wasHalfWay = !isOver();
      if (wasHalfWay) {
        tried++;
        call.cancel();
        const jobId = jobOf(result());
        if (jobId !== undefined) await app.must('job.cancel', { jobId });
        if (row.effect === 'once') release();
        const ended = await call.result;
        if (row.effect !== 'once' && jobId === undefined && ended.ok && !saysHowFar.has(row.name))
          wrong.push(`${row.name}: ok`);
        const more = holder.arrived.slice(sent);
        if (row.effect !== 'once' && more.length > 0) wrong.push(`${row.name} sends ${more.join(', ')}`);
      }
      release();
      if (wasHalfWay) await expect.poll(ours, { message: row.name }).toEqual(before.timers);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(100);
    sampled({ tag: 'left-half-way', what, ran: tried, of: tried });
  });

  it('whose session is closed after its first request ends, sends nothing more and leaves nothing @closed-half-way', async () => {
    const { holder, hold, stopWrites } = await startHolding();
    const app = newApp({ agrees: true });
    const wrong: string[] = [];
    let tried = 0;
    stopWrites();
    for (const row of rows) {
      const idle = ours();
      const things = await makeThings(app, { address: holder.address, server, mount, ends: true });
      const before = holder.arrived.length;
      const release = hold();
      const { call, isOver } = begin(app, row, things);
      await expect.poll(() => isOver() || holder.arrived.length > before, { interval: 2 }).toBe(true);
      const wasOver = isOver();
      const sent = holder.arrived.length;
      app.answers.push('');
      await app.must('session.close', { sessionId: things.sessionId });
      app.answers.length = 0;
      // A change, once begun, comes to its end without its session, too: half a rename is worse.
      const comesToItsEnd = row.effect === 'write' || row.effect === 'once';
      if (comesToItsEnd) release();
      if (!wasOver) {
        tried++;
        await call.result;
        const more = comesToItsEnd ? [] : holder.arrived.slice(sent);
        if (more.length > 0) wrong.push(`${row.name} sends ${more.join(', ')}`);
      }
      release();
      await expect.poll(ours, { message: row.name }).toEqual(idle);
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(100);
    sampled({ tag: 'closed-half-way', what, ran: tried, of: tried });
  });

  it('that is cancelled while its prompt is open takes the prompt back, and sends nothing @prompt-half-way', async () => {
    const { holder, stopWrites } = await startHolding();
    const app = newApp();
    const things = await makeThings(app, { address: holder.address, server, mount });
    stopWrites();
    const wrong: string[] = [];
    let tried = 0;
    // A watch of a session asks nothing, and does not end.
    const asking = rows.filter(({ name, asks }) => asks !== 'nothing' && name !== 'cluster.watch');
    for (const row of asking) {
      const before = app.asked.length;
      const person = Promise.withResolvers<null>();
      app.answers.push(person.promise);
      const { call, result } = begin(app, row, things);
      const isOver = (): boolean => result() !== undefined;
      await expect
        .poll(() => isOver() || app.asked.length > before, { interval: 2, message: row.name })
        .toBe(true);
      // A search asks only without a gesture, and has begun.
      const jobId = jobOf(result());
      if (jobId !== undefined) await app.must('job.cancel', { jobId });
      if (!isOver()) {
        tried++;
        const sent = holder.arrived.length;
        call.cancel();
        // A page cannot remove a prompt that shows a secret; the lock does.
        const stays = row.effect === 'once' || row.asks.includes('show-secret');
        if (!stays && app.openPrompts().length > 0) wrong.push(`${row.name} leaves its prompt`);
        person.resolve(null);
        const ended = await call.result;
        if (!stays && (ended.ok || ended.error.kind !== 'cancelled'))
          wrong.push(`${row.name}: ${ended.ok ? 'ok' : ended.error.kind}`);
        if (holder.arrived.length > sent)
          wrong.push(`${row.name} sends ${holder.arrived.slice(sent).join(', ')}`);
      }
      app.answers.length = 0;
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(40);
    sampled({ tag: 'prompt-half-way', what: 'calls about a session that ask', ran: tried, of: tried });
  });
});
