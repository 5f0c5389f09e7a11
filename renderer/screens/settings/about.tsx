import type { AboutApp, AppInfo } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Note } from '../../ui/layout.tsx';
import type { Setting, SettingsSection } from './setting.ts';
import { CopyDiagnostics } from './copy-diagnostics.tsx';
import css from './settings.module.css';

/** Name, versions, and the licences of components; `about` is undefined until main has read them. */
export function aboutSettings(
  { version, electronVersion, testElectron, platform }: AppInfo,
  about: AboutApp | undefined,
): SettingsSection {
  const facts = [
    ['Strongroom', `${version}${testElectron ? ' (for testing only)' : ''}`],
    ...(about === undefined || about.commit === '' ? [] : [['Commit', about.commit] as const]),
    ['Electron', `${electronVersion}${testElectron ? ' (testing build)' : ''}`],
    ...(about === undefined
      ? []
      : [['Chromium', about.chromiumVersion] as const, ['Node.js', about.nodeVersion] as const]),
    ['System', platform],
    ['Licence', 'Mozilla Public License 2.0'],
  ] as const;
  return {
    id: 'about',
    title: 'About',
    settings: [
      ...facts.map(([name, value]) => ({
        id: `about-${name}`,
        words: `${name} ${value} version`,
        show: () => (
          <div className={css['line']}>
            <span>{name}</span>
            <span data-selectable>{value}</span>
          </div>
        ),
      })),
      {
        id: 'diagnostics',
        words: 'Copy diagnostics bug report issue log versions help',
        show: () => <CopyDiagnostics />,
      },
      ...(about === undefined ? [] : [licences(about)]),
    ],
  };
}

function licences({ licences: all, chromiumLicences }: AboutApp): Setting {
  return {
    id: 'about-licences',
    words: `licences license notices open source ${all.map(({ name }) => name).join(' ')}`,
    show: () => (
      <Disclosure title="Licences of everything inside" note={grouped(all.length)}>
        <ul className={css['licences']}>
          {all.map(({ name, version, licence, text, note }) => (
            <li key={`${name} ${version}`}>
              <Disclosure title={`${name} ${version}`} note={licence}>
                {note !== undefined && (
                  <p className={css['note']} data-selectable>
                    {note}
                  </p>
                )}
                <pre className={css['licence']} data-selectable>
                  {text}
                </pre>
              </Disclosure>
            </li>
          ))}
        </ul>
        {chromiumLicences !== '' && (
          <Note data-selectable>Chromium, Node.js and what they hold: {chromiumLicences}</Note>
        )}
      </Disclosure>
    ),
  };
}
