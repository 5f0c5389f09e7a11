/** Playwright starts a single executable: a command line in front of Electron goes into a script of its own. */
import { writeFileSync } from 'node:fs';

/** Writes a script to `path` that execs `command` with the given arguments appended; returns the path. */
export function programUnder(path: string, command: readonly string[]): string {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  return path;
}
