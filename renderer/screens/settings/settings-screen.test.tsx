import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AboutApp, AppInfo, Preferences } from '../../../shared/ipc/contract.ts';
import type { UpdateState } from '../../../shared/ipc/contract/updates.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { showSettings } from '../../workspace/settings-section.ts';
import { SettingsScreen } from './settings-screen.tsx';
import { usualFolderColumns } from '../../../shared/vault/folder-table.ts';
import { usualReminderNames } from '../../../shared/vault/reminders.ts';

const scrolledTo: (string | undefined)[] = [];

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = function scrolled(this: HTMLElement) {
    scrolledTo.push(this.dataset['section']);
  };
});
afterEach(() => {
  cleanup();
  act(() => {
    showSettings('');
  });
});

const preferences: Preferences = {
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
};

const about: AboutApp = {
  commit: 'c0ffee'.repeat(6) + 'c0ff',
  chromiumVersion: '148.0.1.2',
  nodeVersion: '24.15.0',
  licences: [
    { name: 'Strongroom', version: '1.2.3', licence: 'MPL-2.0', text: 'Our own' },
    { name: 'openpgp', version: '6.3.2', licence: 'LGPL-3.0+', text: 'Lesser', note: 'You may replace it.' },
  ],
  chromiumLicences: '/opt/Strongroom/LICENSES.chromium.html',
};

const updates: UpdateState = {
  way: 'package-manager',
  why: 'The package manager that installed this copy updates it.',
  looks: false,
  feed: '',
  stage: { kind: 'idle' },
  checkedAt: '',
};

function appInfo(platform: string): AppInfo {
  const ours = { version: '1.2.3', electronVersion: '45.0.0', testElectron: false, packaged: true };
  return { ...ours, platform, connectTo: '' };
}

