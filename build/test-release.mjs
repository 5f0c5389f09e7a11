/**
 * `npm run test:release`: installs what `npm run package` makes, and attacks it (e2e/release). It says how it was installed,
 * and ends with the line that `npm test` ends with.
 */
import { ensureDependencies, projectEnvironment } from './setup/dependencies.mjs';
import { startVirtualDisplay } from './setup/display.mjs';
import { elapsed, say, script } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';
import { stopProgramsOnSignals } from './testing/program.mjs';
import { releaseRun } from './testing/release-run.mjs';

await script(async () => {
  const started = Date.now();
  await ensureDependencies();
  const { electron } = await prepare({ virtualDisplay: true, server: 'vault' });
  stopProgramsOnSignals();
  const display = await startVirtualDisplay();
  const { WAYLAND_DISPLAY: _, ...rest } = projectEnvironment();
  const env = { ...rest, NO_COLOR: '1', DISPLAY: display.display };
  const result = await releaseRun(electron, env, { asDeb: true, onLine: (line) => say('Release', line) });
  await display.stop();
  for (const failure of result.failures) process.stdout.write(`\n✗ ${failure}\n\n`);
  say('Time', elapsed(started));
  const { passed, failed, skipped } = result;
  process.stdout.write(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped\n`);
  return failed > 0 ? 1 : 0;
});
