import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { treeOf } from '../tree/trees.ts';
import {
  ask,
  dialog,
  forbidden,
  mounts,
  old,
  other,
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
import './version-dialogs.tsx';
import { runDeleteEverything, runDestroy, runUndelete } from './run.ts';

afterEach(takeAway);

describe('taking away', () => {
  it('deletes the version that was named, and undoes it', async () => {
    const bridge = show({ 'entry.deleteVersions': () => ({}), 'entry.undelete': () => ({}) });
    ask({ kind: 'delete', place: place(), versions: [7], current: 7 });
    expect((await dialog('Delete version 7?')).textContent).toMatch(/Undelete brings them back/);
    await press('Delete');
    expect(await screen.findByText('Deleted version 7 of secret/payments/api.')).toBeTruthy();
    expect(bridge.inputsOf('entry.deleteVersions')).toEqual([
      { sessionId: session.sessionId, mount: 'secret/', path: 'payments/api', versions: [7] },
    ]);
    await press('Undelete');
    expect(await screen.findByText('Version 7 of secret/payments/api can be read again.')).toBeTruthy();
    expect(bridge.inputsOf('entry.undelete')[0]).toMatchObject({ versions: [7] });
  });

  it('tells what was refused, and tries nothing else', async () => {
    const bridge = show({ 'entry.deleteVersions': failing(forbidden) });
    ask({ kind: 'delete', place: place(), versions: [6], current: 7 });
    await press('Delete');
    expect(await screen.findByText('It was not deleted')).toBeTruthy();
    expect(screen.getByText(/path "secret\/delete\/payments\/api"/)).toBeTruthy();
    expect(bridge.inputsOf('entry.deleteVersions')).toHaveLength(1);
  });

  it('says nothing when destroying was declined, and what failed when it failed', async () => {
    const bridge = show({
      'entry.destroyVersions': failing({ kind: 'cancelled', message: 'Declined.' }),
    });
    await act(() => runDestroy(place(), [3]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Done' })).toBeNull();
    bridge.answers['entry.destroyVersions'] = failing({ kind: 'server-error', message: 'It broke.' });
    await act(() => runDestroy(place(), [3, 4]));
    expect(await screen.findByText('Versions 3 and 4 could not be destroyed')).toBeTruthy();
    bridge.answers['entry.destroyVersions'] = () => ({});
    await press('Retry');
    expect(await screen.findByText('Destroyed versions 3 and 4 of secret/payments/api.')).toBeTruthy();
  });

  it('offers no second try for what may have been done', async () => {
    show({ 'entry.undelete': failing({ kind: 'outcome-unknown', message: 'Lost.' }) });
    await act(() => runUndelete(place(), [3]));
    await dialog();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('closes the tab of what is gone for good, and lists its folder again', async () => {
    const names = ['api', 'web'];
    const bridge = show({
      'entry.deleteEverything': () => ({}),
      'folder.list': ({ path }) =>
        path === ''
          ? { names: packNames(['payments/']), count: 1, warnings: [] }
          : { names: packNames(names), count: names.length, warnings: [] },
    });
    fireEvent.click(screen.getByText('open'));
    const tree = treeOf(session.sessionId);
    tree.setMounts(mounts);
    await act(() => tree.reveal(secret.path, 'payments/api'));
    names.shift();
    const before = bridge.inputsOf('folder.list').length;
    await act(() => runDeleteEverything(place()));
    await waitFor(() => {
      expect(tree.snapshot().rows.count).toBe(6);
    });
    expect(bridge.inputsOf('folder.list').slice(before)).toEqual([
      { sessionId: session.sessionId, mount: 'secret/', path: 'payments/' },
    ]);
    expect(tabs()).toBe('One: ');
    expect(await screen.findByText('Deleted everything of secret/payments/api.')).toBeTruthy();
  });

  it('has one word where there are no versions', async () => {
    show({ 'entry.deleteEverything': () => ({}) });
    await act(() => runDeleteEverything(place(old, 'ledger')));
    expect(await screen.findByText('Permanently deleted old/ledger.')).toBeTruthy();
  });

  it('goes with its session', async () => {
    show();
    ask({ kind: 'delete', place: { ...place(), sessionId: 'closed' }, versions: [7], current: 7 });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});

describe('restoring', () => {
  it('saves the older version as a new one, and tells a conflict', async () => {
    const bridge = show({
      'entry.restore': failing({ kind: 'conflict', message: 'No.', currentVersion: 8 }),
    });
    ask({ kind: 'restore', place: place(), version: 5, current: 7 });
    expect((await dialog('Restore version 5?')).textContent).toContain('as version 8');
    await press('Restore');
    expect(await screen.findByText(/saved this entry at the same moment/)).toBeTruthy();
    bridge.answers['entry.restore'] = () => ({ version: 9, warnings: [] });
    await press('Restore anyway');
    expect(await screen.findByText('Restored version 5 of secret/payments/api as version 9.')).toBeTruthy();
    expect(bridge.inputsOf('entry.open').map(({ version }) => version)).toEqual([5, 5]);
    expect(bridge.inputsOf('entry.close')).toHaveLength(2);
  });

  it('can be looked at first', async () => {
    show();
    ask({ kind: 'restore', place: place(), version: 5, current: 7 });
    await press('Compare first');
    expect(tabs()).toBe(`One: payments/api v5 | ${session.sessionId} payments/api vundefined`);
  });
});

describe('comparing', () => {
  it('starts with the same path in another connection', async () => {
    const bridge = show();
    ask({ kind: 'compare', place: place(), version: 5 });
    await type(/^Version/, '3x');
    await press('Compare');
    expect((await screen.findByRole('alert')).textContent).toMatch(/whole number/);
    await type(/^Version/, '3');
    await press('Compare');
    expect(tabs()).toBe(`One: payments/api v5 | ${other.sessionId} payments/api v3`);
    expect(bridge.inputsOf('entry.open')).toEqual([]);
  });
});
