/** Playwright starts one program: what comes before Electron on its command line goes into a program of its own. */
import { writeFileSync } from 'node:fs';

/** Writes a program to `path` that becomes `command`, with the arguments that it is given behind it; answers the path. */
export function programUnder(path: string, command: readonly string[]): string {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  return path;
}
