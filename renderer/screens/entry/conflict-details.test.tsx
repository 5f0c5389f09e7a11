/** A conflict with the details open: they must stop naming the previous version. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { preferences, row, show, viewOf } from './entry-screen.fixture.tsx';

afterEach(cleanup);

function metadataAt(currentVersion: number): EntryMetadata {
  const time = '2026-11-20T07:00:00Z';
  return {
    currentVersion,
    oldestVersion: currentVersion,
    createdTime: time,
    updatedTime: time,
    maxVersions: 0,
    casRequired: false,
    deleteVersionAfter: '0s',
    customMetadata: {},
    versions: [{ version: currentVersion, createdTime: time, deletionTime: '', destroyed: false }],
  };
}

it('the details follow to the version that somebody else has saved', async () => {
  let current = 7;
  show({
    'app.preferences': () => ({ ...preferences, detailsOpen: true }),
    'entry.metadata': () => metadataAt(current),
    'entry.rights': failing({ kind: 'forbidden', message: 'Not permitted.' }),
    'entry.save': failing({ kind: 'conflict', message: 'Somebody saved it.', currentVersion: 8 }),
    'entry.merge': () => ({ theirs: viewOf(8, 'theirs'), keys: [] }),
  });
  await row('password');
  await screen.findByRole('button', { name: /^Version ?7/ });
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove password' }));
  await user.click(screen.getByRole('button', { name: 'Review and save…' }));
  current = 8;
  await user.click(screen.getByRole('button', { name: 'Save as version 8' }));
  expect(await screen.findByText('Someone saved version 8 while you edited 7')).toBeTruthy();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: /^Version ?8/ }).textContent).toContain('current');
  });
});
