import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { AppInfo, Preferences } from '../../shared/ipc/contract.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { SettingsDialog } from './settings-dialog.tsx';

afterEach(cleanup);

const preferences: Preferences = {
  ...{ theme: 'system', sideBarWidth: 280, detailsOpen: true },
  ...{ actWithoutInput: false, clipboardSeconds: 30, autoLockMinutes: 42, lockWithSystem: true },
  contentProtection: false,
};

function appInfo(platform: string): AppInfo {
  const ours = { version: '1.2.3', electronVersion: '45.0.0', testElectron: false, packaged: true };
  return { ...ours, platform, connectTo: '' };
}

it('changes when it locks, and shows a time that was set elsewhere', async () => {
  const bridge = installFakeBridge({
    'app.info': () => appInfo('darwin'),
    'app.preferences': () => preferences,
    'app.setPreferences': (change) => ({ ...preferences, ...change }),
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SettingsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const minutes = await screen.findByRole('combobox', { name: 'Lock when it has not been used' });
  expect(minutes.textContent).toContain('for 42 minutes');
  await user.click(minutes);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'never',
    ...[5, 15, 30, 42, 60].map((one) => `for ${String(one)} minutes`),
  ]);
  await user.click(screen.getByRole('option', { name: 'never' }));
  await user.click(screen.getByRole('checkbox', { name: 'Lock with the system' }));
  await user.click(screen.getByRole('checkbox', { name: 'Allow assistive tools to act without input' }));
  expect(bridge.inputsOf('app.setPreferences')).toEqual([
    { autoLockMinutes: 0 },
    { lockWithSystem: false },
    { actWithoutInput: true },
  ]);
});

it.each([
  ['darwin', 'Some newer Mac apps', false],
  ['win32', 'do not show this window', false],
  ['linux', 'Not available on Linux', true],
])('offers content protection where there is some: %s', async (platform, words, disabled) => {
  const bridge = installFakeBridge({
    'app.info': () => appInfo(platform),
    'app.preferences': () => preferences,
    'app.setPreferences': (change) => ({ ...preferences, ...change }),
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SettingsDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const box = await screen.findByRole('checkbox', { name: 'Content protection' });
  expect(box).toHaveProperty('disabled', disabled);
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
  await user.click(box);
  expect(bridge.inputsOf('app.setPreferences')).toEqual(disabled ? [] : [{ contentProtection: true }]);
});
