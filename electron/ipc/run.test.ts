import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../shared/ipc/contract.ts';
import { AppFailure, fail, ok } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { createKnownCredentials } from '../core/credentials/known-credentials.ts';
import { noteOnceAnswered } from '../core/gates/call-scope.ts';
import { createGestureGate, createGestures } from '../core/gates/gesture.ts';
import type { GestureGate } from '../core/gates/gesture.ts';
import { leavingTasks } from '../core/gates/outgoing-check.ts';
import { makeOutgoing } from '../core/gates/outgoing.ts';
import type { Services } from '../services/services.ts';
import type { CallContext, Row } from './call.ts';
import { goodInputs } from './calls/good-inputs.fixture.ts';
import { makeCallRunner, type CallRunner } from './run.ts';

const callNames = Object.keys(goodInputs) as CallName[];

type Handler = (input: unknown, context: CallContext) => unknown;

/** Effects as in the real rows; `secret.show` stands for a call whose answer exists once. */
function effectOf(name: CallName): {
  readonly effect: 'read' | 'once' | 'write';
  readonly says: string;
  readonly bringsOnce?: true;
} {
  if (name === 'login.aside') return { effect: 'write', says: 'Log in', bringsOnce: true };
  if (name === 'entry.save') return { effect: 'write', says: 'Save an entry' };
  return { effect: name === 'secret.show' ? 'once' : 'read', says: '' };
}

interface Bridge {
  /** Error while the app is locked; undefined while it is open. */
  readonly locked?: () => AppError | undefined;
  readonly answeredWhileLocked?: readonly CallName[];
  readonly spend?: GestureGate['spend'];
  /** Error without room for results. */
  readonly full?: () => AppError | undefined;
  /** Runs while a large value is scanned for credentials. */
  readonly whileLeaving?: () => void;
}

/** A runner whose every call is `handler`; every input that is an object is well formed. */
function bridge(
  handler: Handler,
  { locked, answeredWhileLocked = [], spend, full, whileLeaving }: Bridge = {},
) {
  const lines: string[] = [];
  const known = createKnownCredentials();
  const rows = callNames.map((name): readonly [CallName, Row] => [
    name,
    {
      name,
      ...effectOf(name),
      asks: 'nothing',
      about: 'nothing',
      asJson: name === 'console.send',
      maxBytes: 64 * 1024,
      schema: z.unknown(),
      whenLocked: answeredWhileLocked.includes(name) ? 'answered' : 'refused',
      parse: (input) =>
        typeof input === 'object' && input !== null
          ? ok(input as never)
          : fail({ kind: 'invalid-input', message: 'not an object' }),
      sessions: () => [],
      concerns: () => [],
      paidBy: () => undefined,
      keep: () => () => undefined,
      perform: handler,
    },
  ]);
  const services = {
    answers: { full: full ?? (() => undefined) },
    lock: { refusal: locked ?? (() => undefined) },
    gesture: { spend: spend ?? (() => Promise.resolve()) },
  } as unknown as Services;
  const runner: CallRunner = makeCallRunner({
    behind: () =>
      Promise.resolve({ calls: Object.fromEntries(rows) as Readonly<Record<CallName, Row>>, services }),
    log: (line) => lines.push(line),
    outgoing: makeOutgoing(known, (name, input) => {
      whileLeaving?.();
      return Promise.resolve(leavingTasks[name](input));
    }),
  });
  return { runner, lines, known };
}

/** A handler that ends only when it is aborted, and a promise of its having begun. */
function waiting() {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const handler: Handler = (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      begin();
    });
  return { begun, handler };
}

