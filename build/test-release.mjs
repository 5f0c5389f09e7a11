/**
 * `npm run test:release`: installs the result of `npm run package`, and attacks it (e2e/release). Prints the way of
 * installation, and ends with the same last line as `npm test`.
 *
 *     --installed=PROGRAM   attacks the app installed on this system instead; on Windows and macOS: its main job
 */
import { parseArgs } from 'node:util';
import { ensureDependencies, projectEnvironment } from './setup/dependencies.mjs';
import { startVirtualDisplay } from './setup/display.mjs';
import { elapsed, say, script } from './setup/progress.mjs';
import { ensureServer } from './setup/servers.mjs';
import { prepare } from './setup/steps.mjs';
import { stopProgramsOnSignals } from './testing/program.mjs';
import { installedRun, releaseRun } from './testing/release-run.mjs';

const onLinux = process.platform === 'linux';

await script(async () => {
  const { installed } = parseArgs({ options: { installed: { type: 'string' } } }).values;
  const started = Date.now();
  await ensureDependencies();
  const { electron } = await prepare({
    virtualDisplay: onLinux,
    server: onLinux ? 'vault' : undefined,
  });
  // The product with an official release for every system.
  if (!onLinux) await ensureServer('openbao', { dependencies: Promise.resolve() });
  stopProgramsOnSignals();
  const display = onLinux ? await startVirtualDisplay() : undefined;
  const { WAYLAND_DISPLAY: _, ...rest } = projectEnvironment();
  const env = {
    ...rest,
    NO_COLOR: '1',
    ...(display === undefined ? { STRONGROOM_SERVER: 'openbao' } : { DISPLAY: display.display }),
  };
  const onLine = (/** @type {string} */ line) => say('Release', line);
  const result =
    installed === undefined
      ? await releaseRun(electron, env, { asDeb: true, onLine })
      : await installedRun(installed, env, onLine);
  await display?.stop();
  for (const failure of result.failures) process.stdout.write(`\n✗ ${failure}\n\n`);
  say('Time', elapsed(started));
  const { passed, failed, skipped } = result;
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped\n`);
  return failed > 0 ? 1 : 0;
});
