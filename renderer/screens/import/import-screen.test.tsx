import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ImportFile } from '../../../shared/vault/import.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { importOf } from '../../parts/plan/import-store.ts';
import { planOf } from '../../parts/plan/plan-store.ts';
import { ImportScreen } from './import-screen.tsx';

const secret = mountAt('secret/');
const file: ImportFile = {
  importId: 'i-1',
  fileName: 'logins.csv',
  format: 'csv',
  encrypted: false,
  entries: 2,
  keys: [
    { name: 'Username', count: 2 },
    { name: 'Password', count: 1 },
  ],
  keyCount: 2,
  titled: true,
  commonFolder: 'Web/',
  attachments: 0,
  hasVersions: false,
  hasMetadata: false,
  incomplete: true,
  warnings: ['The first column gives the names.'],
  mapping: {
    folders: 'all',
    slashes: 'dash',
    clashes: 'number',
    keys: [],
    attachments: 'leave-out',
    versions: 'all',
    metadata: true,
  },
};
const preview = {
  rows: [
    { from: 'Web/Shop', path: 'Web/Shop', keys: [{ name: 'Username', length: 2 }], versions: 1 },
    { from: 'Web/..', path: '_', keys: [], versions: 1, problem: 'The new name is empty.' },
  ],
  entries: 2,
  clashes: 1,
  problems: 1,
};

withRoom(1100);

function show(answers: Answers = {}) {
  const session = newSession();
  const answering: Answers = {
    'mount.list': () => [secret],
    'import.choose': () => file,
    'import.arrange': () => ({ ...file, format: 'json', layout: 'tree' }),
    'import.preview': () => preview,
    'import.plan': () => ({ planId: 'plan-1', jobId: 'job-1' }),
    'import.drop': () => ({}),
    'plan.drop': () => ({}),
    ...answers,
  };
  const bridge = showScreen(session, <ImportScreen session={session} />, answering);
  return { bridge, session, store: importOf(session.sessionId), user: userEvent.setup() };
}

async function chosen(answers: Answers = {}) {
  const shown = show(answers);
  act(() => shown.store.into(secret, 'team/'));
  await shown.user.click(screen.getByRole('button', { name: 'Choose a file…' }));
  await screen.findByRole('grid', { name: 'Preview' });
  return shown;
}

it('says where to begin while no folder is chosen, then names the folder', () => {
  const { store } = show();
  expect(screen.getByText('No folder is chosen')).toBeTruthy();
  act(() => store.into(secret, 'team/'));
  expect(screen.getByText('Import into secret/team/')).toBeTruthy();
});

it('shows the file masked: lengths, warnings, what cannot be carried, problems', async () => {
  await chosen();
  const grid = screen.getByRole('grid', { name: 'Preview' });
  expect(within(grid).getByText('Username (2)')).toBeTruthy();
  expect(within(grid).getByText('The new name is empty.')).toBeTruthy();
  expect(screen.getByText('The first column gives the names.')).toBeTruthy();
  expect(screen.getByText(/no older versions, no metadata/)).toBeTruthy();
  expect(screen.getByText(/1 path twice. 1 path that cannot be written. Values are not shown./)).toBeTruthy();
  // Rules that make no difference for this file are not asked for.
  expect(screen.queryByRole('radio', { name: 'Leave them out' })).toBeNull();
});

it('asks for a new preview with each rule, and plans by the rules that are seen', async () => {
  const { bridge, user, session } = await chosen();
  await user.click(screen.getByRole('radio', { name: 'Without Web/' }));
  await user.click(screen.getByRole('button', { name: 'Rename or leave out keys' }));
  await user.clear(screen.getByRole('textbox', { name: 'Password' }));
  const mapping = {
    ...file.mapping,
    folders: 'without-common',
    keys: [{ from: 'Password', to: '' }],
  };
  expect(bridge.inputsOf('import.preview').at(-1)).toEqual({ importId: 'i-1', mapping });
  await user.click(screen.getByRole('radio', { name: 'Write new versions over it' }));
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  const to = { sessionId: session.sessionId, mount: 'secret/', path: 'team/' };
  expect(bridge.inputsOf('import.plan')).toEqual([{ importId: 'i-1', to, mapping, existing: 'overwrite' }]);
  expect(planOf(session.sessionId).snapshot().action).toMatchObject({
    kind: 'import',
    fileName: 'logins.csv',
    incomplete: true,
  });
});

it('keeps the form where a file, or a plan, is refused', async () => {
  const refusal = { kind: 'invalid-input', field: 'file', message: 'Line 2: this is not JSON.' } as const;
  const { user } = await chosen({ 'import.plan': failing(refusal) });
  await user.click(screen.getByRole('button', { name: 'Make the plan' }));
  expect(await screen.findByText(/Line 2/)).toBeTruthy();
  expect(screen.getByRole('grid', { name: 'Preview' })).toBeTruthy();
});

it('forgets the file in main, too', async () => {
  const { bridge, user } = await chosen();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(bridge.inputsOf('import.drop')).toEqual([{ importId: 'i-1' }]);
  expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeTruthy();
});
