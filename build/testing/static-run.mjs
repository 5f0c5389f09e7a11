/** Stages that check the sources without running them; each counts as one test. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectNode } from '../setup/dependencies.mjs';
import { onPath, root } from '../setup/places.mjs';
import { say } from '../setup/progress.mjs';
import { compilerProblem, goEnvironment, launcherSource } from '../setup/launcher.mjs';
import { goProblem } from '../setup/vault-build.mjs';
import { ensureWorkflowLinter } from '../setup/workflow-linter.mjs';
import { runProgram } from './program.mjs';
import { lastLines } from './runner-result.mjs';
import { contentFingerprints, fingerprints, passedBefore, rememberPassed } from './unchanged.mjs';

const tool = (/** @type {string[]} */ ...path) => join('node_modules', ...path);

/** @typedef {import('./runner-result.mjs').RunnerResult} RunnerResult */

/** @type {Readonly<Record<string, (env: NodeJS.ProcessEnv) => Promise<RunnerResult>>>} */
export const staticStages = {
  // The native compiler: the same rules in a quarter of the time. Lint needs the other one, whose API it calls.
  types: (env) => ran('types', [tool('typescript-native', 'bin', 'tsc'), '-b', '--pretty', 'false'], env),
  lint,
  format,
  'dead code': (env) =>
    ran('dead code', [tool('knip', 'bin', 'knip.js'), '--config', 'build/knip.json', '--no-progress'], env),
  workflows: async (env) => {
    const problem = goProblem();
    if (problem === undefined) return ran('workflows', [], env, await ensureWorkflowLinter());
    say('workflows', `skipped: their linter needs ${problem.what}`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  },
  launcher,
};

/**
 * Format, vet for all three systems, and tests of the launcher, which Go's own tools run.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<RunnerResult>}
 */
async function launcher(env) {
  const problem = compilerProblem();
  const go = onPath('go');
  if (problem !== undefined || go === undefined) {
    say('launcher', `skipped: it needs ${problem?.what ?? 'Go'}`);
    return { passed: 0, failed: 0, skipped: 1, failures: [] };
  }
  const inGo = { ...env, ...goEnvironment() };
  /** @type {readonly { program: string, args: readonly string[], system?: string }[]} */
  const steps = [
    { program: join(dirname(realpathSync(go)), 'gofmt'), args: ['-l', '.'] },
    ...['linux', 'darwin', 'windows'].map((system) => ({ program: go, args: ['vet', './...'], system })),
    { program: go, args: ['test', '-timeout', '120s', './...'] },
  ];
  for (const { program, args, system } of steps) {
    const options = {
      env: { ...inGo, ...(system === undefined ? {} : { GOOS: system }) },
      yields: true,
      cwd: launcherSource,
    };
    const { code, output } = await runProgram(program, args, options);
    // gofmt names what it would change, and succeeds.
    if (code === 0 && (args[0] !== '-l' || output.trim() === '')) continue;
    const said = `launcher: ${args.join(' ')}\n${lastLines(output, 120)}`;
    return { passed: 0, failed: 1, skipped: 0, failures: [said] };
  }
  return { passed: 1, failed: 0, skipped: 0, failures: [] };
}

/**
 * With types it is by far the longest static stage.
 * @param {NodeJS.ProcessEnv} env
 */
function lint(env) {
  const config = ['-c', 'build/eslint.config.mjs', '--max-warnings', '0'];
  return ranOnChanged('lint', fingerprints(root), [tool('eslint', 'bin', 'eslint.js'), ...config], env);
}

/** @param {NodeJS.ProcessEnv} env */
function format(env) {
  const look = ['--check', '--log-level', 'warn', '--ignore-unknown'];
  return ranOnChanged(
    'format',
    contentFingerprints(root),
    [tool('prettier', 'bin', 'prettier.cjs'), ...look],
    env,
  );
}

/**
 * Runs a tool on the files that changed since they passed.
 * @param {string} name
 * @param {ReadonlyMap<string, string>} all Fingerprints by file.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function ranOnChanged(name, all, args, env) {
  const passed = passedBefore(name);
  const changed = [...all].flatMap(([file, fingerprint]) => (passed.has(fingerprint) ? [] : [file]));
  const files = changed.length === all.size ? ['.'] : changed;
  const result =
    files.length === 0
      ? { passed: 1, failed: 0, skipped: 0, failures: [] }
      : await ran(name, [...args, ...files], env);
  if (result.failed === 0) rememberPassed(name, all.values());
  return result;
}

/**
 * Runs a tool; a failure contains its output.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [program] Defaults to Node.
 * @returns {Promise<RunnerResult>}
 */
async function ran(name, args, env, program = projectNode) {
  const { code, output } = await runProgram(program, args, { env, yields: true });
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [`${name}\n${lastLines(output, 120)}`] };
}
