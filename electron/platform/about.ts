/** What the app is made of: what the packaging wrote into it, and the licences of everything inside. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AboutApp, LicenceNotice } from '../../shared/ipc/contract.ts';

/** What the packaging says of itself in the app's package.json. */
export interface PackageMark {
  /** Empty: it was not packaged. */
  readonly commit: string;
  /** It holds an Electron that must not meet a real server. */
  readonly forTesting: boolean;
}

/** Reads it; an app that was not packaged has none. */
export function packageMark(appPath: string): PackageMark {
  const { strongroom } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as {
    readonly strongroom?: Partial<PackageMark>;
  };
  return { commit: strongroom?.commit ?? '', forTesting: strongroom?.forTesting === true };
}

/** For the about box. `folders`: where Electron's own licences may lie. */
export async function aboutApp(
  appPath: string,
  folders: readonly string[],
  { commit }: PackageMark,
): Promise<AboutApp> {
  // Not before it is needed: loading it would hold a start back.
  const { brotliDecompressSync } = await import('node:zlib');
  const packed = readFileSync(join(appPath, 'licences.json.br'));
  const ours = JSON.parse(brotliDecompressSync(packed).toString()) as readonly LicenceNotice[];
  const electron = firstOf(folders, 'LICENSE.electron.txt', 'LICENSE');
  const chromium = firstOf(folders, 'LICENSES.chromium.html');
  const [strongroom, ...rest] = ours;
  const { electron: version, chrome, node } = process.versions;
  return {
    commit,
    chromiumVersion: chrome,
    nodeVersion: node,
    licences: [
      ...(strongroom === undefined ? [] : [strongroom]),
      ...(electron === ''
        ? []
        : [{ name: 'Electron', version, licence: 'MIT', text: readFileSync(electron, 'utf8').trim() }]),
      ...rest,
    ],
    chromiumLicences: chromium,
  };
}

function firstOf(folders: readonly string[], ...names: readonly string[]): string {
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return files.find((file) => existsSync(file)) ?? '';
}
