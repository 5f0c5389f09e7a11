/** hvac, the Python client of Vault that tests take as the judge: whose Python has it. */
import { spawnSync } from 'node:child_process';
import { onPath } from './places.mjs';

/** Debian's Python has Debian's hvac, whatever other Python comes first on PATH; elsewhere the first `python3`. */
export function referencePython() {
  const debian = process.platform === 'linux' && onPath('dpkg-query') !== undefined;
  return debian ? '/usr/bin/python3' : (onPath('python3') ?? 'python3');
}

/** True where that Python can load hvac. */
export function referenceClientIsThere() {
  return spawnSync(referencePython(), ['-c', 'import hvac'], { timeout: 20_000 }).status === 0;
}
