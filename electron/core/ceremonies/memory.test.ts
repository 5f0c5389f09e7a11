import { expect, it } from 'vitest';
import { createCeremonyMemory, lookWith, noteLook } from './memory.ts';

it('remembers the latest ceremonies, results and shares, and not every one there ever was', () => {
  const { begun, labels, given } = createCeremonyMemory();
  for (let at = 0; at < 1_000; at++) {
    begun.set(`nonce-${String(at)}`, { owners: [] });
    labels.set(`answer-${String(at)}`, []);
    given.add(`node-${String(at)}`, 'aa'.repeat(32));
  }
  expect(begun.size).toBeLessThanOrEqual(32);
  expect(labels.size).toBeLessThanOrEqual(128);
  expect(begun.has('nonce-999') && labels.has('answer-999')).toBe(true);
  expect(given.has('node-999', 'aa'.repeat(32))).toBe(true);
  expect(given.has('node-0', 'aa'.repeat(32))).toBe(false);
});

it('keeps what was set again', () => {
  const { begun } = createCeremonyMemory();
  begun.set('first', { answerId: 'x', owners: [] });
  for (let at = 0; at < 100; at++) {
    begun.set(`nonce-${String(at)}`, { owners: [] });
    begun.set('first', { owners: [] });
  }
  expect(begun.get('first')).toEqual({ owners: [] });
});

it('knows a ceremony by any confirmed node of its cluster, and by no other server', () => {
  const memory = createCeremonyMemory();
  const at = (address: string, ...confirmedOrigins: string[]) =>
    ({ anonymous: { client: { options: { address, confirmedOrigins } } } }) as never;
  const status = { nonce: 'n', progress: 1 } as never;
  noteLook(memory, at('https://v-1:8200'), status);
  expect(lookWith(memory, at('https://v-2:8200', 'https://v-1:8200'), 'n')).toBe(status);
  expect(lookWith(memory, at('https://v-2:8200'), 'n')).toBeUndefined();
});
