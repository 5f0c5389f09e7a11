import { describe, expect, it } from 'vitest';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { inCall } from './call-scope.ts';
import type { CallScope } from './call-scope.ts';
import { createGestureGate, createGestures } from './gesture.ts';

function scope(): CallScope {
  return { name: 'entry.save', asks: [], mayChange: true, gestureSpent: false };
}

function gate(options: { readonly agrees?: boolean; readonly withoutQuestion?: boolean } = {}) {
  let now = 0;
  const asked: TrustedRequest[] = [];
  const gestures = createGestures(() => now);
  const { spend, asked: agreed } = createGestureGate({
    gestures,
    withoutQuestion: () => options.withoutQuestion === true,
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(options.agrees === true ? { kind: 'submit', text: '' } : { kind: 'cancel' });
    },
  });
  return {
    asked,
    agreed,
    press: gestures.note,
    pass: (ms: number) => (now += ms),
    call: (within = scope()) => inCall(within, () => spend('Save an entry')),
    spend,
  };
}

const cancelled: unknown = expect.objectContaining({
  error: expect.objectContaining({ kind: 'cancelled' }) as unknown,
});

describe('the gesture gate', () => {
  it('lets as many calls pass as there were gestures, and asks about the next', async () => {
    const { press, call, asked } = gate();
    press();
    press();
    await call();
    await call();
    await expect(call()).rejects.toEqual(cancelled);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).toContain('Save an entry');
  });

  it('goes on without a gesture where a person agrees, for that call alone', async () => {
    const { call, asked } = gate({ agrees: true });
    const one = scope();
    await call(one);
    await call(one);
    expect(asked).toHaveLength(1);
    await call();
    expect(asked).toHaveLength(2);
  });

  it('takes no gesture older than five seconds', async () => {
    const { press, pass, call, asked } = gate();
    press();
    pass(5_000);
    await call();
    press();
    pass(5_001);
    await expect(call()).rejects.toEqual(cancelled);
    expect(asked).toHaveLength(1);
  });

  it('spends one gesture a call, whatever the call does', async () => {
    const { press, call } = gate();
    press();
    const one = scope();
    await call(one);
    await call(one);
    await expect(call()).rejects.toEqual(cancelled);
  });

  it('lets a call that a screen makes by itself spend nothing', () => {
    const { press, asked, agreed } = gate({ withoutQuestion: true });
    press();
    expect(inCall({ ...scope(), byItself: true }, agreed)).toBe(false);
    expect(inCall(scope(), agreed)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('asks nobody where the person has dropped the question, nor about main’s own doing', async () => {
    const dropped = gate({ withoutQuestion: true });
    await dropped.call();
    expect(dropped.asked).toEqual([]);
    const own = gate();
    await own.spend('Clear the clipboard');
    expect(own.asked).toEqual([]);
  });
});
