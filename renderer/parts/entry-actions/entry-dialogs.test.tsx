import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryMetadata, EntryView } from '../../../shared/vault/entry.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import {
  failing,
  installFakeBridge,
  type Answers,
  type FakeBridge,
} from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { treeOf } from '../tree/trees.ts';
import {
  WorkspaceProvider,
  useOpenSessions,
  useWorkspace,
  useWorkspaceActions,
} from '../../workspace/workspace.tsx';
import { askAction, dismissAction, dismissNotice, useAsked, type EntryAction } from './actions.ts';
import { EntryActions } from './entry-dialogs.tsx';
// Loaded when first needed, which a busy machine may take longer for than a test waits.
import './compare-dialog.tsx';
import './delete-dialog.tsx';
import './duplicate-dialog.tsx';
import './failed-dialog.tsx';
import './metadata-dialog.tsx';
import './mount-config-dialog.tsx';
import './new-entry-dialog.tsx';
import './rename-dialog.tsx';
import './restore-dialog.tsx';
import { runDeleteEverything, runDestroy, runUndelete } from './run.ts';

const secret = mountAt('secret/');
const old = mountAt('old/', 'kv1');
const cubbyhole = mountAt('cubbyhole/', 'cubbyhole', 'cubbyhole');
const mounts = [secret, old, cubbyhole, mountAt('pki/', 'other', 'pki')];
const forbidden: AppError = {
  kind: 'forbidden',
  message: 'Not permitted.',
  method: 'POST',
  path: 'secret/delete/payments/api',
};

const metadata: EntryMetadata = {
  currentVersion: 7,
  oldestVersion: 1,
  createdTime: '2026-11-01T07:00:00Z',
  updatedTime: '2026-11-20T07:00:00Z',
  maxVersions: 0,
  casRequired: false,
  deleteVersionAfter: '0s',
  customMetadata: { owner: 'payments' },
  versions: [7, 6, 5].map((version) => ({
    version,
    createdTime: '2026-11-20T07:00:00Z',
    deletionTime: '',
    destroyed: false,
  })),
};

function viewOf(entryId = 'entry-1'): EntryView {
  return {
    ...{ entryId, mount: secret, path: 'payments/api', version: 7, keys: [], dataBytes: 2, warnings: [] },
    readAt: '2026-11-20T09:00:00Z',
  };
}

let session: SessionView;
let other: SessionView;
let nextSession = 1;

function Tabs() {
  const { session: front } = useOpenSessions();
  const { tabs, allTabs } = useWorkspace();
  const { setDirty } = useWorkspaceActions();
  return (
    <>
      <output aria-label="Tabs">
        {front.name}:{' '}
        {tabs
          .map((tab) =>
            tab.kind === 'entry'
              ? `${tab.mount.path}${tab.path}${tab.mode === undefined ? '' : ` ${tab.mode}`}`
              : tab.kind === 'screen'
                ? tab.screen
                : `${tab.left.path} v${String(tab.left.version)} | ${tab.right.sessionId} ${tab.right.path} v${String(tab.right.version)}`,
          )
          .join(', ')}
      </output>
      <button
        onClick={() => {
          for (const tab of allTabs) setDirty(tab.tabId, true);
        }}
      >
        edit all
      </button>
    </>
  );
}

function Opener() {
  const { openEntry } = useWorkspaceActions();
  return (
    <button
      onClick={() => {
        openEntry(secret, 'payments/api', { pin: true });
      }}
    >
      open
    </button>
  );
}

function show(answers: Answers = {}, numUses = 0): FakeBridge {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => mounts,
    'entry.open': () => viewOf('opened'),
    'entry.close': () => ({}),
    'entry.metadata': () => metadata,
    'clipboard.copyText': () => ({}),
    ...answers,
  });
  const token = { ...sampleToken, numUses };
  session = sampleSession({ sessionId: `session-${String(nextSession++)}`, name: 'One', token });
  other = sampleSession({ sessionId: `session-${String(nextSession++)}`, name: 'Two', token });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[other, session]}>
        <EntryActions />
        <Opener />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return bridge;
}

