/**
 * Debian starts a service the moment its package is installed, and again at every boot. Tests need the programs, started
 * by themselves: nobody who runs them wants a directory server listening afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { onPath } from './places.mjs';

/** Debian's own switch: what this program answers, `invoke-rc.d` obeys; 101 forbids. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Runs an installation so that these packages' services (of the same names) are neither started nor enabled.
 * @param {readonly string[]} services
 * @param {() => Promise<void>} work
 */
export async function withoutStartingServices(services, work) {
  // Somebody's own policy stays as it is: containers have one that forbids everything.
  const ours = process.getuid?.() === 0 && !existsSync(POLICY);
  const remove = () => rmSync(POLICY, { force: true });
  if (ours) {
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    process.once('exit', remove);
  }
  const before = new Set(services.filter(isEnabled));
  try {
    await work();
  } finally {
    if (ours) {
      process.off('exit', remove);
      remove();
    }
    const enabled = services.filter((name) => !before.has(name) && isEnabled(name));
    if (enabled.length > 0) spawnSync('systemctl', ['disable', ...enabled]);
  }
}

/** @param {string} service */
function isEnabled(service) {
  if (onPath('systemctl') === undefined) return false;
  return spawnSync('systemctl', ['is-enabled', '--quiet', service]).status === 0;
}
