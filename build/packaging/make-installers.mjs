/** Builds the installers for Windows and macOS on these systems, because signing and disk images need them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { packageConfig } from '../electron-builder.mjs';
import { icnsFile, icoFile } from './icons.mjs';
import { azureSigning, windowsSigningVariables } from './windows-signing.mjs';
import { writeBillOfMaterials } from './write-sbom.mjs';

/** @param {import('../electron-builder.mjs').PackageOptions & { electronExecutable: string }} options */
export async function makeInstallers(options) {
  const work = mkdtempSync(join(tmpdir(), 'strongroom-icons-'));
  try {
    const icon = { ico: join(work, 'icon.ico'), icns: join(work, 'icon.icns') };
    writeFileSync(icon.ico, icoFile());
    writeFileSync(icon.icns, icnsFile());
    mkdirSync(options.output, { recursive: true });
    await writeBillOfMaterials(options);
    // A workflow sets variables without a secret to an empty text.
    for (const name of windowsSigningVariables)
      if (process.env[name] === '') Reflect.deleteProperty(process.env, name);
    process.env['SOURCE_DATE_EPOCH'] = String(options.identity.epoch);
    await build({
      targets: Platform.current().createTarget(),
      config: packageConfig({ ...options, icon, azure: azureSigning(process.env) }),
      publish: 'never',
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
