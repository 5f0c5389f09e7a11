/** An open entry that this app moves or deletes: its tab says so, and keeps what was typed. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tellTouched, type GoneEntry } from '../../api/entry-actions.ts';
import { failing, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { row, show } from './entry-screen.fixture.tsx';

const { sessionId } = sampleSession();
const path = 'secret/payments/api';
const absent = failing({
  kind: 'invalid-path',
  reason: 'absent',
  message: 'There is nothing at this path.',
});
let bridge: FakeBridge;

function tell(gone: Omit<GoneEntry, 'at'> | undefined): void {
  const at = new Date().toISOString();
  act(() => tellTouched([{ sessionId, path, gone: gone && { ...gone, at } }], 'running'));
}

const moved = { how: 'moved', to: { sessionId, path: 'secret/other/api' } } as const;

beforeEach(async () => {
  bridge = show({ 'mount.list': () => [mountAt('secret/')] });
  await row('password');
});
afterEach(cleanup);

it('says where it went, and no value of it stays', async () => {
  bridge.answers['entry.open'] = absent;
  tell(moved);
  const said = await screen.findByText('This entry was moved');
  expect(said.closest('section')?.textContent).toContain('To secret/other/api');
  expect(await screen.findByText(/There is no entry at/)).toBeTruthy();
  expect(screen.queryByRole('rowheader', { name: 'password' })).toBeNull();
});

it('keeps what was typed, and reads nothing beneath it', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit username' }));
  const field = await screen.findByRole('textbox', { name: 'Value of username' });
  fireEvent.change(field, { target: { value: 'typed' } });
  const before = bridge.inputsOf('entry.open').length;
  bridge.answers['entry.open'] = absent;
  tell({ how: 'removed' });
  const said = await screen.findByText('This entry was deleted');
  expect(said.closest('section')?.textContent).toContain('Your edits are still here.');
  expect(screen.getByDisplayValue('typed')).toBeTruthy();
  expect(bridge.inputsOf('entry.open')).toHaveLength(before);
  tell(undefined);
  expect(screen.queryByText('This entry was deleted')).toBeNull();
  expect(screen.getByDisplayValue('typed')).toBeTruthy();
});

it('says nothing of an entry elsewhere', async () => {
  act(() =>
    tellTouched(
      [
        { sessionId, path: 'secret/payments/api2', gone: { how: 'removed', at: '2026' } },
        { sessionId: 'another', path, gone: { how: 'removed', at: '2026' } },
      ],
      'running',
    ),
  );
  expect(within(document.body).queryByText('This entry was deleted')).toBeNull();
});
