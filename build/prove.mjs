/**
 * `npm run prove`: the whole of what `npm test` samples, and what takes too long for it (build/security/parts.mjs). A part that has
 * passed on this commit is not run again; `npm run prove -- sequences fuzzed` runs these, also again. It keeps what it finds
 * beside the commit, where build/out/security.md and `npm run package -- --release` read it.
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
  // One part after the other: what is measured must not wait for another.
  const results = await runLanes([stages], ({ name, result, ms }) => {
    const { passed, failed, skipped, failures, times = [] } = result;
    const tests = times.filter(({ test }) => tagsOf(test).length > 0);
    const part = { date: new Date().toISOString(), ms, passed, failed, skipped, failures, tests };
    // Kept at once: a run that is stopped goes on here.
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
