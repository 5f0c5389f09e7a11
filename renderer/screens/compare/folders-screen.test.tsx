import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { ImportFile } from '../../../shared/vault/import.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { comparisonOf } from '../../parts/folder/comparison-store.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { FoldersScreen } from './folders-screen.tsx';

const secret = mountAt('secret/');
const found: readonly ComparisonRow[] = [
  { id: 0, path: 'api', change: 'different', differ: 1, keys: 2 },
  { id: 1, path: 'left', change: 'left-only', gone: 'right' },
  { id: 2, path: 'right', change: 'right-only' },
  { id: 3, path: 'same', change: 'same', differ: 0, keys: 1 },
  { id: 4, path: 'locked', change: 'unknown', reason: 'permission denied' },
];
const ended = { outcome: 'done', foldersRead: 5, namesSeen: 5, unread: [], unreadCount: 0 } as const;

withRoom(1100);

function show(answers: Answers = {}) {
  const session = newSession();
  const answering: Answers = {
    'mount.list': () => [secret],
    'comparison.start': () => ({ comparisonId: 'c-1', jobId: 'job-1' }),
    'comparison.drop': () => ({}),
    'plan.drop': () => ({}),
    'job.cancel': () => ({}),
    ...answers,
  };
  const { sessionId } = session;
  comparisonOf(sessionId).choose({
    left: { sessionId, mount: secret, path: 'a/' },
    right: { sessionId, mount: secret, path: '' },
  });
  const bridge = showScreen(session, <FoldersScreen session={session} />, answering);
  return { bridge, sessionId, user: userEvent.setup() };
}

async function compared(answers: Answers = {}) {
  const shown = show(answers);
  const { bridge, user } = shown;
  await user.type(screen.getByRole('combobox', { name: 'Right folder' }), 'b');
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await screen.findByText('Comparing…');
  act(() => {
    bridge.emit('comparison.found', { jobId: 'job-1', comparisonId: 'c-1', rows: found, done: 5, total: 5 });
    bridge.emit('job.ended', { jobId: 'job-1', ...ended });
  });
  await screen.findByRole('button', { name: 'Compare again' });
  return shown;
}

const rows = () =>
  [...screen.getByRole('grid', { name: 'Compared entries' }).querySelectorAll('[data-index]')].map((row) =>
    row.querySelector('[title]')?.getAttribute('title'),
  );

it('refuses one folder on both sides before anything is asked', async () => {
  const { bridge, user } = show();
  await user.type(screen.getByRole('combobox', { name: 'Right folder' }), 'a');
  expect(screen.getByText('Both sides are the same folder.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).toBe('true');
  expect(bridge.inputsOf('comparison.start')).toEqual([]);
});

it('folds equal entries, and shows them by their count', async () => {
  const { bridge, user, sessionId } = await compared();
  expect(bridge.inputsOf('comparison.start')).toEqual([
    {
      sessionId,
      left: { sessionId, mount: 'secret/', path: 'a/' },
      right: { sessionId, mount: 'secret/', path: 'b/' },
    },
  ]);
  expect(rows()).toEqual(['api', 'left', 'right', 'locked']);
  expect(screen.getByText('deleted on the right')).toBeTruthy();
  expect(screen.getByText('permission denied')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '1 Same' }));
  expect(rows()).toEqual(['same']);
});

it('opens the masked difference of a row', async () => {
  const { bridge, user } = await compared({
    'comparison.difference': () => [{ key: 'password', change: 'changed' }],
  });
  await user.click(screen.getByText('api'));
  const keys = await screen.findByRole('list', { name: 'Keys that differ' });
  expect(within(keys).getByText('password')).toBeTruthy();
  expect(bridge.inputsOf('comparison.difference')).toEqual([{ comparisonId: 'c-1', row: 0 }]);
});

