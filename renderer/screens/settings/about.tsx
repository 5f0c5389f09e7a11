import type { AppInfo } from '../../../shared/ipc/contract.ts';
import type { SettingsSection } from './setting.ts';
import css from './settings.module.css';

/** Name and versions. */
export function aboutSettings({
  version,
  electronVersion,
  testElectron,
  platform,
}: AppInfo): SettingsSection {
  const facts = [
    ['Strongroom', version],
    ['Electron', `${electronVersion}${testElectron ? ' (testing build)' : ''}`],
    ['System', platform],
    ['Licence', 'Mozilla Public License 2.0'],
  ] as const;
  return {
    id: 'about',
    title: 'About',
    settings: facts.map(([name, value]) => ({
      id: `about-${name}`,
      words: `${name} ${value} version`,
      show: () => (
        <div className={css['line']}>
          <span>{name}</span>
          <span data-selectable>{value}</span>
        </div>
      ),
    })),
  };
}
