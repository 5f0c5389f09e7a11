import { expect, it } from 'vitest';
import type { PlanRow } from '../../../shared/vault/plan.ts';
import { noFilter, PlanRows } from './plan-rows.ts';

const sample: readonly PlanRow[] = [
  { id: 0, from: 'kv/Web/a', to: 'kv/prod/a', effect: 'create' },
  { id: 1, from: 'kv/web/b', to: 'kv/prod/b', effect: 'identical' },
  { id: 2, from: 'kv/db', to: 'kv/prod/web', effect: 'would-lose' },
  { id: 3, from: 'kv/c', effect: 'unknown', reason: 'The server did not answer.' },
];

function rows(): PlanRows {
  const made = new PlanRows();
  made.add(sample.slice(0, 2));
  made.add(sample.slice(2));
  return made;
}

it('counts effects, and the rows that a run can carry out', () => {
  const made = rows();
  expect([...made.effects]).toEqual([
    ['create', 1],
    ['identical', 1],
    ['would-lose', 1],
    ['unknown', 1],
  ]);
  expect([made.count, made.runnable]).toEqual([4, 2]);
  made.add([{ id: 0, from: 'kv/Web/a', effect: 'conflict' }]);
  expect([made.effects.get('create'), made.effects.get('conflict'), made.count, made.runnable]).toEqual([
    0, 1, 4, 1,
  ]);
});

it('filters by part of a path or its destination whatever the case, and by effect, in the order given', () => {
  const made = rows();
  const ids = (filter: Partial<typeof noFilter>, of = made.all) =>
    made.shown(of, { ...noFilter, ...filter }).map(({ id }) => id);
  expect(ids({})).toEqual([0, 1, 2, 3]);
  expect(ids({ text: ' WEB ' })).toEqual([0, 1, 2]);
  expect(ids({ text: 'web' }, made.all.toReversed())).toEqual([2, 1, 0]);
  expect(ids({ text: 'web', effect: 'identical' })).toEqual([1]);
});

it('keeps the last result of a row, and counts those that were to run and have none', () => {
  const made = rows();
  made.addResults([{ id: 0, outcome: 'failed', reason: 'No.' }]);
  expect(Object.fromEntries(made.outcomes((id) => id === 2))).toEqual({ failed: 1 });
  made.addResults([{ id: 0, outcome: 'done' }]);
  expect(Object.fromEntries(made.outcomes(() => false))).toEqual({ done: 1, none: 1 });
  expect(made.shown(made.all, { ...noFilter, outcome: 'done' })).toEqual([sample[0]]);
});

it('narrows what passed before while the text grows, and widens it again', () => {
  const made = rows();
  const texts = ['', 'k', 'kv/', 'kv/w', 'kv/web/b', 'kv/w', 'w', 'b', 'db', 'none', 'x', ''];
  const plain = (text: string, of: readonly PlanRow[]) =>
    of.filter(({ from, to = '' }) => `${from}\n${to}`.toLowerCase().includes(text)).map(({ id }) => id);
  for (const of of [made.all, made.all.toReversed()])
    for (const effect of [undefined, 'create'] as const)
      for (const text of texts)
        expect([text, made.shown(of, { ...noFilter, text, effect }).map(({ id }) => id)]).toEqual([
          text,
          plain(text, of).filter((id) => effect === undefined || made.all[id]?.effect === effect),
        ]);
  // The same text finds rows that came since, and results that changed.
  const byText = () => made.shown(made.all, { ...noFilter, text: 'new' }).length;
  expect(byText()).toBe(0);
  made.add([{ id: 4, from: 'kv/new', effect: 'create' }]);
  expect(byText()).toBe(1);
  const failed = () => made.shown(made.all, { ...noFilter, outcome: 'failed' }).length;
  expect(failed()).toBe(0);
  made.addResults([{ id: 4, outcome: 'failed' }]);
  expect(failed()).toBe(1);
});

it('knows the columns that some row needs', () => {
  const made = new PlanRows();
  made.add([{ id: 0, from: 'kv/a', effect: 'identical', notes: ['numbers'] }]);
  expect(made.needs).toEqual({ to: false, result: false, notes: false });
  made.add([{ id: 0, from: 'kv/a', to: 'kv/b', effect: 'create', notes: ['numbers'] }]);
  expect(made.needs).toEqual({ to: true, result: false, notes: true });
  made.add([{ id: 0, from: 'kv/a', effect: 'delete' }]);
  made.addResults([{ id: 0, outcome: 'done' }]);
  expect(made.needs).toEqual({ to: false, result: true, notes: false });
  made.addResults([{ id: 0, outcome: 'failed', reason: 'No.' }]);
  expect(made.needs.notes).toBe(true);
  made.addResults([{ id: 0, outcome: 'done' }]);
  expect(made.needs.notes).toBe(false);
});
