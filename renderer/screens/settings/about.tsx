import type { AboutApp, AppInfo } from '../../../shared/ipc/contract.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Note, Stack } from '../../ui/layout.tsx';
import type { Setting, SettingsSection } from './setting.ts';
import { CopyDiagnostics } from './copy-diagnostics.tsx';
import { line } from './setting-line.tsx';
import css from './settings.module.css';

/** Name, versions, and the licences of components; `about` is undefined until main has read them. */
export function aboutSettings(
  { version, electronVersion, testElectron, platform }: AppInfo,
  about: AboutApp | undefined,
): SettingsSection {
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Strongroom', version],
    ['Commit', about?.commit],
    ['Electron', `${electronVersion}${testElectron ? ' (testing build)' : ''}`],
    ['Chromium', about?.chromiumVersion],
    ['Node.js', about?.nodeVersion],
    ['System', platform],
    ['Licence', 'Mozilla Public License 2.0'],
  ];
  return {
    id: 'about',
    title: 'About',
    settings: [
      ...facts.flatMap(([name, value = '']) =>
        value === ''
          ? []
          : [
              line(
                `about-${name}`,
                `${name} ${value} version`,
                name,
                <span key="value" data-selectable>
                  {value}
                </span>,
              ),
            ],
      ),
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
      <Disclosure title="Third-party licences" note={grouped(all.length)}>
        <Stack as="ul" gap={4} className={css['licences']}>
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
        </Stack>
        {chromiumLicences !== '' && (
          <Note data-selectable>Chromium, Node.js and their components: {chromiumLicences}</Note>
        )}
      </Disclosure>
    ),
  };
}