it('copies what is shown, or only chosen rows, in one direction', async () => {
  const { bridge, user } = await compared({
    'comparison.plan': failing({ kind: 'cancelled', message: 'No gesture.' }),
  });
  await user.click(screen.getByRole('button', { name: 'Copy 2 to the right…' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select right' }));
  expect(screen.getByRole('button', { name: 'Copy 0 to the right…' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(screen.getByRole('button', { name: 'Copy 1 to the left…' }));
  const options = { comparisonId: 'c-1', versions: 'latest', metadata: false };
  expect(bridge.inputsOf('comparison.plan')).toEqual([
    { ...options, to: 'right', rows: [0, 1] },
    { ...options, to: 'left', rows: [2] },
  ]);
  // A row that nobody knows cannot be chosen.
  expect(screen.queryByRole('checkbox', { name: 'Select locked' })).toBeNull();
});

const file: ImportFile = {
  importId: 'i-1',
  fileName: 'backup.jsonl',
  format: 'strongroom',
  encrypted: true,
  entries: 12,
  keys: [],
  keyCount: 0,
  titled: false,
  commonFolder: 'app/',
  attachments: 0,
  hasVersions: true,
  hasMetadata: false,
  incomplete: true,
  warnings: ['The export could not read 2 of its entries.'],
  mapping: {
    folders: 'all',
    slashes: 'dash',
    clashes: 'conflict',
    keys: [],
    attachments: 'leave-out',
    versions: 'all',
    metadata: true,
  },
};

/** A folder and the file, compared. */
async function withFile(answers: Answers = {}) {
  const shown = show({ 'import.choose': () => file, 'import.drop': () => ({}), ...answers });
  const { bridge, user } = shown;
  await user.click(screen.getByRole('button', { name: 'Right from a file…' }));
  await screen.findByText('backup.jsonl');
  return { ...shown, bridge, user };
}

it('takes a file as one side, says what it lacks, and copies only to the folder', async () => {
  const { bridge, user, sessionId } = await withFile({
    'comparison.plan': () => ({ planId: 'p-1', jobId: 'job-2' }),
  });
  expect(bridge.inputsOf('import.choose')).toEqual([{ sessionId, purpose: 'comparison' }]);
  expect(screen.getByText('The export could not read 2 of its entries.')).toBeTruthy();
  expect(screen.getByText('The file is incomplete. Entries that it lacks stay unknown.')).toBeTruthy();
  // Two files have nothing to tell about a server.
  expect(screen.queryByRole('button', { name: 'Left from a file…' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await screen.findByText('Comparing…');
  act(() => {
    bridge.emit('comparison.found', { jobId: 'job-1', comparisonId: 'c-1', rows: found, done: 5, total: 5 });
    bridge.emit('job.ended', { jobId: 'job-1', ...ended });
  });
  await screen.findByRole('button', { name: 'Compare again' });
  expect(bridge.inputsOf('comparison.start')).toMatchObject([
    { left: { mount: 'secret/', path: 'a/' }, right: { importId: 'i-1', folders: 'all' } },
  ]);
  expect(screen.queryByRole('button', { name: /to the right…/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Select left' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy 2 to the left…' }));
  expect(bridge.inputsOf('comparison.plan')).toMatchObject([{ to: 'left', rows: [0, 2] }]);
  expect(planOf(sessionId).snapshot().action).toMatchObject({ kind: 'import', fileName: 'backup.jsonl' });
});

it('has main forget a file that is a side no more', async () => {
  const { bridge, user } = await withFile();
  await user.click(screen.getByRole('button', { name: 'Use a folder' }));
  expect(screen.getByRole('combobox', { name: 'Right folder' })).toBeTruthy();
  expect(bridge.inputsOf('import.drop')).toEqual([{ importId: 'i-1' }]);
});

it('says why a file was not read', async () => {
  const { user } = show({
    'import.choose': failing({ kind: 'invalid-input', field: 'file', message: 'The file is empty.' }),
  });
  await user.click(screen.getByRole('button', { name: 'Left from a file…' }));
  expect(await screen.findByText('The file is empty.')).toBeTruthy();
});
