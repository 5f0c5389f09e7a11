import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from './checksums.mjs';
import { holdTo } from './official-electron.mjs';

it('takes an Electron with the checksum of the pinned package, and removes any other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-electron-'));
  try {
    const file = join(folder, 'electron.zip');
    writeFileSync(file, 'an archive');
    const good = await sha256(file);
    await expect(holdTo(file, good)).resolves.toBeUndefined();
    writeFileSync(file, 'another archive');
    await expect(holdTo(file, good)).rejects.toThrow('is expected');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'an archive');
    // A platform missing from the package.
    await expect(holdTo(file, undefined)).rejects.toThrow('undefined is expected');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
