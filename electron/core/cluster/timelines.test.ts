import { expect, it } from 'vitest';
import { MOST_EVENTS } from '../../../shared/vault/cluster.ts';
import { Timelines } from './timelines.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 22, 9, 0, seconds)).toISOString();
const sealed = (seconds: number) =>
  ({ at: at(seconds), kind: 'sealed', tone: 'bad', text: 'n3 sealed' }) as const;

it('tells from the first verdict on, and what two sessions have seen once', () => {
  const timelines = new Timelines();
  timelines.note('https://a', at(0), []);
  timelines.note('https://a', at(5), [sealed(5)]);
  timelines.note('https://a', at(6), [sealed(6)]);
  timelines.note('https://a', at(59), [sealed(59)]);
  expect(timelines.of('https://a')).toEqual({ since: at(0), events: [sealed(5), sealed(59)] });
  expect(timelines.of('https://b')).toBeUndefined();
});

it('is bounded in events and in places', () => {
  const timelines = new Timelines();
  for (let index = 0; index < MOST_EVENTS + 5; index++)
    timelines.note('https://a', at(index * 60), [sealed(index * 60)]);
  expect(timelines.of('https://a')?.events).toHaveLength(MOST_EVENTS);
  for (let index = 0; index < 80; index++) timelines.note(`https://${String(index)}`, at(0), []);
  expect(timelines.of('https://a')).toBeUndefined();
  expect(timelines.of('https://79')).toBeDefined();
});
