import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { PlanRow } from '../../../shared/vault/plan.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { PlanScreen } from './plan-screen.tsx';

const secret = mountAt('secret/');
const ended = { outcome: 'done', foldersRead: 1, namesSeen: 4, unread: [], unreadCount: 0 } as const;
const rowsFound: readonly PlanRow[] = [
  { id: 0, from: 'secret/a', to: 'secret/p/a', effect: 'create', versions: 3, notes: ['creation-times'] },
  { id: 1, from: 'secret/b', to: 'secret/p/b', effect: 'would-lose' },
  { id: 2, from: 'secret/c', to: 'secret/p/c', effect: 'unknown', reason: 'The server did not answer.' },
  { id: 3, from: 'secret/d', to: 'secret/p/d', effect: 'create' },
];

withRoom(1100);

function show(answers: Answers = {}, others: readonly SessionView[] = []) {
  const session = newSession();
  const answering: Answers = {
    'mount.list': () => [secret],
    'plan.make': () => ({ planId: 'plan-1', jobId: 'job-1' }),
    'plan.run': () => ({ planId: 'plan-1', jobId: 'job-2' }),
    'plan.retry': () => ({ planId: 'plan-1', jobId: 'job-3' }),
    'plan.unfinished': () => [],
    'plan.undo': () => ({ planId: 'plan-2', jobId: 'job-4' }),
    'plan.pause': () => ({}),
    'plan.drop': () => ({}),
    'job.cancel': () => ({}),
    ...answers,
  };
  const plan = planOf(session.sessionId);
  const bridge = showScreen(session, <PlanScreen session={session} />, answering, others);
  const place = (path: string) => ({ sessionId: session.sessionId, mount: secret.path, path });
  return { bridge, session, plan, place, user: userEvent.setup() };
}

/** Selects two places, and makes a plan that copies them to `p/`. */
async function made(answers: Answers = {}, others: readonly SessionView[] = [], found = rowsFound) {
  const shown = show(answers, others);
  const { plan, place, session, user, bridge } = shown;
  const to = { sessionId: session.sessionId, mount: secret, path: 'p' };
  act(() => plan.select([place('a'), place('x/')], 'copy', to));
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  await screen.findByText('Making the plan…');
  act(() => {
    bridge.emit('plan.found', { jobId: 'job-1', planId: 'plan-1', rows: found, done: 4, total: 4 });
    bridge.emit('job.ended', { jobId: 'job-1', ...ended });
  });
  await screen.findByRole('button', { name: /^Run/ });
  return shown;
}

const rows = () =>
  [...screen.getByRole('grid', { name: 'Rows of the plan' }).querySelectorAll('[data-index]')].map((row) =>
    row.querySelector('[title]')?.getAttribute('title'),
  );

it('says where a selection comes from while there is none', () => {
  show();
  expect(screen.getByText('Nothing is selected')).toBeTruthy();
});

it('hands the selection and the form over, without what was taken out', async () => {
  const { bridge, plan, place, session, user } = show();
  const to = { sessionId: session.sessionId, mount: secret, path: 'p' };
  act(() => plan.select([place('a'), place('x/')], 'move', to));
  await user.click(screen.getByRole('button', { name: 'Take secret/a out' }));
  await user.click(screen.getByRole('radio', { name: /^The latest one/ }));
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  expect(bridge.inputsOf('plan.make')).toEqual([
    {
      sessionId: session.sessionId,
      places: [place('x/')],
      action: {
        kind: 'move',
        to: place('p/'),
        versions: 'latest',
        metadata: true,
        existing: 'skip',
      },
    },
  ]);
});

