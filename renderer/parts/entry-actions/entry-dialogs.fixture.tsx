/** Entry dialogs in a window with two sessions, over the fake bridge. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { EntryMetadata, EntryView } from '../../../shared/vault/entry.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import {
  WorkspaceProvider,
  useOpenSessions,
  useWorkspace,
  useWorkspaceActions,
} from '../../workspace/workspace.tsx';
import { askAction, dismissAction, dismissNotice, useAsked, type EntryAction } from './actions.ts';
import { EntryActions } from './entry-dialogs.tsx';

export const secret = mountAt('secret/');
export const old = mountAt('old/', 'kv1');
export const cubbyhole = mountAt('cubbyhole/', 'cubbyhole', 'cubbyhole');
export const mounts = [secret, old, cubbyhole, mountAt('pki/', 'other', 'pki')];
export const forbidden: AppError = {
  kind: 'forbidden',
  message: 'Not permitted.',
  method: 'POST',
  path: 'secret/delete/payments/api',
};

export const metadata: EntryMetadata = {
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

/** The entry `secret/payments/api`, open. */
export function viewOf(entryId = 'entry-1'): EntryView {
  return {
    entryId,
    mount: secret,
    path: 'payments/api',
    version: 7,
    keys: [],
    dataBytes: 2,
    warnings: [],
    readAt: '2026-11-20T09:00:00Z',
  };
}

export let session: SessionView;
export let other: SessionView;
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
  return <button onClick={() => openEntry(secret, 'payments/api', { pin: true })}>open</button>;
}

/** Renders the dialogs over the fake bridge, with two sessions. */
export function show(answers: Answers = {}, numUses = 0): FakeBridge {
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
  bridge.paying = numUses !== 0;
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

/** A place in the front session. */
export function place(mount = secret, path = 'payments/api') {
  return { sessionId: session.sessionId, mount, path };
}

/** Requests an action, as a menu does. */
export function ask(action: EntryAction): void {
  act(() => askAction(action));
}

/** The open dialog. */
export async function dialog(name?: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', name === undefined ? {} : { name });
}

/** Names of the open tabs. */
export function tabs(): string {
  return screen.getByRole('status', { name: 'Tabs', hidden: true }).textContent;
}

/** Types into a field. */
export async function type(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: label });
  fireEvent.change(field, { target: { value: text } });
}

/** Presses a button. */
export async function press(name: string): Promise<void> {
  await userEvent.setup().click(await screen.findByRole('button', { name }));
}

/** Selects an option by its label. */
export async function pick(label: string, option: RegExp): Promise<void> {
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

function Asked() {
  const { notice } = useAsked();
  return <output>{notice?.id}</output>;
}

/** Closes dialog and notice and unmounts. */
export function takeAway(): void {
  dismissAction();
  const { container } = render(<Asked />);
  dismissNotice(Number(container.textContent));
  cleanup();
}
