import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openJournalFiles } from '../../disk/journal-files.ts';
import { readJournal, readSummary } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = {
  version: 1,
  begun: '2026-11-28T10:00:00.000Z',
  action: { kind: 'copy' },
  places: [{ address: 'https://v.example', namespace: '', name: 'prod' }],
  sides: [{ place: 0, mount: 'kv/' }],
  rows: 4,
};
const row = (id: number) => ({ row: id, from: 0, path: `from/${String(id)}`, effect: 'create' });
const steps = [
  { at: 1, begun: true },
  { at: 1, done: true },
  { at: 1, done: true },
  { at: 2, undeleted: [3, 4] },
  { at: 3, undeleted: [1] },
  { at: 3, undeleted: [] },
  { at: 4, undeleted: [1], begun: true },
  { at: 4, done: true },
];

it('says how far a run has come, as all of its lines do, torn ones left out', async () => {
  const files = openJournalFiles(folder, 'The plan');
  const id = '00000000-0000-4000-8000-000000000001';
  const journal = await files.begin(id, [header, ...[1, 2, 3, 4].map(row), ...steps]);
  await journal.close();
  appendFileSync(join(folder, `${id}.jsonl`), '{"at":2,"done":tr');
  const summary = await readSummary(files, id);
  expect(summary).toMatchObject({ header, first: { path: 'from/1', fromSide: 0 }, done: 2, undeleted: 1 });
  const rows = [...((await readJournal(files, id))?.rows.values() ?? [])];
  expect(rows.filter(({ isDone }) => isDone)).toHaveLength(2);
  expect(rows.filter(({ isDone, progress }) => !isDone && progress.undeleted?.length)).toHaveLength(1);
});

it('takes nothing for a journal that does not begin as one', async () => {
  const files = openJournalFiles(folder, 'The plan');
  const id = '00000000-0000-4000-8000-000000000002';
  await (await files.begin(id, [row(1), ...steps])).close();
  expect(await readSummary(files, id)).toBeUndefined();
});