describe('a call', () => {
  it('answers the handler’s value', async () => {
    const { runner } = bridge((input) => ({ got: input }));
    expect(await runner.run('app.noop', { a: 1 }, 1, 7)).toEqual({ ok: true, value: { got: { a: 1 } } });
  });

  it('answers and fails without a credential that main holds', async () => {
    const token = 'hvs.CAESIJ-canary_0123456789';
    const answering = bridge(() => ({ text: `it is ${token}` }));
    answering.known.keep([token]);
    expect(await answering.runner.run('app.noop', {}, 1, 7)).toEqual(ok({ text: 'it is [redacted]' }));
    const failing = bridge(() => {
      throw new Error(`no ${Buffer.from(token).toString('base64')}`);
    });
    failing.known.keep([token]);
    const result = await failing.runner.run('app.noop', {}, 1, 7);
    expect(result).toMatchObject({
      error: { kind: 'internal', message: expect.stringContaining('[redacted]') as string },
    });
  });

  it('notes what it has shown only where that left for the page as it was', async () => {
    const token = 'hvs.CAESIJ-canary_0123456789';
    let noted = 0;
    const note = (): void => noteOnceAnswered(() => noted++);
    const { runner, known } = bridge((input) => {
      note();
      return { rawJson: JSON.stringify(input) };
    });
    const ask = (name: CallName, value: string, callId: number) => runner.run(name, { value }, callId, 7);
    // Known only now, and so refused on its way out, or taken out of a text.
    known.keep([token]);
    expect(await ask('answer.reveal', token, 1)).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    expect(await ask('answer.raw', token, 2)).toMatchObject({ ok: true });
    expect(noted).toBe(0);
    expect(await ask('answer.reveal', 'harmless', 3)).toMatchObject({ ok: true });
    expect(noted).toBe(1);
    // Main's own call, noted at once.
    note();
    expect(noted).toBe(2);
  });

  it('of a name that there is not is refused, and the name is not logged', async () => {
    const { runner, lines } = bridge(() => ({}));
    for (const name of ['canary', 'constructor', '__proto__', 'x'.repeat(1_000), 7, null])
      expect(await runner.answerPage(name, {}, lines.length, 7, 'gesture')).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input' },
      });
    expect(lines).toHaveLength(6);
    expect(lines.every((line) => /^call of no known name [\d.]+ ms invalid-input$/.test(line))).toBe(true);
  });

  it('logs its name, time and outcome, and nothing of its input or output', async () => {
    const { runner, lines } = bridge(() => ({ value: 'output-canary' }));
    await runner.run('entry.reveal', { key: 'input-canary' }, 1, 7);
    expect(lines).toEqual([expect.stringMatching(/^call entry\.reveal \d+\.\d ms ok$/)]);
  });

  it('refuses malformed input before the handler sees it', async () => {
    let seen = 0;
    const { runner } = bridge(() => seen++);
    const refused = { ok: false, error: expect.objectContaining({ kind: 'invalid-input' }) as unknown };
    expect(await runner.run('app.noop', 'text', 1, 7)).toEqual(refused);
    expect(await runner.run('app.noop', { a: 'x'.repeat(40_000) }, 2, 7)).toEqual(refused);
    expect(await runner.run('app.noop', new Map(), 3, 7)).toEqual(refused);
    for (const callId of ['1', 1.5, Number.NaN, undefined, null, {}]) {
      expect(await runner.run('app.noop', {}, callId, 7)).toEqual(refused);
    }
    expect(seen).toBe(0);
  });

  it('makes errors values: what an AppFailure carries, anything else as internal without credentials', async () => {
    const sealed = bridge(() => {
      throw new AppFailure({ kind: 'sealed', message: 'Sealed.' });
    });
    expect(await sealed.runner.run('app.noop', {}, 1, 7)).toEqual(
      fail({ kind: 'sealed', message: 'Sealed.' }),
    );

    const broken = bridge(() => {
      throw new Error('while sending hvs.CAESIJcanarycanarycanarycanary');
    });
    const result = await broken.runner.run('app.noop', {}, 1, 7);
    expect(result).toEqual({ ok: false, error: expect.objectContaining({ kind: 'internal' }) as unknown });
    expect(JSON.stringify(result) + broken.lines.join('')).not.toContain('canary');
  });

  it('refuses a second call of the same id while the first runs', async () => {
    const { begun, handler } = waiting();
    const { runner } = bridge(handler);
    const first = runner.run('folder.list', {}, 1, 7);
    await begun;
    expect(await runner.run('folder.list', {}, 1, 7)).toMatchObject({ error: { kind: 'invalid-input' } });
    runner.cancel(1, 7);
    expect(await first).toMatchObject({ error: { kind: 'cancelled' } });
  });
});

describe('cancelling', () => {
  it('aborts the asker’s own call of that id and no other', async () => {
    const { begun, handler } = waiting();
    const { runner } = bridge(handler);
    const call = runner.run('folder.list', {}, 1, 7);
    await begun;
    let over = false;
    void call.then(() => (over = true));
    runner.cancel(1, 8);
    runner.cancel(2, 7);
    runner.cancel('1', 7);
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    runner.cancel(1, 7);
    expect(await call).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  });

  it('aborts everything of a page that is gone', async () => {
    const { begun, handler } = waiting();
    const { runner } = bridge(handler);
    const calls = [runner.run('folder.list', {}, 1, 7), runner.run('mount.list', {}, 2, 7)];
    await begun;
    runner.abandon(7);
    for (const call of calls) expect(await call).toMatchObject({ error: { kind: 'cancelled' } });
  });

  it('lets a call that changes something outlive its page, and ends it when a person cancels', async () => {
    const { begun, handler } = waiting();
    const { runner } = bridge(handler);
    const write = runner.run('entry.save', {}, 1, 7);
    const read = runner.run('folder.list', {}, 2, 7);
    await begun;
    let over = false;
    void write.then(() => (over = true));
    runner.cancel(2, 7);
    expect(await read).toMatchObject({ error: { kind: 'cancelled' } });
    expect(over).toBe(false);
    runner.cancel(1, 7);
    expect(await write).toMatchObject({ error: { kind: 'cancelled' } });

    let finish: (value: string) => void = () => undefined;
    const slow = bridge((_input, { signal }) => {
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        finish = resolve;
      });
    });
    const abandoned = slow.runner.run('entry.save', {}, 1, 7);
    await new Promise((resolve) => setImmediate(resolve));
    slow.runner.abandon(7);
    // The next page counts its calls from the beginning.
    const next = slow.runner.run('app.noop', 'no object', 1, 7);
    expect(await next).toMatchObject({ error: { message: 'not an object' } });
    finish('saved');
    expect(await abandoned).toEqual({ ok: true, value: 'saved' });
  });

  it('never aborts a call whose answer exists once', async () => {
    let finish: (value: string) => void = () => undefined;
    let aborted = false;
    const { runner } = bridge((_input, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise((resolve) => (finish = resolve));
    });
    const call = runner.run('secret.show', {}, 1, 7);
    await new Promise((resolve) => setImmediate(resolve));
    runner.cancel(1, 7);
    runner.abandon(7);
    finish('held');
    expect(await call).toEqual({ ok: true, value: 'held' });
    expect(aborted).toBe(false);
  });
});

