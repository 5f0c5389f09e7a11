import { useQuery } from '@tanstack/react-query';
import { Info, Settings } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { Theme } from '../../../shared/ipc/contract.ts';
import { preferencesQuery, useSetPreferences } from '../../api/app.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

const AboutDialog = lazy(() =>
  import('./about-dialog.tsx').then((module) => ({ default: module.AboutDialog })),
);

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const clipboardSeconds = [10, 20, 30, 60, 120];

/** Theme, clipboard time and "about", at the bottom of the rail. */
export function AppMenu() {
  const [about, setAbout] = useState(false);
  const preferences = useQuery(preferencesQuery()).data;
  const { mutate } = useSetPreferences();
  const seconds = preferences?.clipboardSeconds ?? 30;
  const offered = [...new Set([...clipboardSeconds, seconds])].sort((a, b) => a - b);
  return (
    <>
      <Menu
        side="right"
        align="end"
        trigger={<IconButton icon={Settings} label="Settings" tooltipSide="right" iconSize={18} />}
        items={[
          {
            kind: 'choice',
            label: 'Appearance',
            value: preferences?.theme ?? 'system',
            options: themes,
            onValue: (value) => {
              const theme = themes.find((one) => one.value === value)?.value;
              if (theme !== undefined) mutate({ theme });
            },
          },
          'separator',
          {
            kind: 'choice',
            label: 'Clear a copied value after',
            value: String(seconds),
            options: offered.map((one) => ({ value: String(one), label: `${String(one)} seconds` })),
            onValue: (value) => {
              mutate({ clipboardSeconds: Number(value) });
            },
          },
          'separator',
          {
            label: 'About Strongroom…',
            icon: Info,
            onSelect: () => {
              setAbout(true);
            },
          },
        ]}
      />
      <Suspense fallback={null}>
        {about && (
          <AboutDialog
            onClose={() => {
              setAbout(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
