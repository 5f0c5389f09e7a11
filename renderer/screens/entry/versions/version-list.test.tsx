import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { EntryMetadata, EntryRights } from '../../../../shared/vault/entry.ts';
import { emptyMemory } from '../../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { installFakeBridge, type Answers, type FakeBridge } from '../../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../../fixtures/session.fixture.ts';
import { dismissAction } from '../../../parts/entry-actions/actions.ts';
import { EntryActions } from '../../../parts/entry-actions/entry-dialogs.tsx';
// Preloaded: loading it on first use can exceed the test's timeout on a busy machine.
import '../../../parts/entry-actions/version-dialogs.tsx';
import { WorkspaceProvider, useWorkspace } from '../../../workspace/workspace.tsx';
import { DetailsDrawer } from './details-drawer.tsx';
import { EntryProblem } from '../entry-problem.tsx';

const secret = mountAt('secret/');
const past = '2026-11-01T07:00:00Z';

/** Version 4 is current, 3 and 2 deleted, 1 destroyed. */
const metadata: EntryMetadata = {
  currentVersion: 4,
  oldestVersion: 1,
  createdTime: past,
  updatedTime: past,
  maxVersions: 0,
  casRequired: false,
  deleteVersionAfter: '0s',
  customMetadata: {},
  versions: [4, 3, 2, 1].map((version) => ({
    version,
    createdTime: past,
    deletionTime: version === 3 || version === 2 ? past : '',
    destroyed: version === 1,
  })),
};

const all: EntryRights = {
  read: true,
  create: true,
  update: true,
  patch: true,
  delete: true,
  list: true,
  undelete: true,
  destroy: true,
  deleteAll: true,
  readMetadata: true,
};

function Tabs() {
  const { tabs } = useWorkspace();
  return (
    <output aria-label="Tabs">
      {tabs
        .map((tab) =>
          tab.kind === 'compare'
            ? `v${String(tab.left.version)} | v${String(tab.right.version)}`
            : tab.kind === 'screen'
              ? tab.screen
              : `${tab.mount.path}${tab.path} ${tab.mode ?? ''}`,
        )
        .join(', ')}
    </output>
  );
}

const opened: number[] = [];

function show(
  what: 'drawer' | 'drawer of a failure' | AppError,
  answers: Answers = {},
  version?: number,
  numUses = 0,
): FakeBridge {
  opened.length = 0;
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'entry.metadata': () => metadata,
    'entry.rights': () => all,
    'entry.undelete': () => ({}),
    'entry.destroyVersions': () => ({}),
    'entry.deleteVersions': () => ({}),
    ...answers,
  });
  bridge.paying = numUses !== 0;
  const session = sampleSession({ token: { ...sampleToken, numUses } });
  const common = { session, mount: secret, path: 'payments/api' };
  const nothing = (): void => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <EntryActions />
        <Tabs />
        {typeof what === 'string' ? (
          <DetailsDrawer
            waiting={false}
            failed={what !== 'drawer'}
            {...common}
            shown={version ?? 4}
            onOpenVersion={(wanted) => {
              opened.push(wanted);
            }}
            onClose={nothing}
          />
        ) : (
          <EntryProblem
            {...common}
            error={what}
            version={version}
            old={version !== undefined}
            onRetry={nothing}
            onApproved={nothing}
            onReveal={nothing}
            onCurrent={nothing}
          />
        )}
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return bridge;
}

