/** The stages that look at the sources without running them; each counts as one test. */
import { join } from 'node:path';
import { projectNode } from '../setup/dependencies.mjs';
import { runProgram } from './program.mjs';
import { lastLines } from './runner-result.mjs';

const tool = (/** @type {string[]} */ ...path) => join('node_modules', ...path);

/** @type {Readonly<Record<string, readonly string[]>>} */
export const staticStages = {
  // The compiler in its native form: the same rules in a quarter of the time. Lint needs the other, whose parts it calls.
  types: [tool('typescript-native', 'bin', 'tsc'), '-b', '--pretty', 'false'],
  lint: [tool('eslint', 'bin', 'eslint.js'), '-c', 'build/eslint.config.mjs', '--max-warnings', '0', '.'],
  format: [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  'dead code': [tool('knip', 'bin', 'knip.js'), '--config', 'build/knip.json', '--no-progress'],
};

/**
 * Runs one of them.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./runner-result.mjs').RunnerResult>}
 */
export async function staticRun(name, env) {
  const { code, output } = await runProgram(projectNode, staticStages[name] ?? [], { env });
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] };
  return { passed: 0, failed: 1, skipped: 0, failures: [`${name}\n${lastLines(output, 120)}`] };
}
