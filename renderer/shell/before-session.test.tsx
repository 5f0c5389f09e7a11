import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { possibleCommands } from './app-commands.ts';
import { BeforeSession } from './before-session.tsx';
import { offeredActions } from '../workspace/action-registry.ts';
import { usualFolderColumns } from '../../shared/vault/folder-table.ts';
import { usualReminderNames } from '../../shared/vault/reminders.ts';

function show() {
  const bridge = installFakeBridge({
    'app.info': () => ({
      version: '1.2.3',
      electronVersion: '45.0.0',
      testElectron: false,
      packaged: true,
      platform: 'linux',
      connectTo: '',
    }),
    'app.preferences': () => ({
      theme: 'system',
      density: 'comfortable',
      sideBarWidth: 280,
      detailsOpen: true,
      actWithoutInput: false,
      clipboardSeconds: 30,
      autoLockMinutes: 42,
      lockWithSystem: true,
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
    }),
    'app.storedFiles': () => ({ folder: '/home/ada', files: [] }),
    'app.about': () => ({
      commit: '',
      chromiumVersion: '148',
      nodeVersion: '24',
      licences: [],
      chromiumLicences: '',
    }),
    'app.connectAsked': () => null,
    'profile.list': () => [],
    'answer.list': () => [],
    'connection.environment': () => [],
  } as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BeforeSession />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

const settings = () => screen.findByRole('heading', { name: 'Settings' });

beforeAll(() => {
  // jsdom has neither layout nor idle callbacks.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(cleanup);

it('has the settings behind a button, a key and the menu, and gives the focus back', async () => {
  const { user } = show();
  const address = await screen.findByLabelText('Address');
  await user.type(address, 'https://vault.example');
  expect(possibleCommands(offeredActions())).toEqual(expect.arrayContaining(['settings', 'about']));
  const button = screen.getByRole('button', { name: 'Settings' });
  await user.click(button);
  expect(await settings()).toBeTruthy();
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search settings' }));
  });
  // The hidden screen behind offers no actions.
  expect(offeredActions().map(({ id }) => id)).not.toContain('connect.open');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
  await waitFor(() => {
    expect(document.activeElement).toBe(button);
  });
  expect(address).toHaveProperty('value', 'https://vault.example');

  await user.keyboard('{Control>},{/Control}');
  expect(await settings()).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to connections' }));
  expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
});

it('opens them where they tell about the app', async () => {
  show();
  await screen.findByLabelText('Address');
  act(() => {
    offeredActions()
      .find(({ id }) => id === 'app.About Strongroom…')
      ?.run();
  });
  expect(await settings()).toBeTruthy();
  expect(await screen.findByText(/1\.2\.3/)).toBeTruthy();
});
