/**
 * `npm test`: prepares what it needs, runs every stage even after a failure, and ends with one line over all runners.
 * `npm test -- unit integration` runs parts: static, unit, integration, electron, e2e, release.
 */
import { projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { startVirtualDisplay } from './setup/display.mjs';
import { elapsed, say, script, StepFailed } from './setup/progress.mjs';
import { ensureApp } from './setup/app-bundle.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { ensureElectron } from './setup/electron.mjs';
import { ensureSystem } from './setup/system.mjs';
import { ensureLoginPlugins } from './setup/vault-plugins.mjs';
import { ensureVault } from './setup/vault.mjs';
import { stopProgramsOnSignals } from './testing/program.mjs';
import { playwrightRun } from './testing/playwright-run.mjs';
import { releaseRun } from './testing/release-run.mjs';
import { crashed } from './testing/runner-result.mjs';
import { staticRun, staticStages } from './testing/static-run.mjs';
import { vitestRun } from './testing/vitest-run.mjs';

/** @typedef {import('./testing/runner-result.mjs').RunnerResult} RunnerResult */

const PARTS = ['static', 'unit', 'integration', 'electron', 'e2e', 'release'];

await script(async () => {
  const started = Date.now();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0)
    throw new StepFailed(`No such part: ${unknown.join(', ')}.`, `choose from ${PARTS.join(', ')}.`);
  const parts = new Set(asked.length > 0 ? asked : PARTS);
  // One test of the other runners' failures must not hang on a prompt or a colour.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...projectEnvironment(), NO_COLOR: '1' };
  const needs = (/** @type {string[]} */ ...names) => names.some((name) => parts.has(name));
  await ensureDependencies();
  // All at once: nobody wants to be asked three times.
  await ensureSystem([
    ...(needs('electron', 'e2e', 'release') ? /** @type {const} */ (['app', 'display']) : []),
    ...(needs('integration', 'electron', 'e2e') ? /** @type {const} */ (['reference', 'logins']) : []),
  ]);
  const electron = needs('electron', 'e2e', 'release') ? await ensureElectron() : undefined;
  if (needs('integration', 'electron', 'e2e')) {
    await ensureVault();
    await ensureLoginPlugins();
  }
  stopProgramsOnSignals();

  /** @type {{ name: string, result: RunnerResult }[]} */
  const results = [];
  /** @type {(name: string, work: () => Promise<RunnerResult>) => Promise<void>} */
  const stage = async (name, work) => {
    const since = Date.now();
    const result = await work().catch((/** @type {unknown} */ error) =>
      crashed(
        `${name} could not be run.`,
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ),
    );
    results.push({ name, result });
    say(name, `${counts(result)} (${elapsed(since)})`);
    for (const failure of result.failures) process.stdout.write(`\n✗ ${failure}\n\n`);
  };

  if (parts.has('static')) {
    await inPairs(Object.keys(staticStages).map((name) => () => stage(name, () => staticRun(name, env))));
  }
  const inNode = { executable: projectNode, env };
  if (parts.has('unit')) await stage('unit', () => vitestRun(['unit', 'renderer'], inNode));
  if (parts.has('integration')) await stage('integration', () => vitestRun(['integration'], inNode));
  if (parts.has('electron') && electron) {
    const asNode = { executable: electron.executable, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
    await stage('in Electron', () => vitestRun(['integration'], asNode));
  }
  if (needs('e2e', 'release') && electron) {
    const display = await startVirtualDisplay();
    const { WAYLAND_DISPLAY: _, ...rest } = env;
    const onDisplay = { ...rest, DISPLAY: display.display };
    if (parts.has('e2e'))
      await stage('e2e', async () => {
        await ensureApp();
        return playwrightRun('e2e', { env: onDisplay });
      });
    if (parts.has('release'))
      await stage('release', async () => {
        await ensureApp();
        return releaseRun(electron, onDisplay);
      });
    await display.stop();
  }

  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { result } of results) {
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
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

/**
 * Two at a time, in order.
 * @param {(() => Promise<void>)[]} stages
 */
async function inPairs(stages) {
  const waiting = stages.values();
  const lane = async () => {
    for (const next of waiting) await next();
  };
  await Promise.all([lane(), lane()]);
}
