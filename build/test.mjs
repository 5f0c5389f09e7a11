/**
 * `npm test`: prepares its prerequisites, runs every stage even after a failure, and ends with a table of times and a
 * line of totals. `npm test -- unit e2e` runs parts: static, unit, node, integration, e2e, release.
 */
import { ensureApp } from './setup/app-bundle.mjs';
import { ensureDependencies, projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { startVirtualDisplay } from './setup/display.mjs';
import { ensureElectron } from './setup/electron.mjs';
import { elapsed, say, script, StepFailed } from './setup/progress.mjs';
import { ensureSystem } from './setup/system.mjs';
import { ensureLoginPlugins } from './setup/vault-plugins.mjs';
import { ensureServer } from './setup/servers.mjs';
import { runLanes } from './testing/lanes.mjs';
import { openbaoEnd2End, openbaoIntegration } from './testing/on-openbao.mjs';
import { playwrightRun } from './testing/playwright-run.mjs';
import { stopProgramsOnSignals } from './testing/program.mjs';
import { releaseRun } from './testing/release-run.mjs';
import { keepSecurityReport } from './testing/security-report.mjs';
import { staticStages } from './testing/static-run.mjs';
import { keepTimes, timeTable } from './testing/times.mjs';
import { inPlainNode, vitestRun } from './testing/vitest-run.mjs';

/** @typedef {import('./testing/lanes.mjs').Stage} Stage */

const PARTS = ['static', 'unit', 'node', 'integration', 'e2e', 'release'];

await script(async () => {
  const started = Date.now();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0)
    throw new StepFailed(`No such part: ${unknown.join(', ')}.`, `choose from ${PARTS.join(', ')}.`);
  const parts = new Set(asked.length > 0 ? asked : PARTS);
  // Prompts or colours must not hang or break the runners.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...projectEnvironment(), NO_COLOR: '1' };
  const needs = (/** @type {string[]} */ ...names) => names.some((name) => parts.has(name));
  const dependencies = ensureDependencies();
  // Building Vault can take minutes: meanwhile everything independent of it is prepared and run.
  const [openbao, vault] = needs('node', 'integration', 'e2e')
    ? [
        ensureServer('openbao', { dependencies }),
        ensureServer('vault', { dependencies, plugins: true }).then(ensureLoginPlugins),
      ]
    : [];
  const [electron] = await Promise.all([
    needs('integration', 'e2e', 'release') ? ensureElectron(dependencies) : undefined,
    // All at once, so that a password is needed only once.
    ensureSystem([
      ...(needs('integration', 'e2e', 'release') ? /** @type {const} */ (['app', 'display']) : []),
      ...(needs('node', 'integration', 'e2e') ? /** @type {const} */ (['reference', 'logins']) : []),
    ]),
    dependencies,
    openbao,
    // Stages that need Vault report a failed build, unless it fails first.
    Promise.race([vault, dependencies]),
  ]);
  stopProgramsOnSignals();

  const display = needs('e2e', 'release') ? await startVirtualDisplay() : undefined;
  const { WAYLAND_DISPLAY: _, ...rest } = env;
  const onDisplay = { ...rest, DISPLAY: display?.display };
  const inNode = { executable: projectNode, env };
  const inElectron = {
    executable: electron?.executable ?? '',
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
  };
  /** @type {readonly (Stage & { part: string })[]} */
  const code = [
    ...Object.entries(staticStages).map(([name, run]) => ({ part: 'static', name, run: () => run(env) })),
    { part: 'unit', name: 'unit', run: () => vitestRun(['unit', 'renderer'], { ...inNode, yields: true }) },
    {
      part: 'integration',
      name: 'integration, OpenBao',
      run: () => openbaoIntegration(inElectron.executable, inElectron.env),
    },
    {
      part: 'node',
      name: 'node',
      run: async () => {
        await vault;
        return vitestRun(['integration'], inNode, inPlainNode);
      },
    },
    {
      part: 'integration',
      name: 'integration',
      run: async () => {
        await vault;
        return vitestRun(['integration'], inElectron);
      },
    },
    {
      part: 'release',
      name: 'release',
      run: async () => {
        await ensureApp();
        if (electron === undefined) throw new Error('a release needs an Electron');
        return releaseRun(electron, onDisplay, { asDeb: false });
      },
    },
  ];
  /** @type {readonly (Stage & { part: string })[]} */
  const screen = [
    {
      part: 'e2e',
      name: 'e2e, OpenBao',
      run: async () => {
        await ensureApp();
        return openbaoEnd2End(onDisplay);
      },
    },
    {
      part: 'e2e',
      name: 'e2e',
      run: async () => {
        await vault;
        await ensureApp();
        return playwrightRun('e2e', { env: onDisplay });
      },
    },
  ];
  const wanted = (/** @type {readonly (Stage & { part: string })[]} */ stages) =>
    stages.filter(({ part }) => parts.has(part));

  // Apps mostly wait for pages, servers and each other; CPU-bound stages fill the gaps in the second lane. The apps
  // alone take longest, so they come first.
  const results = await runLanes([wanted(screen), wanted(code)], ({ name, result, ms }) => {
    say(name, `${counts(result)} (${elapsed(Date.now() - ms)})`);
    for (const failure of result.failures) process.stdout.write(`\n✗ ${failure}\n\n`);
  });
  await display?.stop();
  // Promises that this run has proved; a missing one fails a complete run.
  const security = keepSecurityReport(
    results,
    ['unit', 'integration', 'e2e', 'release'].every((part) => parts.has(part)),
  );
  for (const failure of security.result.failures) process.stdout.write(`\n✗ ${failure}\n\n`);
  results.push(security);

  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of results) {
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
  keepTimes(results);
  process.stdout.write(`\n${timeTable(results).join('\n')}\n\n`);
  const bad = results.filter(({ result }) => result.failed > 0).map(({ name }) => name);
  if (bad.length > 0) say('Failed', bad.join(', '));
  say('Time', elapsed(started));
  process.stdout.write(`${counts(total)}\n`);
  return total.failed > 0 ? 1 : 0;
});

/** @param {{ passed: number, failed: number, skipped: number }} of */
function counts({ passed, failed, skipped }) {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}
