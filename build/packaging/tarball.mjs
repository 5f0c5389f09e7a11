/** The app as an archive without installation, byte-identical for the same folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillStage, settle } from './stage.mjs';

/**
 * Packs inputs into one folder of the archive, owned by root.
 * @param {{ output: string, folder: string, inputs: readonly { from: string, to: string }[], epoch: number }} options
 */
export function makeTarball({ output, folder, inputs, epoch }) {
  const work = mkdtempSync(join(dirname(output), '.stage-'));
  try {
    mkdirSync(join(work, folder));
    fillStage(join(work, folder), inputs);
    settle(work, epoch);
    const same = ['--format=gnu', '--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
    const args = ['--create', '--file', output, ...same, '--use-compress-program', 'gzip -n -6', folder];
    const { status, stderr } = spawnSync('tar', args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`tar: ${stderr}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
