import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp, Info, Keyboard, Lock, Settings, SlidersHorizontal, SquarePlay } from 'lucide-react';
import type { Theme } from '../../shared/ipc/contract.ts';
import { useSetPreferences } from '../api/app.ts';
import { query } from '../api/client.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { Menu } from '../ui/menu.tsx';
import { menuActions, useActions } from '../workspace/action-registry.ts';
import { showPalette } from '../workspace/palette.ts';
import { showSettings } from '../workspace/settings-section.ts';
import { useWorkspaceActions } from '../workspace/workspace.tsx';
import { lockFromHere } from './lock-button.tsx';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Theme, lock, settings and "about", at the bottom of the rail. */
export function AppMenu() {
  const preferences = useQuery(query('app.preferences', {})).data;
  const setPreferences = useSetPreferences();
  const { openScreen, hideConnect } = useWorkspaceActions();
  const open = (section: string): void => {
    hideConnect();
    showSettings(section);
    openScreen('settings');
  };
  const items: readonly MenuItem[] = [
    {
      kind: 'choice',
      label: 'Appearance',
      value: preferences?.theme ?? 'system',
      options: themes,
      onValue: (value) => {
        const theme = themes.find((one) => one.value === value)?.value;
        if (theme !== undefined) setPreferences({ theme });
      },
    },
    'separator',
    { label: 'Lock now', icon: Lock, key: 'lock', onSelect: lockFromHere },
    {
      label: 'Settings…',
      icon: SlidersHorizontal,
      key: 'settings',
      onSelect: () => open(''),
    },
    {
      label: 'Programs…',
      icon: SquarePlay,
      onSelect: () => {
        hideConnect();
        openScreen('programs');
      },
    },
    'separator',
    {
      label: 'Keyboard shortcuts…',
      icon: Keyboard,
      key: 'cheatSheet',
      onSelect: () => showPalette('keys'),
    },
    {
      label: 'About Strongroom…',
      icon: Info,
      onSelect: () => open('about'),
    },
  ];
  useActions(() => [
    {
      id: 'app.Updates…',
      label: 'Updates…',
      group: 'Strongroom',
      icon: CircleArrowUp,
      also: 'new version upgrade check',
      run: () => open('updates'),
    },
    ...menuActions(items, {
      id: 'app',
      group: 'Strongroom',
    }),
  ]);
  return (
    <Menu
      side="right"
      align="end"
      trigger={<IconButton icon={Settings} label="Settings" tooltipSide="right" iconSize={18} />}
      items={items}
    />
  );
}
