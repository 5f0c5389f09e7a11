/** A tab that returns to the front: it shows its last content, and reads it again. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepLeftEntries } from '../../api/left-entries.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { row, show, viewOf, values } from './entry-screen.fixture.tsx';

beforeEach(async () => {
  keepLeftEntries(() => true);
  const bridge = show();
  await row('password');
  cleanup();
  expect(bridge.inputsOf('entry.close')).toEqual([]);
});
afterEach(() => {
  cleanup();
  keepLeftEntries();
});

it('shows the keys before the server has answered, and keeps an unchanged version open', async () => {
  const { promise: read, resolve: answer } = Promise.withResolvers<undefined>();
  const bridge = show({ 'entry.open': () => read.then(() => viewOf(7, 'entry-2')) });
  await row('password');
  await screen.findByText('version 7 · current');
  await waitFor(() => {
    expect(bridge.inputsOf('entry.open')).toHaveLength(1);
  });
  fireEvent.click(within(await row('username')).getByRole('button', { name: 'Reveal username' }));
  await screen.findByText('svc');
  answer(undefined);
  await waitFor(() => {
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-2' }]);
  });
  expect(screen.getByText('svc')).toBeTruthy();
  expect(bridge.inputsOf('entry.reveal')).toEqual([{ entryId: 'entry-1', key: 'username' }]);
});

it('shows what somebody saved meanwhile, and closes what was before', async () => {
  const bridge = show({ 'entry.open': () => viewOf(8, 'entry-2', { ...values, token: '"t"' }) });
  await row('token');
  await screen.findByText('version 8 · current');
  expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-1' }]);
});

it('shows none of it where it may no longer be read', async () => {
  show({ 'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }) });
  await screen.findByText('path "secret/data/payments/api" { capabilities = ["read"] }');
  expect(screen.queryByRole('rowheader', { name: 'password' })).toBeNull();
});

it('is not read again beneath an edit', async () => {
  const { promise: read, resolve: answer } = Promise.withResolvers<undefined>();
  const bridge = show({ 'entry.open': () => read.then(() => viewOf(8, 'entry-2')) });
  await waitFor(() => {
    expect(bridge.inputsOf('entry.open')).toHaveLength(1);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  await screen.findByRole('button', { name: 'Review and save…' });
  answer(undefined);
  await waitFor(() => {
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-2' }]);
  });
  expect(screen.getByRole('button', { name: 'Review and save…' })).toBeTruthy();
});