function place(mount = secret, path = 'payments/api') {
  return { sessionId: session.sessionId, mount, path };
}

function ask(action: EntryAction): void {
  act(() => {
    askAction(action);
  });
}

async function dialog(name?: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', name === undefined ? {} : { name });
}

function tabs(): string {
  return screen.getByRole('status', { name: 'Tabs', hidden: true }).textContent;
}

async function type(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: label });
  fireEvent.change(field, { target: { value: text } });
}

async function press(name: string): Promise<void> {
  await userEvent.setup().click(await screen.findByRole('button', { name }));
}

/** Picks from a select by its label. */
async function pick(label: string, option: RegExp): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

function Asked() {
  const { notice } = useAsked();
  return <output>{notice?.id}</output>;
}

afterEach(() => {
  dismissAction();
  const { container } = render(<Asked />);
  dismissNotice(Number(container.textContent));
  cleanup();
});

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
    await press('List the mounts (costs one use)');
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
        ...{ sessionId: other.sessionId, mount: 'secret/', path: 'payments/api', entryId: 'entry-1' },
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
    expect(within(form).getByText(/stay behind at the old path, deleted/)).toBeTruthy();
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

  it('says that both exist when the old one could not be taken away', async () => {
    show({
      'entry.rename': () => ({ version: 1, warnings: [], removed: false, removalProblem: forbidden }),
    });
    fireEvent.click(screen.getByText('open'));
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/gateway');
    await press('Rename');
    expect(await screen.findByText(/could not be taken away: both exist/)).toBeTruthy();
    expect(screen.getByText(/path "secret\/delete\/payments\/api"/)).toBeTruthy();
    expect(tabs()).toBe('One: secret/payments/api, secret/payments/gateway');
  });

  it('does not move an entry from under its unsaved edits', async () => {
    const bridge = show();
    fireEvent.click(screen.getByText('open'));
    fireEvent.click(screen.getByText('edit all'));
    ask({ kind: 'rename', place: place(), entryId: 'entry-1' });
    await type('Path', 'payments/gateway');
    expect(screen.getByText(/edits that are not saved/)).toBeTruthy();
    await press('Rename');
    expect(bridge.inputsOf('entry.rename')).toEqual([]);
  });
});