async function menuOf(version: number): Promise<(string | null)[]> {
  await userEvent
    .setup()
    .click(await screen.findByRole('button', { name: `Actions for version ${String(version)}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
}

function tabs(): string {
  return screen.getByRole('status', { name: 'Tabs' }).textContent;
}

afterEach(() => {
  dismissAction();
  cleanup();
});

describe('the versions of an entry', () => {
  it.each([
    [120, 70],
    [4, 3],
  ])(
    'are drawn fifty at once, and down to version %i on screen; %i older on request',
    async (version, left) => {
      const versions = Array.from({ length: 120 }, (_, at) => ({
        version: 120 - at,
        createdTime: past,
        deletionTime: '',
        destroyed: false,
      }));
      show('drawer', { 'entry.metadata': () => ({ ...metadata, currentVersion: 120, versions }) }, version);
      const older = await screen.findByRole('button', { name: `Show ${String(left)} older` });
      const drawn = () => document.querySelectorAll('[aria-label^="Actions for version"]').length;
      expect(drawn()).toBe(120 - left);
      fireEvent.click(older);
      expect(drawn()).toBe(120);
    },
  );

  it('are asked for when the entry itself has been painted', () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    const bridge = show('drawer');
    const next = (): void => {
      act(() => {
        for (const frame of frames.splice(0)) frame(0);
      });
    };
    next();
    expect(bridge.inputsOf('entry.metadata')).toEqual([]);
    next();
    expect(bridge.inputsOf('entry.metadata')).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('offers what fits the state of each', async () => {
    show('drawer');
    expect(await menuOf(4)).toEqual(['Open', 'Compare with…', 'Select versions…', 'Delete…', 'Destroy…']);
    await userEvent.setup().keyboard('{Escape}');
    expect(await menuOf(3)).toEqual(['Open', 'Select versions…', 'Undelete', 'Destroy…']);
    await userEvent.setup().keyboard('{Escape}');
    expect(await menuOf(1)).toEqual(['Open', 'Select versions…']);
  });

  it('brings a deleted version back without a question', async () => {
    const bridge = show('drawer');
    await menuOf(3);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Undelete' }));
    expect(await screen.findByText('Version 3 of secret/payments/api can be read again.')).toBeTruthy();
    expect(bridge.inputsOf('entry.undelete')[0]).toMatchObject({ versions: [3] });
    // The list is read again, because it has changed.
    await waitFor(() => {
      expect(bridge.inputsOf('entry.metadata')).toHaveLength(2);
    });
  });

  it('says which capability is missing, once that is known', async () => {
    show('drawer', { 'entry.rights': () => ({ ...all, destroy: false, undelete: false }) });
    await screen.findAllByText('not permitted');
    await menuOf(3);
    expect(screen.getByText('Needs “update” on secret/undelete/payments/api')).toBeTruthy();
    expect(screen.getByText('Needs “update” on secret/destroy/payments/api')).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: /^Undelete/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('does several at once, each with those it can mean', async () => {
    const older = metadata.versions.map((facts) =>
      facts.version === 2 ? { ...facts, deletionTime: '' } : facts,
    );
    const bridge = show('drawer', { 'entry.metadata': () => ({ ...metadata, versions: older }) });
    const user = userEvent.setup();
    await menuOf(4);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Select versions…' }));
    const bar = await screen.findByRole('group', { name: 'Selected versions' });
    await user.click(screen.getByRole('checkbox', { name: /^Version ?3/ }));
    expect(within(bar).getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(within(bar).getByRole('button', { name: 'Undelete 1' }));
    expect(bridge.inputsOf('entry.undelete')[0]).toMatchObject({ versions: [3] });
    await user.click(screen.getByRole('checkbox', { name: /^Version ?1/ }));
    await user.click(within(bar).getByRole('button', { name: 'Destroy 2…' }));
    expect(bridge.inputsOf('entry.destroyVersions')[0]).toMatchObject({ versions: [4, 3] });
    await user.click(screen.getByRole('checkbox', { name: /^Version ?1/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Version ?3/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Version ?2/ }));
    await user.click(within(bar).getByRole('button', { name: 'Compare' }));
    expect(tabs()).toBe('v2 | v4');
    await user.click(within(bar).getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: /^Version ?2/ }));
    expect(opened).toEqual([2]);
  });
});

it('says nothing of versions and permissions that a server does not tell, beside the failure of the entry', () => {
  const never = () => new Promise<never>(() => undefined);
  show('drawer of a failure', { 'entry.metadata': never, 'entry.rights': never });
  expect(screen.queryAllByRole('heading')).toEqual([]);
  expect(screen.getByRole('button', { name: 'Who changed this?' })).toBeTruthy();
});

describe('a version that is gone', () => {
  const deleted: AppError = { kind: 'invalid-path', reason: 'deleted-version', message: 'It is deleted.' };

  it('is undeleted from where it was missed', async () => {
    const bridge = show(deleted, {}, 3);
    const button = await screen.findByRole('button', { name: 'Undelete version 3' });
    expect(screen.getByRole('alert').textContent).toMatch(/Version 3 was deleted .* ago\./);
    await userEvent.setup().click(button);
    expect(bridge.inputsOf('entry.undelete')[0]).toMatchObject({ versions: [3] });
  });

  it('offers the newest one that can be read in place of a current one that is gone', async () => {
    const current = metadata.versions.map((facts) =>
      facts.version === 4
        ? { ...facts, destroyed: true }
        : facts.version === 2
          ? { ...facts, deletionTime: '' }
          : facts,
    );
    show(
      { ...deleted, reason: 'destroyed-version' },
      { 'entry.metadata': () => ({ ...metadata, versions: current }) },
    );
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Restore version 2…' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('as version 5');
    expect(screen.queryByRole('button', { name: /^Undelete/, hidden: true })).toBeNull();
  });

  it('asks nothing of a token whose uses are counted', async () => {
    const bridge = show(deleted, {}, undefined, 4);
    const button = await screen.findByRole('button', { name: 'Ask the server (1 use)' });
    expect(bridge.inputsOf('entry.metadata')).toEqual([]);
    fireEvent.click(button);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.metadata')).toHaveLength(1);
    });
  });
});

describe('an entry that may not be read', () => {
  const refused: AppError = { kind: 'forbidden', message: 'Not permitted.' };

  it('can be changed without being read where the token may patch', async () => {
    show(refused, { 'entry.rights': () => ({ ...all, read: false }) });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Change keys without reading' }));
    expect(tabs()).toBe('secret/payments/api patch');
  });

  it('offers nothing more where it may not', async () => {
    const bridge = show(refused, { 'entry.rights': () => ({ ...all, read: false, patch: false }) });
    await waitFor(() => {
      expect(bridge.inputsOf('entry.rights')).toHaveLength(1);
    });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change keys without reading' })).toBeNull();
  });

  it('asks what a token of counted uses may do only when told to', async () => {
    const bridge = show(refused, { 'entry.rights': () => ({ ...all, read: false }) }, undefined, 4);
    const button = await screen.findByRole('button', { name: 'Ask the server (1 use)' });
    expect(bridge.inputsOf('entry.rights')).toEqual([]);
    fireEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Change keys without reading' })).toBeTruthy();
  });
});

describe('nothing at a path', () => {
  it('can be made an entry', async () => {
    show({ kind: 'invalid-path', reason: 'absent', message: 'Nothing here.' });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Create this entry' }));
    expect(tabs()).toBe('secret/payments/api create');
  });
});
