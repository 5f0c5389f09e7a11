import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import {
  ask,
  dialog,
  forbidden,
  metadata,
  other,
  pick,
  place,
  press,
  secret,
  session,
  show,
  tabs,
  type,
  takeAway,
} from './entry-dialogs.fixture.tsx';
// Preloads lazy components: on a busy machine loading can exceed a test's timeout.
import './place-dialogs.tsx';

afterEach(takeAway);

describe('a new entry', () => {
  it('is only a tab until it is saved, and asks nothing while the path is typed', async () => {
    const bridge = show();
    ask({ kind: 'new-entry', sessionId: session.sessionId, mount: secret, folder: 'payments/' });
    await type('Path', 'payments/new');
    expect(await screen.findByText('secret/payments/new')).toBeTruthy();
    await press('Add keys');
    expect(tabs()).toBe('One: secret/payments/new create');
    expect(bridge.calls.filter(({ name }) => /^(?:entry|folder)\./.test(name))).toEqual([]);
  });

  it('does not go on with a path that cannot be one, and says why', async () => {
    show();
    ask({ kind: 'new-entry', sessionId: session.sessionId, mount: secret, folder: 'payments/' });
    await press('Add keys');
    expect((await screen.findByRole('alert')).textContent).toMatch(/ends with a slash/);
    await type('Path', 'a/../b');
    expect(screen.getByRole('alert').textContent).toContain('“..”');
    await press('Add keys');
    expect(tabs()).toBe('One: ');
  });

  it('offers the mounts that hold entries, and no others', async () => {
    show();
    ask({ kind: 'new-entry', sessionId: session.sessionId, folder: '' });
    await dialog('New entry');
    await pick('Mount', /^old\//);
    expect(screen.queryByRole('option', { name: /pki/ })).toBeNull();
    await type('Path', 'x');
    await press('Add keys');
    expect(tabs()).toBe('One: old/x create');
  });

  it('lists no mounts with a token of counted uses before it is told to', async () => {
    const bridge = show({}, 5);
    ask({ kind: 'new-entry', sessionId: session.sessionId, folder: '' });
    await press('Ask the server (1 use)');
    expect(bridge.inputsOf('mount.list')).toEqual([{ sessionId: session.sessionId }]);
    expect(await screen.findByRole('combobox', { name: 'Mount' })).toBeTruthy();
  });
});

describe('duplicating', () => {
  it('copies to another connection with custom metadata, and opens it there', async () => {
    const bridge = show({ 'entry.duplicate': () => ({ version: 1, warnings: ['Mind the gap.'] }) });
    ask({ kind: 'duplicate', place: place(), entryId: 'entry-1' });
    await dialog('Duplicate this entry');
    await pick('Connection', /^Two/);
    await type('Path', 'payments/api');
    await press('Duplicate');
    await waitFor(() => {
      expect(tabs()).toBe('Two: secret/payments/api');
    });
    expect(bridge.inputsOf('entry.duplicate')).toEqual([
      {
        sessionId: other.sessionId,
        mount: 'secret/',
        path: 'payments/api',
        entryId: 'entry-1',
        withCustomMetadata: true,
      },
    ]);
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    expect(await screen.findByText('Mind the gap.')).toBeTruthy();
  });

  it('opens what is not open, and closes it again', async () => {
    const bridge = show({ 'entry.duplicate': () => ({ version: 1, warnings: [] }) });
    ask({ kind: 'duplicate', place: place(), version: 5 });
    await press('Duplicate');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'opened' }]);
    });
    expect(bridge.inputsOf('entry.open')[0]).toMatchObject({ path: 'payments/api', version: 5 });
    expect(bridge.inputsOf('entry.duplicate')[0]).toMatchObject({ path: 'payments/api-copy' });
  });

  it('keeps what was typed when there is such an entry already', async () => {
    show({ 'entry.duplicate': failing({ kind: 'conflict', message: 'There is one.' }) });
    ask({ kind: 'duplicate', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/taken');
    await press('Duplicate');
    expect(await screen.findByText('There is an entry at secret/payments/taken already')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Path' })).toHaveProperty('value', 'payments/taken');
    expect(tabs()).toBe('One: ');
  });

  it('refuses the entry itself, and says that v1 takes no metadata', async () => {
    const bridge = show({ 'entry.duplicate': () => ({ warnings: [] }) });
    ask({ kind: 'duplicate', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/api');
    expect(screen.getByRole('alert').textContent).toMatch(/the entry itself/);
    await press('Duplicate');
    expect(bridge.inputsOf('entry.duplicate')).toEqual([]);
    await pick('Mount', /^old\//);
    expect(screen.getByText(/keeps no metadata/)).toBeTruthy();
    await press('Duplicate');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.duplicate')[0]).toMatchObject({ withCustomMetadata: false });
    });
  });
});

describe('renaming', () => {
  it('takes the tab along and says what stays behind', async () => {
    const bridge = show({ 'entry.rename': () => ({ version: 1, warnings: [], removed: true }) });
    fireEvent.click(screen.getByText('open'));
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    const form = await dialog('Rename or move this entry');
    expect(within(form).getByText('The new entry starts at version 1.')).toBeTruthy();
    expect(within(form).getByText(/The old path keeps its versions/)).toBeTruthy();
    await type('Path', 'payments/gateway');
    await press('Rename');
    await waitFor(() => {
      expect(tabs()).toBe('One: secret/payments/gateway');
    });
    expect(bridge.inputsOf('entry.rename')).toEqual([
      { entryId: 'entry-1', mount: 'secret/', path: 'payments/gateway' },
    ]);
    expect(await screen.findByText(/^Renamed secret\/payments\/api to/)).toBeTruthy();
  });

  it.each([
    [
      'are carried',
      () => ({ ...metadata, maxVersions: 7, deleteVersionAfter: '1h0m0s' }),
      'Settings copied: 7 versions kept, versions deleted after 1h, custom metadata (owner). The time to deletion restarts.',
    ],
    ['cannot be read', failing(forbidden), /^This token cannot read the entry’s settings/],
  ])('says which settings %s', async (_, answer, words) => {
    show({ 'entry.metadata': answer });
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    expect(await screen.findByText(words)).toBeTruthy();
    if (typeof words !== 'string') return;
    await pick('Mount', /^old\//);
    expect(await screen.findByText(/^KV version 1 keeps no settings. Lost: 7 versions kept,/)).toBeTruthy();
  });

  it('says that both exist when the old one could not be taken away', async () => {
    show({
      'entry.rename': () => ({ version: 1, warnings: [], removed: false, removalProblem: forbidden }),
    });
    fireEvent.click(screen.getByText('open'));
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/gateway');
    await press('Rename');
    expect(await screen.findByText(/could not be deleted: both exist/)).toBeTruthy();
    expect(screen.getByText(/path "secret\/delete\/payments\/api"/)).toBeTruthy();
    expect(tabs()).toBe('One: secret/payments/api, secret/payments/gateway');
  });

  it('does not move an entry from under its unsaved edits', async () => {
    const bridge = show();
    fireEvent.click(screen.getByText('open'));
    fireEvent.click(screen.getByText('edit all'));
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/gateway');
    expect(screen.getByText(/has unsaved edits/)).toBeTruthy();
    await press('Rename');
    expect(bridge.inputsOf('entry.rename')).toEqual([]);
  });
});
