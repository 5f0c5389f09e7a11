/**
 * For Flathub: the unpacked archive on the Electron base app, whose helper (zypak) runs Chromium's sandbox inside
 * Flatpak's. The desktop files use the app's full ID there.
 */
import { aboutApp } from '../about-app.mjs';
import { yamlOf } from './yaml.mjs';

/**
 * @param {import('./release-of.mjs').ManifestRelease} release
 * @returns {Readonly<Record<string, string>>} Texts by path.
 */
export function flathubManifests({ files: { targz } }) {
  const id = aboutApp.desktopId;
  const share = '/app/share';
  const icons = ['16', '32', '48', '64', '128', '256', '512'].map((size) => `${size}x${size}/apps`);
  const manifest = {
    id,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': '25.08',
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': '25.08',
    command: 'strongroom',
    'separate-locales': false,
    'finish-args': [
      ...['--share=ipc', '--share=network', '--socket=wayland', '--socket=fallback-x11', '--device=dri'],
      ...['--talk-name=org.freedesktop.secrets', '--talk-name=org.freedesktop.Notifications'],
    ],
    modules: [
      {
        name: 'strongroom',
        buildsystem: 'simple',
        'build-commands': [
          'mkdir -p /app/strongroom',
          'cp -a . /app/strongroom',
          'rm -r /app/strongroom/share /app/strongroom/bin /app/strongroom/launch.sh',
          // Tells the app that Flathub delivers new versions.
          'echo repository > /app/strongroom/resources/package-type',
          'install -Dm755 launch.sh /app/bin/strongroom',
          `install -Dm644 share/applications/strongroom.desktop ${share}/applications/${id}.desktop`,
          `desktop-file-edit --set-icon=${id} ${share}/applications/${id}.desktop`,
          `install -Dm644 share/metainfo/${id}.metainfo.xml ${share}/metainfo/${id}.metainfo.xml`,
          `sed -i 's|>strongroom.desktop<|>${id}.desktop<|' ${share}/metainfo/${id}.metainfo.xml`,
          ...icons.map(
            (place) =>
              `install -Dm644 share/icons/hicolor/${place}/strongroom.png ${share}/icons/hicolor/${place}/${id}.png`,
          ),
        ],
        sources: [
          { type: 'archive', 'only-arches': ['x86_64'], url: targz.url, sha256: targz.sha256 },
          {
            type: 'script',
            'dest-filename': 'launch.sh',
            commands: ['exec zypak-wrapper.sh /app/strongroom/strongroom "$@"'],
          },
        ],
      },
    ],
  };
  return {
    [`flathub/${id}.yaml`]: yamlOf(manifest),
    'flathub/flathub.json': `${JSON.stringify({ 'only-arches': ['x86_64'] }, null, 2)}\n`,
  };
}
