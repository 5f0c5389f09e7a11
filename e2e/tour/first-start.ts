/** Pictures of the first start, in an empty home: without a server program, with the sample server, and failing. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../steps/app.ts';
import { serverBinary } from '../servers/server-binary.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Takes all of them. */
export async function tourFirstStart(picture: TakePicture): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-path-'));
  const pathOf = (name: string): string => {
    mkdirSync(join(folder, name));
    return `${join(folder, name)}:/usr/bin:/bin`;
  };
  const nothing = await launchApp({ env: { PATH: pathOf('nothing') } });
  await nothing.window.getByRole('region', { name: 'First start' }).waitFor();
  await inBothSizes(nothing, picture, 'first-start-nothing');
  await nothing.close();

  const broken = pathOf('broken');
  writeFileSync(join(folder, 'broken', 'vault'), '#!/bin/sh\necho "no memory" >&2\nexit 1\n', {
    mode: 0o755,
  });
  const failing = await launchApp({ env: { PATH: broken } });
  await failing.window.getByRole('button', { name: 'Start sample server' }).click();
  await failing.window.getByRole('region', { name: 'First start' }).getByRole('alert').waitFor();
  await inBothSizes(failing, picture, 'first-start-sample-failed');
  await failing.close();

  const whole = pathOf('whole');
  symlinkSync(serverBinary(), join(folder, 'whole', 'vault'));
  const sample = await launchApp({ env: { PATH: whole, VAULT_ADDR: 'https://vault.example:8200' } });
  const start = sample.window.getByRole('button', { name: 'Start sample server' });
  await start.waitFor();
  await inBothSizes(sample, picture, 'first-start');
  await start.click();
  await sample.window.getByRole('tree').waitFor();
  await inBothSizes(sample, picture, 'first-start-sample');
  await sample.close();
  rmSync(folder, { recursive: true });
}
