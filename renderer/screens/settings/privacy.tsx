import { useQuery } from '@tanstack/react-query';
import type { StoredFiles } from '../../../shared/ipc/contract.ts';
import { query } from '../../api/client.ts';
import { Note, Text } from '../../ui/layout.tsx';
import type { SettingsSection } from './setting.ts';
import { line } from './setting-line.tsx';

const onDisk = 'No token or value is on disk, unless a keychain encrypts it.';

/** The system's keychain, or the reason why no token can be kept there. */
function Keychain() {
  const { available, reason = 'No keychain that can be used.' } =
    useQuery(query('keychain.state', {})).data ?? {};
  if (available === undefined) return null;
  return <p>{available ? 'The keychain can keep tokens for unlocking.' : reason}</p>;
}

/** Stored data and its files; undefined: main could not list them. */
export function privacySettings(stored: StoredFiles | undefined): SettingsSection {
  const { folder = '', files = [] } = stored ?? {};
  return {
    id: 'privacy',
    title: 'Privacy: what is stored where',
    settings: [
      {
        id: 'folder',
        words: `${onDisk} ${folder} folder disk file`,
        show: () => (
          <>
            <p>{onDisk}</p>
            <Note data-mono data-selectable>
              {folder}
            </Note>
          </>
        ),
      },
      {
        id: 'keychain',
        words: 'keychain token unlock GNOME Keyring KWallet',
        show: () => <Keychain />,
      },
      ...files.map(({ name, holds, sealed }) =>
        line(
          name,
          `${name} ${holds} ${sealed ? 'encrypted keychain' : ''}`,
          <span data-mono data-selectable>
            {name}
          </span>,
          <>
            {holds}
            {sealed && <Text tone="dim"> · only with a keychain</Text>}
          </>,
        ),
      ),
    ],
  };
}
