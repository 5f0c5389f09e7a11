import { expect, it } from 'vitest';
import { promptSettled } from '../../../shared/ipc/trusted-contract.ts';
import type { TrustedAnswer } from '../../../shared/ipc/trusted-contract.ts';
import { inCall } from './call-scope.ts';
import { createGestures } from './gesture.ts';
import { keepPatience } from './patience.ts';

const question = { kind: 'confirm', title: 'Contact?', body: [], action: 'Yes', destructive: false } as const;

function make(answer: TrustedAnswer['kind'] = 'cancel') {
  let now = 0;
  let asked = 0;
  const person = { answer };
  const gestures = createGestures(() => now);
  const ask = keepPatience({
    gestures,
    nowMs: () => now,
    ask: () => {
      asked++;
      now += 10;
      return Promise.resolve(person.answer === 'cancel' ? { kind: 'cancel' } : { kind: 'submit', text: '' });
    },
  });
  const call = (spentAtMs?: number, signal?: AbortSignal) =>
    inCall(
      {
        name: 'x',
        asks: ['confirm'],
        mayChange: true,
        gestureSpent: false,
        ...(spentAtMs === undefined ? {} : { spentAtMs }),
      },
      () => ask(question, signal),
    );
  return {
    ask,
    call,
    person,
    press: gestures.note,
    pass: (ms: number) => (now += ms),
    now: () => now,
    asked: () => asked,
  };
}

it('asks a page’s question that comes without a key or a click, until a person has said no', async () => {
  const { call, asked } = make();
  await call();
  for (let attempt = 0; attempt < 50; attempt++)
    await expect(call()).rejects.toMatchObject({ error: { kind: 'cancelled' } });
  expect(asked()).toBe(1);
});

it('makes every press before the no worth nothing, and asks by a new one', async () => {
  const { call, press, asked } = make();
  for (let times = 0; times < 10; times++) press();
  await call();
  await expect(call()).rejects.toThrow();
  press();
  await call();
  await expect(call()).rejects.toThrow();
  expect(asked()).toBe(2);
});

it('counts the press that the call itself has spent, if it came after the no', async () => {
  const { call, now, pass, asked } = make();
  const early = now();
  pass(1);
  await call();
  await expect(call(early)).rejects.toThrow();
  pass(1);
  await call(now());
  expect(asked()).toBe(2);
});

it('waits longer after each no, and not at all after a yes', async () => {
  const { call, pass, person, asked } = make();
  await call();
  pass(5_001);
  await call();
  pass(5_001);
  await expect(call()).rejects.toThrow();
  pass(5_000);
  person.answer = 'submit';
  await call();
  person.answer = 'cancel';
  await call();
  pass(5_001);
  await call();
  expect(asked()).toBe(5);
});

it('never keeps main from asking, and takes no prompt that main has put away for a no', async () => {
  const { ask, call, asked } = make();
  const settled = new AbortController();
  settled.abort(promptSettled);
  await call(undefined, settled.signal);
  await call();
  await ask(question);
  await ask(question);
  expect(asked()).toBe(4);
});
