/**
 * Released targets, each built on its own system and processor: signing and disk images need the system, and tests
 * must run on every processor that is built for.
 */
export const targets = [
  {
    system: 'Linux',
    platform: 'linux',
    arch: 'x64',
    runner: 'ubuntu-24.04',
    packages: ['deb', 'rpm', 'AppImage', 'tar.gz'],
  },
  {
    system: 'Windows',
    platform: 'win32',
    arch: 'x64',
    runner: 'windows-2025',
    packages: ['nsis', 'portable'],
  },
  { system: 'macOS', platform: 'darwin', arch: 'arm64', runner: 'macos-15', packages: ['dmg', 'zip'] },
];
