import { describe, expect, it, vi } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { taken } from './answer.fixture.ts';
import { hold, makeStore } from './answer-store.fixture.ts';
import { RESTORABLE_MS } from './answer-shelf.ts';
import { unauthenticatedOwner } from './secrets.ts';

const CANARY = 'CANARY-s.7Qe0uXH2dWk';

describe('the life of an answer', () => {
  it('that exists once ends with its dismissal: not with a lock, not with its session', () => {
    const { store, secrets, lists, view } = hold({ auth: { client_token: CANARY } });
    const again = store.hold(taken({ data: { token: CANARY } }, { once: false }));
    const secretRef = view.login?.token.secretRef ?? '';
    store.lockSession('s');
    secrets.lockSession('s');
    secrets.dismissSession('s');
    expect(() => store.view(again.answerId)).toThrow(AppFailure);
    expect(store.view(view.answerId)).toEqual(view);
    expect(secrets.read(secretRef).secret).toBe(CANARY);
    expect([store.count(), store.sessionOf(view.answerId)]).toEqual([1, 's']);
    expect(() => store.dismiss(view.answerId)).toThrow(AppFailure);
    expect(store.count()).toBe(1);
    secrets.noteTaken(secretRef);
    store.dismiss(view.answerId, 'gesture');
    expect(store.count()).toBe(0);
    expect(() => store.view(view.answerId)).toThrow(AppFailure);
    expect(lists.map((list) => list.map(({ restorableUntil }) => restorableUntil !== undefined))).toEqual([
      [false],
      [true],
    ]);
    store.dismiss(view.answerId);
    expect(lists).toHaveLength(2);
  });

  it('can be taken back for ten minutes, and is gone then', () => {
    vi.useFakeTimers();
    const { store, secrets, lists, view } = hold({ auth: { client_token: CANARY } });
    const secretRef = view.login?.token.secretRef ?? '';
    secrets.noteTaken(secretRef);
    store.dismiss(view.answerId, 'gesture');
    vi.advanceTimersByTime(RESTORABLE_MS - 1);
    expect(store.restore(view.answerId)).toBe(view);
    expect([store.count(), secrets.read(secretRef).secret]).toEqual([1, CANARY]);
    vi.advanceTimersByTime(RESTORABLE_MS);
    expect(store.count()).toBe(1);
    store.dismiss(view.answerId, 'gesture');
    vi.advanceTimersByTime(RESTORABLE_MS);
    expect(() => store.restore(view.answerId)).toThrow(AppFailure);
    expect(() => secrets.read(secretRef)).toThrow(AppFailure);
    expect(lists.at(-1)).toEqual([]);
    vi.useRealTimers();
  });

  it('can be taken back without an end where no person has dismissed it, and counts as held', () => {
    vi.useFakeTimers();
    const { store, secrets, lists, view } = hold({ auth: { client_token: CANARY } });
    const used = store.hold(taken({ data: { a: 1 } }));
    secrets.noteTaken(view.login?.token.secretRef ?? '');
    store.noteTaken(used.answerId);
    for (const { answerId } of [view, used]) store.dismiss(answerId);
    vi.advanceTimersByTime(RESTORABLE_MS);
    // Losing a used-up wrapping token costs nothing.
    expect(lists.at(-1)).toMatchObject([{ answerId: view.answerId, restorableUntil: '' }]);
    expect([store.list(), store.count()]).toEqual([[], 1]);
    expect(store.restore(view.answerId)).toBe(view);
    vi.useRealTimers();
  });

  it.each<
    [what: string, body: unknown, act: (made: ReturnType<typeof hold>) => void, left: object | undefined]
  >([
    ['nothing', { data: { a: 1 } }, () => undefined, { credentials: 0, untaken: 0 }],
    [
      'a value revealed',
      { data: { a: 1 } },
      ({ store, view }) => store.reveal(view.answerId, '/data/a'),
      undefined,
    ],
    [
      'all revealed as text',
      { data: { a: 1 } },
      ({ store, view }) => store.raw(view.answerId, true),
      undefined,
    ],
    [
      'all values revealed',
      { data: { a: 1 } },
      ({ store, view }) => store.revealAll(view.answerId),
      undefined,
    ],
    [
      'a value that was left out when all were revealed',
      { data: { a: 'x'.repeat(2 * 1024 * 1024) } },
      ({ store, view }) => store.revealAll(view.answerId),
      { credentials: 0 },
    ],
    [
      'a text that was masked because it holds a credential by now',
      `a text with ${CANARY} in it`,
      ({ known, store, view }) => {
        known.keep([CANARY]);
        store.raw(view.answerId, true);
      },
      { credentials: 0 },
    ],
    [
      'masked text',
      { data: { a: 1 } },
      ({ store, view }) => store.raw(view.answerId, false),
      { credentials: 0 },
    ],
    [
      'a value beside an untouched credential',
      { data: { a: 1, password: CANARY } },
      ({ store, view }) => store.reveal(view.answerId, '/data/a'),
      { credentials: 1, untaken: 1 },
    ],
    [
      'saved to a file',
      { data: { password: CANARY } },
      ({ store, view }) => store.noteTaken(view.answerId),
      undefined,
    ],
    ['an empty answer', '', () => undefined, undefined],
  ])('counts as lost unless a person has it: %s', (_what, body, act, left) => {
    const made = hold(body);
    act(made);
    const losing = made.store.losing(made.view.answerId);
    if (left === undefined) expect(losing).toBeUndefined();
    else expect(losing).toMatchObject(left);
  });

  it('lists the newest first, without those that can be had again', () => {
    const { store } = makeStore();
    const first = store.hold(taken({}, { title: 'first' }));
    store.hold(taken({}, { once: false }));
    const { sessionId: _none, ...anonymous } = taken({}, { title: 'second' });
    const second = store.hold(anonymous);
    expect(store.list()).toEqual([
      {
        answerId: second.answerId,
        kind: 'plain',
        title: 'second',
        path: 'sys/wrapping/unwrap',
        at: second.at,
      },
      {
        answerId: first.answerId,
        kind: 'plain',
        sessionId: 's',
        title: 'first',
        path: 'sys/wrapping/unwrap',
        at: first.at,
      },
    ]);
  });

  it('remembers where it was answered, and binds the references of an unauthenticated connection to that place', () => {
    const { store, secrets, target } = makeStore();
    const { sessionId: _none, ...anonymous } = taken({ wrap_info: { token: CANARY } });
    const view = store.hold({ ...anonymous, target });
    expect(store.targetOf(view.answerId)).toEqual(target);
    expect(secrets.sessionOf(view.wrap?.token.secretRef ?? '')).toBe(unauthenticatedOwner(target));
    expect(store.targetOf(store.hold(taken({})).answerId)).toEqual(target);
  });

  it('makes room among those that can be had again, never among the others', () => {
    const { store } = makeStore();
    const once = store.hold(taken({}));
    const views = Array.from({ length: 61 }, () => store.hold(taken({}, { once: false })));
    expect(() => store.view(views[0]?.answerId ?? '')).toThrow(AppFailure);
    expect(store.view(views[1]?.answerId ?? '')).toBe(views[1]);
    expect(store.view(once.answerId)).toBe(once);
    const large = { data: 'x'.repeat(65 * 1024 * 1024) };
    const newest = store.hold(taken(large, { once: false }));
    expect(store.view(newest.answerId)).toBe(newest);
    expect(() => store.view(views[60]?.answerId ?? '')).toThrow(AppFailure);
  });
});
