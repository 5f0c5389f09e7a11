/** Parts of the app: the facts that packaging wrote into it, and the licences of everything inside. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AboutApp, LicenceNotice } from '../../shared/ipc/contract.ts';

/** Facts that packaging writes into the app's package.json. */
export interface PackageMark {
  /** Empty if not packaged. */
  readonly commit: string;
  /** Contains an Electron that must not meet a real server. */
  readonly forTesting: boolean;
}

/** Reads it; empty values if not packaged. */
export function packageMark(appPath: string): PackageMark {
  const { strongroom } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as {
    readonly strongroom?: Partial<PackageMark>;
  };
  return { commit: strongroom?.commit ?? '', forTesting: strongroom?.forTesting === true };
}

/** Facts of the about box. `folders`: hold Electron's licences. */
export async function aboutApp(
  appPath: string,
  folders: readonly string[],
  { commit }: PackageMark,
): Promise<AboutApp> {
  // Loaded on demand: it would hold back a start.
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
