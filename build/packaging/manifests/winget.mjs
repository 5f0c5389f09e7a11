/** For the Windows Package Manager: three files, as its community repository requires. */
import { aboutApp } from '../about-app.mjs';
import { yamlOf } from './yaml.mjs';

const SCHEMA = '1.10.0';
const ID = 'Strongroom.Strongroom';

/**
 * @param {import('./release-of.mjs').ManifestRelease} release
 * @returns {Readonly<Record<string, string>>} Texts by path.
 */
export function wingetManifests({ version, released, homepage, files: { nsis } }) {
  const about = { PackageIdentifier: ID, PackageVersion: version };
  const folder = `winget/manifests/s/Strongroom/Strongroom/${version}`;
  const file = (/** @type {string} */ type, /** @type {object} */ content) =>
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${SCHEMA}.schema.json\n${yamlOf({
      ...about,
      ...content,
      ManifestType: type,
      ManifestVersion: SCHEMA,
    })}`;
  return {
    [`${folder}/${ID}.yaml`]: file('version', { DefaultLocale: 'en-US' }),
    [`${folder}/${ID}.installer.yaml`]: file('installer', {
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      ReleaseDate: released,
      Installers: [
        { Architecture: nsis.arch, InstallerUrl: nsis.url, InstallerSha256: nsis.sha256.toUpperCase() },
      ],
    }),
    [`${folder}/${ID}.locale.en-US.yaml`]: file('defaultLocale', {
      PackageLocale: 'en-US',
      Publisher: aboutApp.publisher,
      PackageName: aboutApp.name,
      PackageUrl: homepage,
      License: aboutApp.licence,
      ShortDescription: aboutApp.summary,
      Description: aboutApp.description,
      Tags: ['vault', 'openbao', 'secrets'],
    }),
  };
}
