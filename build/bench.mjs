/**
 * `npm run bench`: prepares everything as `npm test` does, then measures (e2e/bench). Arguments go through: parts by
 * name, `--strict`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { root } from './setup/places.mjs';
import { script, whenStopped } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';

await script(async () => {
  await prepare({ virtualDisplay: true, server: 'vault' });
  const bench = spawn(projectNode, [join(root, 'e2e', 'bench', 'run.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: projectEnvironment(),
  });
  // A Ctrl-C reaches the bench by itself; a signal to us alone is handed on. Either way it ends first, and tidily.
  whenStopped((signal) => {
    if (signal !== 'SIGINT') bench.kill(signal);
  });
  const [code] = await once(bench, 'exit');
  return typeof code === 'number' ? code : 1;
});
