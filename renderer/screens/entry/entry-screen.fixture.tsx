/** One entry in its tab, over a bridge that a test controls. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { Preferences } from '../../../shared/ipc/contract.ts';
import { valueFacts, utf8Length } from '../../../shared/vault/entry-facts.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { EngineKind } from '../../../shared/vault/mount.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { EntryActions } from '../../parts/entry-actions/entry-dialogs.tsx';
import { WorkspaceProvider, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { EntryScreen } from './entry-screen.tsx';
import { Announce } from '../../ui/announce.tsx';
import { usualFolderColumns } from '../../../shared/vault/folder-table.ts';
import { usualReminderNames } from '../../../shared/vault/reminders.ts';

export const values: Readonly<Record<string, string>> = {
  limits: '{"max":9007199254740993}',
  password: '"pa55word"',
  username: '"svc"',
};

export const preferences: Preferences = {
  theme: 'light',
  density: 'comfortable',
  sideBarWidth: 264,
  detailsOpen: false,
  clipboardSeconds: 30,
  autoLockMinutes: 0,
  actWithoutInput: false,
  lockWithSystem: false,
  boardOnLock: false,
  clusterEveryMs: 2_000,
  jobRequests: 8,
  contentProtection: false,
  tray: false,
  quickAccess: 'off',
  programs: false,
  programsRememberProduction: false,
  programsLog: false,
  reminderNames: usualReminderNames,
  folderColumns: usualFolderColumns,
};

/** The entry `secret/payments/api` with these values. */
export function viewOf(
  version: number | undefined,
  entryId = 'entry-1',
  of: Readonly<Record<string, string>> = values,
  engine: EngineKind = 'kv2',
): EntryView {
  return {
    entryId,
    mount: mountAt('secret/', engine),
    path: 'payments/api',
    ...(version === undefined ? {} : { version, createdTime: '2026-11-20T07:00:00Z' }),
    keys: Object.entries(of).map(([key, raw]) => valueFacts(key, raw)),
    dataBytes: utf8Length(composeObject(Object.entries(of))),
    warnings: [],
    readAt: '2026-11-20T09:00:00Z',
  };
}

export interface ShowOptions {
  readonly numUses?: number;
  readonly engine?: EngineKind;
  readonly mode?: 'create' | 'patch';
  /** Draws the live region, whose texts stand a second time on many screens. */
  readonly announces?: boolean;
}

function InTab({ engine = 'kv2', mode }: ShowOptions) {
  const { activeEntry } = useWorkspace();
  const { openEntry } = useWorkspaceActions();
  return activeEntry === undefined ? (
    <button
      onClick={() => {
        openEntry(mountAt('secret/', engine), 'payments/api', {
          pin: true,
          ...(mode === undefined ? {} : { mode }),
        });
      }}
    >
      open
    </button>
  ) : (
    <>
      <output>{activeEntry.dirty ? 'dirty' : 'clean'}</output>
      <button onClick={() => openEntry(mountAt('secret/', engine), 'payments/api', { version: 3 })}>
        open version 3
      </button>
      <EntryScreen tab={activeEntry} />
    </>
  );
}

/** Opens the entry in its tab. */
export function show(answers: Answers = {}, options: ShowOptions = {}): FakeBridge {
  const bridge = installFakeBridge({
    'app.preferences': () => preferences,
    'app.setPreferences': (change) => ({ ...preferences, ...change }),
    'clipboard.state': () => ({ clearsAt: '' }),
    'clipboard.copySecretText': () => ({ clearsAt: new Date(Date.now() + 30_000).toISOString() }),
    'workspace.load': () => ({ tabs: [], activeTab: -1, recents: [], favourites: [] }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'draft.put': () => ({}),
    'draft.drop': () => ({}),
    'entry.open': () => viewOf(7),
    'entry.close': () => ({}),
    'template.of': () => ({}),
    'template.check': () => [],
    'entry.limits': () => ({ requestBytes: 33_554_432, entryBytes: 1_048_576, storage: 'raft' }),
    'entry.reveal': ({ key }) => ({ rawJson: values[key] ?? 'null' }),
    'entry.revealAll': () => ({ members: Object.entries(values) }),
    'entry.copy': () => ({ clearsAt: new Date(Date.now() + 30_000).toISOString() }),
    ...answers,
  });
  const token = { ...sampleToken, numUses: options.numUses ?? 0 };
  bridge.paying = token.numUses !== 0;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[sampleSession({ token })]}>
        <EntryActions />
        <InTab {...options} />
        {options.announces === true && <Announce />}
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('open'));
  return bridge;
}

/** The row of a key. */
export async function row(key: string): Promise<HTMLElement> {
  const header = await screen.findByRole('rowheader', { name: key });
  const found = header.closest<HTMLElement>('[role=row]');
  if (found === null) throw new Error(`no row of ${key}`);
  return found;
}
