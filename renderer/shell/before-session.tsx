import { useQuery } from '@tanstack/react-query';
import { CircleArrowUp, Info, SlidersHorizontal, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Box } from '../ui/layout.tsx';
import { connectAskedQuery } from '../api/app.ts';
import { ConnectScreen } from '../screens/connect/connect-screen.tsx';
import { runKey, useActions, type OfferedAction } from '../workspace/action-registry.ts';
import { isKey } from '../workspace/key-map.ts';
import { paletteMode } from '../workspace/palette.ts';
import { showSettings } from '../workspace/settings-section.ts';
import { isModalOpen } from '../ui/focus.ts';
import { Unauthenticated } from './unauthenticated.tsx';
import { lazily } from '../ui/lazily.ts';

const SettingsScreen = lazily(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen');

/** The window without sessions: the connect screen, or in its place the app-wide settings. */
export function BeforeSession() {
  const [inSettings, setInSettings] = useState(false);
  const opener = useRef<Element>(null);
  const open = (section: string): void => {
    if (!inSettings) opener.current = document.activeElement;
    showSettings(section);
    setInSettings(true);
  };
  const close = (): void => {
    setInSettings(false);
    const back = opener.current;
    // It cannot take the focus until it is visible again.
    setTimeout(() => {
      if (back instanceof HTMLElement) back.focus();
    });
  };
  // An address passed by another start of the app is shown in the form.
  const asked = useQuery(connectAskedQuery()).data;
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== null) setInSettings(false);
  }
  useActions((): readonly OfferedAction[] => [
    {
      id: 'app.Settings…',
      label: 'Settings…',
      group: 'Strongroom',
      icon: SlidersHorizontal,
      key: 'settings',
      run: () => open(''),
    },
    {
      id: 'app.About Strongroom…',
      label: 'About Strongroom…',
      group: 'Strongroom',
      icon: Info,
      run: () => open('about'),
    },
    {
      id: 'app.Updates…',
      label: 'Updates…',
      group: 'Strongroom',
      icon: CircleArrowUp,
      also: 'new version upgrade check',
      run: () => open('updates'),
    },
    ...(inSettings
      ? [{ id: 'settings.close', label: 'Back to connections', group: 'Go to', icon: X, run: close }]
      : []),
  ]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || paletteMode() !== undefined || isModalOpen()) return;
      if (isKey(event, 'settings')) runKey('settings', undefined);
      else if (event.key === 'Escape' && inSettings) close();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [inSettings]);
  return (
    <>
      {/* Kept mounted: choices and running checks continue. */}
      <Box hidden={inSettings} full>
        <ConnectScreen
          Unauthenticated={Unauthenticated}
          behind={inSettings}
          onSettings={(section = '') => open(section)}
        />
      </Box>
      {inSettings && (
        <Suspense fallback={null}>
          <Box as="main" data-region="main" full>
            <SettingsScreen onClose={close} />
          </Box>
        </Suspense>
      )}
    </>
  );
}