describe('taking away', () => {
  it('deletes the version that was named, and undoes it', async () => {
    const bridge = show({ 'entry.deleteVersions': () => ({}), 'entry.undelete': () => ({}) });
    ask({ kind: 'delete', place: place(), versions: [7], current: 7 });
    expect((await dialog('Delete version 7?')).textContent).toMatch(/can be undone/);
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
    await press('Try again');
    expect(await screen.findByText('Destroyed versions 3 and 4 of secret/payments/api.')).toBeTruthy();
  });

  it('offers no second try for what may have been done', async () => {
    show({ 'entry.undelete': failing({ kind: 'outcome-unknown', message: 'Lost.' }) });
    await act(() => runUndelete(place(), [3]));
    await dialog();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
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
    expect(await screen.findByText('Deleted old/ledger for good.')).toBeTruthy();
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
    expect((await dialog('Restore version 5?')).textContent).toContain('number 8');
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

describe('metadata', () => {
  it('sends what was read with what was changed, and nothing without a change', async () => {
    const bridge = show({ 'entry.setMetadata': ({ settings }) => ({ ...metadata, ...settings }) });
    ask({ kind: 'metadata', place: place() });
    const save = await screen.findByRole('button', { name: 'Save metadata' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await type('Versions to keep', '2');
    expect(screen.getByText(/removes the oldest 2 versions for good/)).toBeTruthy();
    await type('Delete versions after', 'soon');
    expect(screen.getByRole('alert').textContent).toMatch(/duration such as/);
    await type('Delete versions after', '30d');
    await press('Add a line');
    await type('Name 2', 'tier');
    expect(screen.getByRole('alert').textContent).toMatch(/no empty text/);
    await type('Text of tier', '1');
    await press('Save metadata');
    expect(await screen.findByText('Saved the metadata of secret/payments/api.')).toBeTruthy();
    expect(bridge.inputsOf('entry.setMetadata')[0]).toMatchObject({
      before: { maxVersions: 0, casRequired: false, customMetadata: { owner: 'payments' } },
      settings: {
        maxVersions: 2,
        deleteVersionAfter: '2592000s',
        casRequired: false,
        customMetadata: { owner: 'payments', tier: '1' },
      },
    });
  });

  it('lays my changes over what somebody else has set meanwhile', async () => {
    const theirs = { ...metadata, casRequired: true, customMetadata: { owner: 'ops' } };
    const bridge = show({
      'entry.setMetadata': failing({ kind: 'conflict', message: 'Others hold.' }),
    });
    ask({ kind: 'metadata', place: place() });
    await type('Versions to keep', '20');
    await press('Save metadata');
    expect(await screen.findByText(/Somebody changed these settings after they were read/)).toBeTruthy();
    bridge.answers['entry.metadata'] = () => theirs;
    bridge.answers['entry.setMetadata'] = ({ settings }) => ({ ...theirs, ...settings });
    await press('Read them again and lay my changes over them');
    expect(await screen.findByDisplayValue('ops')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Versions to keep' })).toHaveProperty('value', '20');
    await press('Save metadata');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.setMetadata')[1]).toMatchObject({
        before: { casRequired: true, customMetadata: { owner: 'ops' } },
        settings: { maxVersions: 20, casRequired: true, customMetadata: { owner: 'ops' } },
      });
    });
  });

  it('names the permission that is missing, for reading and for saving', async () => {
    const bridge = show({
      'entry.metadata': failing({
        ...forbidden,
        method: 'GET',
        path: 'secret/metadata/payments/api',
      }),
    });
    ask({ kind: 'metadata', place: place() });
    expect(
      await screen.findByText('path "secret/metadata/payments/api" { capabilities = ["read"] }'),
    ).toBeTruthy();
    bridge.answers['entry.metadata'] = () => metadata;
    bridge.answers['entry.setMetadata'] = failing({ ...forbidden, path: 'secret/metadata/payments/api' });
    await press('Try again');
    await type('Versions to keep', '3');
    await press('Save metadata');
    expect(
      await screen.findByText('path "secret/metadata/payments/api" { capabilities = ["create", "update"] }'),
    ).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Versions to keep' })).toHaveProperty('value', '3');
  });

  it('reads nothing with a token of counted uses before it is told to', async () => {
    const bridge = show({}, 3);
    ask({ kind: 'metadata', place: place() });
    const read = await screen.findByRole('button', { name: 'Read them (costs one use)' });
    expect(bridge.inputsOf('entry.metadata')).toEqual([]);
    fireEvent.click(read);
    expect(await screen.findByDisplayValue('payments')).toBeTruthy();
  });
});

describe('the settings of a mount', () => {
  const config = { maxVersions: 0, casRequired: false, deleteVersionAfter: '0s' };

  it('are read every time and saved against what was read', async () => {
    const bridge = show({
      'mount.config': () => config,
      'mount.setConfig': ({ config: wanted }) => wanted,
    });
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    await userEvent.setup().click(await screen.findByRole('checkbox', { name: 'Require check-and-set' }));
    await press('Save settings');
    expect(await screen.findByText('Saved the settings of secret/.')).toBeTruthy();
    expect(bridge.inputsOf('mount.setConfig')).toEqual([
      {
        ...{ sessionId: session.sessionId, mount: 'secret/', before: config },
        config: { ...config, casRequired: true },
      },
    ]);
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    await screen.findByRole('checkbox', { name: 'Require check-and-set' });
    expect(bridge.inputsOf('mount.config')).toHaveLength(2);
  });

  it('say honestly that they may not be read', async () => {
    show({ 'mount.config': failing({ ...forbidden, method: 'GET', path: 'secret/config' }) });
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    expect(await screen.findByText('path "secret/config" { capabilities = ["read"] }')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull();
  });
});
