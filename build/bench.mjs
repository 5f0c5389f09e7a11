/**
 * `npm run bench`: prepares everything as `npm test` does, then measures (e2e/bench). Forwards its arguments: names
 * of parts, `--strict`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectEnvironment, projectNode } from './setup/dependencies.mjs';
import { root } from './setup/places.mjs';
import { script, whenStopped } from './setup/progress.mjs';
import { prepare } from './setup/steps.mjs';

await script(async () => {
  await prepare({ virtualDisplay: true, server: 'vault', reference: true });
  const bench = spawn(projectNode, [join(root, 'e2e', 'bench', 'run.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: projectEnvironment(),
  });
  // The bench receives a Ctrl-C itself; other signals are forwarded. Either way it cleans up and exits first.
  whenStopped((signal) => {
    if (signal !== 'SIGINT') bench.kill(signal);
  });
  const [code] = await once(bench, 'exit');
  return typeof code === 'number' ? code : 1;
});
