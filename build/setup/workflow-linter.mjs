/** actionlint, the linter of GitHub workflows (rhysd/actionlint): built from its Go module, as it is not packaged. */
import { join } from 'node:path';
import { isAsMade, noteProgram } from './checksums.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, onPath } from './places.mjs';
import { run } from './progress.mjs';

const VERSION = 'v1.7.12';
const STEP = 'Workflow linter';

/** Path of the linter, built if missing. The caller has checked `goProblem`; rejects without its module. */
export async function ensureWorkflowLinter() {
  const folder = join(cacheFolder(), 'actionlint', VERSION);
  const file = join(folder, process.platform === 'win32' ? 'actionlint.exe' : 'actionlint');
  await withLock(join(cacheFolder(), 'locks', 'actionlint'), STEP, async () => {
    if (isAsMade(file)) return;
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '', GOWORK: 'off', CGO_ENABLED: '0' };
    await run(
      STEP,
      onPath('go') ?? 'go',
      ['install', `github.com/rhysd/actionlint/cmd/actionlint@${VERSION}`],
      {
        env,
        quiet: true,
        todo: 'read what go said; is a Go module proxy reachable? Run the same command again.',
      },
    );
    noteProgram(file);
  });
  return file;
}