function show(platform = 'linux', answers: Answers = {}) {
  const bridge = installFakeBridge({
    'app.info': () => appInfo(platform),
    'app.preferences': () => preferences,
    'app.setPreferences': (change) => ({ ...preferences, ...change }),
    'app.about': () => about,
    'updates.state': () => updates,
    'app.tray': () => 'no-host' as const,
    'app.storedFiles': () => ({
      folder: '/home/ada/.config/strongroom',
      files: [
        { name: 'keychain.json', holds: 'The tokens kept for unlocking', sealed: true },
        { name: 'profiles.json', holds: 'The saved connections', sealed: false },
      ],
    }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SettingsScreen />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the settings', () => {
  it('change appearance, density and when it locks, and show a time that was set elsewhere', async () => {
    const { bridge, user } = show('darwin');
    const minutes = await screen.findByRole('combobox', { name: 'Lock when idle' });
    expect(minutes.textContent).toContain('after 42 minutes');
    await user.click(minutes);
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'never',
      ...[5, 15, 30, 42, 60].map((one) => `after ${String(one)} minutes`),
    ]);
    await user.click(screen.getByRole('option', { name: 'never' }));
    await user.click(screen.getByRole('checkbox', { name: 'Lock with the system' }));
    await user.click(screen.getByRole('checkbox', { name: 'Allow assistive tools to act without input' }));
    await user.click(screen.getByRole('combobox', { name: 'Density' }));
    await user.click(await screen.findByRole('option', { name: 'Compact' }));
    expect(bridge.inputsOf('app.setPreferences')).toEqual([
      { autoLockMinutes: 0 },
      { lockWithSystem: false },
      { actWithoutInput: true },
      { density: 'compact' },
    ]);
  });

  it.each([
    ['darwin', 'Some newer Mac apps', false],
    ['win32', 'do not show this window', false],
    ['linux', 'Not available on Linux', true],
  ])('offer content protection where there is some: %s', async (platform, words, disabled) => {
    const { bridge, user } = show(platform);
    const box = await screen.findByRole('checkbox', { name: 'Content protection' });
    expect(box).toHaveProperty('disabled', disabled);
    expect(screen.getByText(words, { exact: false })).toBeTruthy();
    await user.click(box);
    expect(bridge.inputsOf('app.setPreferences')).toEqual(disabled ? [] : [{ contentProtection: true }]);
  });

  it('say what is stored where, what the keys are, and which version this is', async () => {
    show();
    expect(await screen.findByText('The saved connections')).toBeTruthy();
    expect(screen.getByText('/home/ada/.config/strongroom')).toBeTruthy();
    expect(screen.getByText('· only with a keychain')).toBeTruthy();
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(screen.getByText('Reopen closed tab')).toBeTruthy();
    expect(headings()).toEqual([
      'Appearance',
      'Clipboard',
      'Lock',
      'Programs',
      'Reminders',
      'Jobs',
      'Updates',
      'Keyboard shortcuts',
      'Privacy: what is stored where',
      'About',
    ]);
  });

  it('are found by typing, and say so where nothing is', async () => {
    const { user } = show();
    const search = await screen.findByRole('searchbox', { name: 'Search settings' });
    await screen.findByText('1.2.3');
    act(() => {
      showSettings('');
    });
    expect(document.activeElement).toBe(search);
    await user.keyboard('keychain');
    expect(headings()).toEqual(['Privacy: what is stored where']);
    await user.clear(search);
    await user.type(search, 'no such setting');
    expect(screen.getByRole('status').textContent).toBe('No setting contains “no such setting”.');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(headings()).toHaveLength(10);
  });

  it('light the section that begins in the upper half, else the one that fills the page', async () => {
    show();
    await screen.findByText('1.2.3');
    const list = screen.getByRole('navigation', { name: 'Settings' });
    const page = list.parentElement?.parentElement;
    if (!page) throw new Error('no page');
    const sections = [...page.querySelectorAll<HTMLElement>('[data-section]')];
    for (const [index, section] of sections.entries())
      Object.defineProperty(section, 'offsetTop', { value: 60 + index * 600 });
    Object.defineProperty(page, 'clientHeight', { value: 800 });
    const litAt = (scrollTop: number) => {
      fireEvent.scroll(page, { target: { scrollTop } });
      return list.querySelector('[aria-current]')?.textContent;
    };
    expect(litAt(0)).toBe('Appearance');
    expect(litAt(100)).toBe('Appearance');
    expect(litAt(300)).toBe('Clipboard');
    expect(litAt(1100)).toBe('Lock');
  });

  it('name the commit and what is inside, with the text of each licence', async () => {
    const { user } = show();
    expect(await screen.findByText(about.commit)).toBeTruthy();
    expect(screen.getByText('148.0.1.2')).toBeTruthy();
    expect(screen.queryByText('openpgp 6.3.2')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Third-party licences/ }));
    expect(screen.getByText(/LICENSES\.chromium\.html/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^openpgp 6\.3\.2/ }));
    expect(screen.getByText('Lesser')).toBeTruthy();
    expect(screen.getByText('You may replace it.')).toBeTruthy();
    expect(screen.queryByText('Our own')).toBeNull();
  });

  it('come all at once, so that none moves the one that was gone to', async () => {
    // Answers last, in a turn of its own.
    show('linux', {
      'app.about': () => new Promise<AboutApp>((resolve) => setTimeout(resolve, 100, about)),
    });
    expect(await screen.findByRole('heading', { name: 'Appearance' })).toBeTruthy();
    expect(screen.getByText(about.commit)).toBeTruthy();
  });

  it('list their sections, those that the search has left, and lead to each', async () => {
    const { user } = show();
    await screen.findByText('1.2.3');
    const list = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...[
        'Appearance',
        'Clipboard',
        'Lock',
        'Programs',
        'Reminders',
        'Jobs',
        'Updates',
        'Keyboard shortcuts',
        'Privacy',
        'About',
      ],
    ]);
    await user.click(list.getByRole('button', { name: 'Privacy' }));
    expect(scrolledTo.at(-1)).toBe('privacy');
    await user.type(screen.getByRole('searchbox'), 'idle');
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Lock']);
  });

  it('go to the section that was asked for', async () => {
    const { user } = show();
    await screen.findByText('1.2.3');
    await user.type(screen.getByRole('searchbox'), 'clipboard');
    act(() => {
      showSettings('about');
    });
    expect(await screen.findByText('1.2.3')).toBeTruthy();
    expect(scrolledTo.at(-1)).toBe('about');
  });
});