describe('the lock', () => {
  const locked: AppError = { kind: 'locked', message: 'Locked.' };

  it('refuses a call before its handler hears of it', async () => {
    let heard = 0;
    const { runner } = bridge(() => heard++, { locked: () => locked, answeredWhileLocked: ['app.info'] });
    expect(await runner.run('folder.list', {}, 1, 7)).toEqual(fail(locked));
    expect(heard).toBe(0);
    expect(await runner.run('app.info', {}, 2, 7)).toEqual(ok(0));
  });

  it('keeps back what was read while it fell, and says how a change ended', async () => {
    let isLocked = false;
    const { runner } = bridge(
      () => {
        isLocked = true;
        return 'value-canary';
      },
      { locked: () => (isLocked ? locked : undefined) },
    );
    expect(await runner.run('entry.reveal', {}, 1, 7)).toEqual(fail(locked));
    isLocked = false;
    expect(await runner.run('entry.save', {}, 2, 7)).toEqual(ok('value-canary'));
  });

  it('keeps back what was read while it fell on the way out', async () => {
    let isLocked = false;
    const { runner, known } = bridge(() => 'value-canary\n'.repeat(40_000), {
      locked: () => (isLocked ? locked : undefined),
      whileLeaving: () => (isLocked = true),
    });
    known.keep(['hvs.CAESIJ-canary']);
    expect(await runner.run('entry.reveal', {}, 1, 7)).toEqual(fail(locked));
  });
});

describe('a full store of what exists once', () => {
  it('refuses whatever would bring more before it begins, and nothing else', async () => {
    const noRoom: AppError = { kind: 'invalid-request', message: 'No room.' };
    const { runner } = bridge(() => 'done', { full: () => noRoom });
    expect(await runner.run('secret.show', {}, 1, 7)).toEqual(fail(noRoom));
    expect(await runner.run('login.aside', {}, 2, 7)).toEqual(fail(noRoom));
    expect(await runner.run('entry.save', {}, 3, 7)).toEqual(ok('done'));
    expect(await runner.run('entry.reveal', {}, 4, 7)).toEqual(ok('done'));
  });
});

describe('the gesture', () => {
  it('is spent by what changes something, and by nothing else', async () => {
    const spent: string[] = [];
    const { runner } = bridge(() => 'done', {
      spend: () => {
        spent.push('one');
        return Promise.resolve();
      },
    });
    await runner.run('folder.list', {}, 1, 7);
    expect(spent).toEqual([]);
    await runner.run('entry.save', {}, 2, 7);
    await runner.run('secret.show', {}, 3, 7);
    expect(spent).toEqual(['one', 'one']);
  });

  it('is not spent by what a person asks of main itself: none is left for a page beside it', async () => {
    const gestures = createGestures();
    const asked: string[] = [];
    const gate = createGestureGate({
      gestures,
      ask: ({ kind }) => {
        asked.push(kind);
        return Promise.resolve({ kind: 'cancel' });
      },
      withoutQuestion: () => false,
    });
    const { runner } = bridge(() => 'done', { spend: gate.spend });
    expect(await runner.run('entry.save', {}, 1, -1, 'menu')).toEqual(ok('done'));
    expect(gestures.isThere()).toBe(false);
    expect(asked).toEqual([]);
    expect(await runner.run('entry.save', {}, 2, 7)).toMatchObject({ error: { kind: 'cancelled' } });
    expect(asked).toEqual(['confirm']);
  });

  it('is spent before anything begins: a call without one that nobody allows changes nothing', async () => {
    let heard = 0;
    const { runner } = bridge(() => heard++, {
      spend: () => Promise.reject(new AppFailure({ kind: 'cancelled', message: 'Cancelled.' })),
    });
    expect(await runner.run('entry.save', {}, 1, 7)).toMatchObject({ error: { kind: 'cancelled' } });
    expect(heard).toBe(0);
  });
});
