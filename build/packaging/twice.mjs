/** Proves reproducibility: packages the commit again from copies of the sources in another folder, and compares. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { out, root } from '../setup/places.mjs';
import { run, say, StepFailed } from '../setup/progress.mjs';
import { sha256 } from './checksums.mjs';

const STEP = 'Twice';

/**
 * Packages in a folder with another absolute path, and throws if a byte differs.
 * @param {{ folder: string, formats: string }} first Result of the first packaging: the app's folder, and that of the
 *   formats.
 * @param {readonly string[]} args Arguments of `npm run package`.
 */
export async function proveTwice(first, args) {
  const elsewhere = join(out, 'package', `second-${String(process.pid)}`);
  rmSync(elsewhere, { recursive: true, force: true });
  try {
    copySources(elsewhere);
    // The guide's pictures are retaken only for an app with other bytes, which this step would detect.
    const pictures = join('build', 'out', 'guide-pictures');
    if (existsSync(join(root, pictures)))
      cpSync(join(root, pictures), join(elsewhere, pictures), { recursive: true });
    const packages = readdirSync(first.formats).filter((name) => name.endsWith('.deb'));
    const script = [join(elsewhere, 'build', 'package.mjs'), '--formats=deb', ...args];
    const todo = 'read what the second packaging said above.';
    await run(STEP, process.execPath, script, { cwd: elsewhere, todo });
    const there = (/** @type {string} */ file) => join(elsewhere, relative(root, file));
    const files = [
      join(first.folder, 'resources', 'app.asar'),
      ...packages.map((name) => join(first.formats, name)),
    ];
    for (const file of files) {
      const [one, two] = [
        await sha256(file),
        existsSync(there(file)) ? await sha256(there(file)) : 'no file',
      ];
      const name = relative(root, file);
      if (one !== two) {
        const diff = `sha256 ${one} here and ${two} elsewhere`;
        throw new StepFailed(
          `${STEP}: ${name} differs: ${diff}.`,
          'find what put a time, a path or an order into it.',
        );
      }
      say(STEP, `${name} is the same, made twice (${one})`);
    }
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

/**
 * Copies the sources that git does not ignore, and the dependencies. The copy is inside the same repository.
 * @param {string} folder
 */
function copySources(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new StepFailed(`${STEP}: git does not list the sources.`, 'run it in a clone.');
  for (const name of stdout.split('\0')) {
    if (name === '' || !existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  // Hard links avoid copying half a gigabyte that is only read.
  const linked = spawnSync('cp', ['-al', join(root, 'node_modules'), folder]);
  if (linked.status !== 0)
    cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
}
