/** Linux formats that this machine can build, and the reasons for the missing ones. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failedLately, forgetFailure, rememberFailure } from '../setup/attempts.mjs';
import { open } from '../setup/download.mjs';
import { onPath } from '../setup/places.mjs';

/** Source of the runtime that electron-builder prepends to every AppImage. */
const APPIMAGE_TOOLS =
  'https://github.com/electron-userland/electron-builder-binaries/releases/download/appimage@1.0.3/appimage-tools-runtime-20251108.tar.gz';

/**
 * Checks for the tools of each format.
 * @returns {Promise<{ formats: string[], absent: string[] }>} `absent`: one sentence per omitted format.
 */
export async function possibleFormats() {
  const reasons = {
    'tar.gz': missing('tar', 'gzip'),
    deb: missing('dpkg-deb'),
    rpm: missing('rpmbuild'),
    AppImage: await noAppImage(),
  };
  const formats = Object.entries(reasons).flatMap(([name, why]) => (why === undefined ? [name] : []));
  const absent = Object.entries(reasons).flatMap(([name, why]) =>
    why === undefined ? [] : [`${name} is left out: ${why}.`],
  );
  return { formats, absent };
}

/** @param {...string} programs */
function missing(...programs) {
  const absent = programs.filter((name) => onPath(name) === undefined);
  return absent.length === 0 ? undefined : `${absent.join(' and ')} cannot be found on PATH`;
}

async function noAppImage() {
  const own = process.env['APPIMAGE_TOOLS_PATH'];
  if (own !== undefined) {
    // Parts that electron-builder uses on x64; without them it fails after building everything else.
    const parts = ['mksquashfs', 'desktop-file-validate', 'runtimes/runtime-x64', 'lib/x64'];
    const absent = parts.filter((part) => !existsSync(join(own, part)));
    return absent.length === 0
      ? undefined
      : `${own}, which APPIMAGE_TOOLS_PATH names, lacks ${absent.join(', ')}`;
  }
  const unreachable = 'its runtime cannot be downloaded from github.com, and APPIMAGE_TOOLS_PATH names none';
  if (failedLately('appimage-tools')) return unreachable;
  try {
    (await open(APPIMAGE_TOOLS)).destroy();
    forgetFailure('appimage-tools');
    return undefined;
  } catch (error) {
    rememberFailure('appimage-tools', error instanceof Error ? error.message : String(error));
    return unreachable;
  }
}
