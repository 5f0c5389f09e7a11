/** Writes the bill of materials of a package. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { goVersion } from '../setup/launcher.mjs';
import { out, root } from '../setup/places.mjs';
import { billOfMaterials } from './sbom.mjs';
import { validateBillOfMaterials } from './validate-sbom.mjs';

/**
 * @param {{ output: string, identity: import('./identity.mjs').Identity, electronVersion: string, forTesting: boolean,
 *   electronExecutable: string }} options
 */
export async function writeBillOfMaterials({
  output,
  identity,
  electronVersion,
  forTesting,
  electronExecutable,
}) {
  const { status, stdout, stderr } = spawnSync(
    electronExecutable,
    ['-p', 'JSON.stringify(process.versions)'],
    {
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    },
  );
  if (status !== 0) throw new Error(`Electron does not tell its versions: ${stderr}`);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const integrity = Object.fromEntries(
    Object.entries(lock.packages).map(([path, each]) => [
      `${path.replace(/^.*node_modules\//, '')}@${String(each.version)}`,
      each.integrity,
    ]),
  );
  const notices = JSON.parse(
    brotliDecompressSync(readFileSync(join(out, 'app', 'licences.json.br'))).toString(),
  );
  const runtime = JSON.parse(stdout);
  const document = billOfMaterials({
    identity,
    electron: electronVersion,
    forTesting,
    runtime,
    notices,
    go: goVersion(),
    integrity,
  });
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await validateBillOfMaterials(text);
  const mark = forTesting ? '-for-testing' : '';
  writeFileSync(
    join(output, `strongroom-${identity.version}-${process.platform}-${process.arch}${mark}.cdx.json`),
    text,
  );
}
