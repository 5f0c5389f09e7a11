import { expect, it } from 'vitest';
import type { PlanResult, PlanRow } from '../../../shared/vault/plan.ts';
import { touchedBy } from './touched-by.ts';

const home = 'one';
const row = (more: Partial<PlanRow> = {}): PlanRow => ({
  id: 0,
  from: 'kv/a/x',
  to: 'kv/b/x',
  toSession: 'two',
  effect: 'create',
  ...more,
});
const done: PlanResult = { id: 0, outcome: 'done' };
const [source, target] = [
  { sessionId: 'one', path: 'kv/a/x' },
  { sessionId: 'two', path: 'kv/b/x' },
];
const inPlace = ({ to: _to, toSession: _session, ...rest }: PlanRow): PlanRow => rest;

it('tells where an entry went that was moved, renamed or put back', () => {
  for (const kind of ['move', 'rename', 'undo'] as const)
    expect(touchedBy(row(), done, { kind, home })).toMatchObject([
      target,
      { ...source, gone: { how: 'moved', to: target } },
    ]);
});

it('tells of a copy and an import the place that was written alone', () => {
  expect(touchedBy(row(), done, { kind: 'copy', home })).toEqual([target]);
  expect(touchedBy(row({ from: 'line 3' }), done, { kind: 'import', home })).toEqual([target]);
  const stays: PlanResult = { id: 0, outcome: 'failed', sourceStays: true };
  expect(touchedBy(row(), stays, { kind: 'move', home })).toEqual([target]);
});

it('tells what was deleted, also by a run that goes on, and nothing of a row that is not done', () => {
  const of = (effect: PlanRow['effect'], kind: 'remove' | 'delete' | 'set-key' | 'undo') =>
    touchedBy(inPlace(row({ effect })), done, { kind, home })[0]?.gone?.how;
  expect(of('remove', 'remove')).toBe('removed');
  expect(of('go-on', 'remove')).toBe('removed');
  expect(of('remove', 'undo')).toBe('removed');
  expect(of('delete', 'delete')).toBe('versions');
  expect(touchedBy(inPlace(row({ effect: 'change' })), done, { kind: 'set-key', home })).toEqual([source]);
  for (const outcome of ['failed', 'unknown', 'skipped'] as const)
    expect(touchedBy(row(), { id: 0, outcome }, { kind: 'move', home })).toEqual([]);
});
