/** hvac, the Python client of Vault that tests use as the reference, and the Python that has it. */
import { spawnSync } from 'node:child_process';
import { onPath } from './places.mjs';

/** Debian's own Python has Debian's hvac, even if another is first on PATH; elsewhere the first `python3`. */
export function referencePython() {
  const debian = process.platform === 'linux' && onPath('dpkg-query') !== undefined;
  return debian ? '/usr/bin/python3' : (onPath('python3') ?? 'python3');
}

/** True if that Python can load hvac. */
export function referenceClientIsThere() {
  return spawnSync(referencePython(), ['-c', 'import hvac'], { timeout: 20_000 }).status === 0;
}