it('leaves keys out of a copy, whose names can have spaces, and of no move', async () => {
  const { bridge, plan, place, session, user } = show();
  const to = { sessionId: session.sessionId, mount: secret, path: 'p' };
  act(() => plan.select([place('x/')], 'copy', to));
  await user.type(screen.getByRole('textbox', { name: /^Leave out keys/ }), 'db password, token,');
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  act(() => plan.change());
  act(() => plan.setKind('move'));
  expect(screen.queryByRole('textbox', { name: /^Leave out keys/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  const [copied, moved] = bridge.inputsOf('plan.make') as readonly { readonly action: object }[];
  expect(copied?.action).toHaveProperty('without', ['db password', 'token']);
  expect(moved?.action).not.toHaveProperty('without');
});

it('shows each row with its effect and notes, and leaves out what would lose versions', async () => {
  await made();
  expect(rows()).toEqual(['secret/a', 'secret/b', 'secret/c', 'secret/d']);
  expect(screen.getByText('Versions get the time of the copy')).toBeTruthy();
  expect(screen.getByText('The server did not answer.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run 2 rows…' })).toBeTruthy();
  expect(screen.getByText(/^1 row left out/)).toBeTruthy();
});

it('names the connections of rows that are on several, with what is production', async () => {
  const other = newSession({ name: 'Payments', namespace: 'ops', environment: 'production' });
  const { sessionId: toSession } = other;
  await made(
    {},
    [other],
    rowsFound.map((row) => ({ ...row, toSession })),
  );
  expect(screen.getByRole('columnheader', { name: 'Connection' })).toBeTruthy();
  const row = screen.getByRole('row', { name: /secret\/a/ });
  expect(within(row).getByText('Payments · ops')).toBeTruthy();
  expect(within(row).getByText('production').closest('[data-environment]')).toBeTruthy();
});

it.each([
  [600, ['From', 'To', 'Connection', 'Effect']],
  [550, ['From', 'To', 'Effect']],
])('has no column that is cut off in %i pixels', async (width, titles) => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const other = newSession({ name: 'Payments', environment: 'production' });
  const { sessionId: toSession } = other;
  await made(
    {},
    [other],
    rowsFound.map((row) => ({ ...row, toSession })),
  );
  const [, ...heads] = screen.getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual(titles);
  const sizes = heads[0]?.parentElement?.style.gridTemplateColumns.match(/\d+px/g) ?? [];
  expect(sizes.reduce((sum, size) => sum + parseInt(size), 0)).toBeLessThanOrEqual(width);
});

it('names no connection of rows that are on one', async () => {
  await made();
  expect(screen.queryByRole('columnheader', { name: 'Connection' })).toBeNull();
});

it('opens the masked difference of a row, and folds what stays', async () => {
  const facts = (key: string) => ({ key, type: 'string' as const, bytes: 3, rawBytes: 5 });
  const { bridge, user } = await made({
    'plan.difference': () => ({
      keys: [
        { key: 'password', change: 'changed', before: facts('password'), after: facts('password') },
        { key: 'user', change: 'same', before: facts('user'), after: facts('user') },
      ],
    }),
  });
  await user.click(screen.getByText('The server did not answer.'));
  const details = await screen.findByRole('list', { name: 'Keys that differ' });
  expect(within(details).getByText('password')).toBeTruthy();
  expect(within(details).queryByText('user')).toBeNull();
  expect(screen.getByRole('button', { name: /1 key stays/ })).toBeTruthy();
  expect(bridge.inputsOf('plan.difference')).toEqual([
    { planId: 'plan-1', row: expect.any(Number) as number },
  ]);
});

it('saves the rows that are not left out, and says where', async () => {
  const { bridge, user } = await made({ 'plan.save': () => ({ fileName: 'plan.jsonl', rows: 2 }) });
  await user.click(screen.getByRole('button', { name: 'Save the plan…' }));
  expect(await screen.findByText('2 rows saved to plan.jsonl, without values.')).toBeTruthy();
  expect(bridge.inputsOf('plan.save')).toEqual([{ planId: 'plan-1', leftOut: [1], include: [] }]);
  expect(screen.getByRole('button', { name: 'Run 2 rows…' })).toBeTruthy();
});

it('loads a plan, and leaves out rows that have changed since it was saved', async () => {
  const { bridge, session, user } = show({
    'plan.load': () => ({
      planId: 'plan-2',
      jobId: 'job-1',
      fileName: 'plan.jsonl',
      action: { kind: 'remove-key', key: 'k' },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Load a plan…' }));
  await screen.findByText('Making the plan…');
  const changed: readonly PlanRow[] = [
    { id: 0, from: 'secret/a', effect: 'change', notes: ['changed-since-saved'] },
    { id: 1, from: 'secret/b', effect: 'change' },
  ];
  act(() => {
    bridge.emit('plan.found', { jobId: 'job-1', planId: 'plan-2', rows: changed, done: 2, total: 2 });
    bridge.emit('job.ended', { jobId: 'job-1', ...ended });
  });
  expect(await screen.findByRole('button', { name: 'Run 1 row…' })).toBeTruthy();
  expect(screen.getByText('Remove a key: k')).toBeTruthy();
  expect(screen.getByText('Loaded from plan.jsonl and checked against the server.')).toBeTruthy();
  expect(bridge.inputsOf('plan.load')).toEqual([{ sessionId: session.sessionId }]);
});

it('stays as it was if no file is chosen', async () => {
  const { user } = show({ 'plan.load': failing({ kind: 'cancelled', message: 'No file was chosen.' }) });
  await user.click(screen.getByRole('button', { name: 'Load a plan…' }));
  expect(await screen.findByText('Nothing is selected')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('numbers the versions that it deletes, and counts those that it copies', async () => {
  const deleted: PlanRow = { id: 1, from: 'secret/b', effect: 'delete', versions: 4, which: '1–3, 7' };
  await made({}, [], [...rowsFound.slice(0, 1), deleted]);
  const grid = screen.getByRole('grid', { name: 'Rows of the plan' });
  expect(within(grid).getByText('v1–3, 7')).toBeTruthy();
  expect(within(grid).getByText('3')).toBeTruthy();
});

it('filters by text and by effect, and sorts', async () => {
  const { user } = await made();
  await user.type(screen.getByRole('searchbox', { name: 'Filter paths' }), 'P/C');
  expect(rows()).toEqual(['secret/c']);
  await user.clear(screen.getByRole('searchbox', { name: 'Filter paths' }));
  await user.click(screen.getByRole('button', { name: '2 New' }));
  expect(rows()).toEqual(['secret/a', 'secret/d']);
  await user.click(screen.getByRole('button', { name: 'From' }));
  await user.click(screen.getByRole('button', { name: 'From' }));
  expect(rows()).toEqual(['secret/d', 'secret/a']);
});

it('runs what is not left out, and a row that would lose versions only if it was chosen', async () => {
  const { bridge, user } = await made();
  await user.click(screen.getByRole('checkbox', { name: 'Select secret/a' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select secret/b' }));
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  expect(bridge.inputsOf('plan.run')).toEqual([{ planId: 'plan-1', leftOut: [0], include: [1] }]);
});

it('takes all shown rows out and in by the check box in the head', async () => {
  const { user } = await made();
  const all = screen.getByRole('checkbox', { name: 'Select all shown' });
  await user.click(all);
  expect(screen.getByRole('button', { name: 'Run 3 rows…' })).toBeTruthy();
  await user.click(all);
  expect(screen.getByRole('button', { name: 'Run 0 rows…' }).getAttribute('aria-disabled')).toBe('true');
});

it('stays as it was if the person declines', async () => {
  const { user } = await made({ 'plan.run': failing({ kind: 'cancelled', message: 'No.' }) });
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  expect(await screen.findByRole('button', { name: 'Run 2 rows…' })).toBeTruthy();
});

it('says results by outcome and row, filters by them, and tries the failed again', async () => {
  const { bridge, user } = await made();
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Go on' })).toBeTruthy();
  const results = [
    { id: 0, outcome: 'done' },
    { id: 3, outcome: 'failed', reason: 'Permission denied.' },
  ] as const;
  act(() => {
    bridge.emit('plan.ran', { jobId: 'job-2', planId: 'plan-1', results, done: 2, total: 2 });
    bridge.emit('job.ended', { jobId: 'job-2', ...ended });
  });
  const status = await screen.findByRole('status', { name: 'Result' });
  expect(within(status).getByRole('button', { name: '1 done' })).toBeTruthy();
  await user.click(within(status).getByRole('button', { name: '1 failed' }));
  expect(rows()).toEqual(['secret/d']);
  expect(screen.getByText('Permission denied.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry the failed…' }));
  expect(bridge.inputsOf('plan.retry')).toEqual([{ planId: 'plan-1' }]);
  act(() => {
    const retried = [{ id: 3, outcome: 'done' }] as const;
    bridge.emit('plan.ran', { jobId: 'job-3', planId: 'plan-1', results: retried, done: 1, total: 1 });
    bridge.emit('job.ended', { jobId: 'job-3', ...ended });
  });
  // The filter for failed rows finds none now.
  await user.click(await screen.findByRole('button', { name: 'Clear filter' }));
  expect(rows()).toHaveLength(rowsFound.length);
});

it('tries rows again whose outcome is unknown', async () => {
  const { bridge, user } = await made();
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  act(() => {
    const results = [
      { id: 0, outcome: 'done' },
      { id: 3, outcome: 'unknown', reason: 'The connection was lost.' },
    ] as const;
    bridge.emit('plan.ran', { jobId: 'job-2', planId: 'plan-1', results, done: 2, total: 2 });
    bridge.emit('job.ended', { jobId: 'job-2', ...ended });
  });
  await user.click(await screen.findByRole('button', { name: 'Retry the unknown…' }));
  expect(bridge.inputsOf('plan.retry')).toEqual([{ planId: 'plan-1' }]);
});

it('runs the rest of a run that stopped early: rows that failed, and those not tried', async () => {
  const { bridge, user } = await made();
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  const error = { kind: 'not-kept', message: 'The journal of the run could not be written.' } as const;
  act(() => {
    const results = [{ id: 0, outcome: 'failed', reason: error.message }] as const;
    bridge.emit('plan.ran', { jobId: 'job-2', planId: 'plan-1', results, done: 1, total: 2 });
    bridge.emit('job.ended', { jobId: 'job-2', ...ended, outcome: 'stopped', error });
  });
  const status = await screen.findByRole('status', { name: 'Result' });
  expect(within(status).getByRole('button', { name: '1 not tried' })).toBeTruthy();
  await user.click(within(status).getByRole('button', { name: 'Run the rest…' }));
  const [first, second] = bridge.inputsOf('plan.run');
  expect(second).toEqual(first);
});

it('offers the reverse of what was done as a plan of its own, which is not undone again', async () => {
  const { bridge, user } = await made();
  const run = (jobId: string, planId: string) => {
    const results = [{ id: 0, outcome: 'done' }] as const;
    bridge.emit('plan.ran', { jobId, planId, results, done: 1, total: 1 });
    bridge.emit('job.ended', { jobId, ...ended });
  };
  await user.click(screen.getByRole('button', { name: 'Run 2 rows…' }));
  act(() => run('job-2', 'plan-1'));
  await user.click(await screen.findByRole('button', { name: 'Undo…' }));
  expect(bridge.inputsOf('plan.undo')).toEqual([{ planId: 'plan-1' }]);
  act(() => {
    const undo = [{ id: 0, from: 'secret/p/a', effect: 'remove', notes: ['no-undo'] }] as const;
    bridge.emit('plan.found', { jobId: 'job-4', planId: 'plan-2', rows: undo, done: 1, total: 1 });
    bridge.emit('job.ended', { jobId: 'job-4', ...ended });
  });
  expect(await screen.findByText(/^Undo: Copy/)).toBeTruthy();
  expect(rows()).toEqual(['secret/p/a']);
  await user.click(screen.getByRole('button', { name: 'Run 1 row…' }));
  expect(bridge.inputsOf('plan.run').at(-1)).toMatchObject({ planId: 'plan-2' });
  act(() => run('job-2', 'plan-2'));
  await screen.findByRole('status', { name: 'Result' });
  expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull();
});

it('keeps the form after a plan could not be made, and says why', async () => {
  const { plan, place, user } = show({
    'plan.make': failing({ kind: 'forbidden', message: 'No list permission.' }),
  });
  act(() => plan.select([place('x/')], 'delete'));
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  expect(await screen.findByText('The plan could not be made')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make the plan' })).toBeTruthy();
});
