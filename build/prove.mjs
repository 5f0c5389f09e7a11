/**
 * `npm run prove`: runs in full the checks that `npm test` samples, and those too slow for it
 * (build/security/parts.mjs). Skips parts that passed on this commit, except named ones: `npm run prove -- sequences
 * fuzzed`. Stores its results with the commit, for build/out/security.md and `npm run package -- --release`.
 */
import { parts, wantedParts } from './security/parts.mjs';
import { ensureDependencies, projectEnvironment } from './setup/dependencies.mjs';
import { startVirtualDisplay } from './setup/display.mjs';
import { elapsed, say, script, StepFailed } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';
import { runLanes } from './testing/lanes.mjs';
import { stopProgramsOnSignals } from './testing/program.mjs';
import { keepProved, provedHere, whyUnproved } from './testing/proved.mjs';
import { runPart } from './testing/prove-parts.mjs';
import { keepSecurityReport } from './testing/security-report.mjs';
import { tagsOf } from './testing/runner-result.mjs';

/** @typedef {import('./security/parts.mjs').Part} Part */

await script(async () => {
  const started = Date.now();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new StepFailed(
      `No such part: ${unknown.join(', ')}.`,
      `choose from ${Object.keys(parts).join(', ')}.`,
    );
  let proved = provedHere();
  const isDone = (/** @type {Part} */ name) => whyUnproved(proved, [name]).length === 0;
  const wanted =
    asked.length > 0 ? /** @type {Part[]} */ (asked) : wantedParts.filter((name) => !isDone(name));
  if (proved.changed) say('Prove', 'there are changes that are not committed: this proves no commit');
  await ensureDependencies();
  const { electron } = await prepare({ virtualDisplay: true, server: 'vault' });
  stopProgramsOnSignals();
  const display = await startVirtualDisplay();
  const { WAYLAND_DISPLAY: _, ...rest } = projectEnvironment();
  const env = { ...rest, NO_COLOR: '1', DISPLAY: display.display };
  const stages = wanted.map((name) => ({
    name,
    run: () => {
      say('Prove', `${name}: ${parts[name].what}`);
      return runPart[name]({ electron, env, onLine: (line) => say(name, line) });
    },
  }));
  // One part after the other, so that measurements do not compete for the machine.
  const results = await runLanes([stages], ({ name, result, ms }) => {
    const { passed, failed, skipped, failures, times = [] } = result;
    const tests = times.filter(({ test }) => tagsOf(test).length > 0);
    const part = { date: new Date().toISOString(), ms, passed, failed, skipped, failures, tests };
    // Stored at once, so that an interrupted run can continue.
    proved = { ...proved, parts: { ...proved.parts, [name]: part } };
    keepProved(proved);
    for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n\n`);
    say(
      name,
      `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped (${elapsed(Date.now() - ms)})`,
    );
  });
  await display.stop();
  keepSecurityReport(results, false);
  for (const name of wantedParts)
    if (proved.parts[name] === undefined) say('Not run', `${name}: ${parts[name].what}`);
  for (const why of whyUnproved(proved)) say('Prove', why);
  say('Time', elapsed(started));
  return results.some(({ result }) => result.failed > 0) ? 1 : 0;
});
