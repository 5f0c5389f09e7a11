/** The script that installs Debian packages, with a fake apt that only records its calls. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debianPackages } from './setup/debian-packages.mjs';
import { root } from './setup/places.mjs';

let folder: string;
let orders: string;
let policy: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-packages-'));
  orders = join(folder, 'orders');
  policy = join(folder, 'usr/sbin/policy-rc.d');
  mkdirSync(join(folder, 'usr/sbin'), { recursive: true });
  mkdirSync(join(folder, 'run/systemd/system'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(orders, '');
  program('apt-get', 'case $1 in install) touch "$DPKG_ROOT/installed";; esac');
  program(
    'apt-cache',
    'case $2 in libgtk-3-0t64) echo "  Candidate: 3.24";; *) echo "  Candidate: (none)";; esac',
  );
  program('dpkg-query', '[ -e "$DPKG_ROOT/installed" ] && printf installed');
  program('dpkg');
  program('systemctl');
  program('update-rc.d');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program first on PATH that records its arguments, then runs `does`. */
function program(name: string, does = ''): void {
  const script = `#!/bin/sh\necho ${name} "$@" >> '${orders}'\n${does}\n`;
  writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 });
}

/** Runs the script on a system below `folder`; returns its exit code. */
function install(...names: string[]): Promise<number> {
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, DPKG_ROOT: folder };
  return new Promise((resolve) => {
    execFile('/bin/sh', [join(root, 'build/install-packages.sh'), ...names], { env }, (error) => {
      resolve(error === null ? 0 : Number(error.code ?? 137));
    });
  });
}

const ordered = (what: string): string[] =>
  readFileSync(orders, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(what));

/** Makes apt query the services' start policy, as an installation does: 0 allows the start, 101 forbids it. */
function askForServices(...names: string[]): void {
  const asked = names.map(
    (name) => `"$DPKG_ROOT/usr/sbin/policy-rc.d" ${name} start; echo ${name} $? >> '${orders}'`,
  );
  program('apt-get', `[ $1 = install ] || exit 0; touch "$DPKG_ROOT/installed"\n${asked.join('\n')}`);
}

it('installs what it is told, by the name that this system has for it', async () => {
  expect(await install('libgtk-3-0', 'slapd')).toBe(0);
  expect(ordered('apt-get')).toEqual([
    'apt-get update',
    'apt-get install -o DPkg::Lock::Timeout=300 -y --no-install-recommends libgtk-3-0t64 slapd',
  ]);
});

it('installs the whole list when told nothing', async () => {
  expect(await install()).toBe(0);
  const all = debianPackages().map(({ name }) => (name === 'libgtk-3-0' ? 'libgtk-3-0t64' : name));
  expect(ordered('apt-get install')).toEqual([
    `apt-get install -o DPkg::Lock::Timeout=300 -y --no-install-recommends ${all.join(' ')}`,
  ]);
});

describe('a service', () => {
  it('of a package that comes is neither started nor left for the next boot; others are nobody’s business', async () => {
    askForServices('slapd', 'freeradius.service', 'dbus.service');
    expect(await install('slapd', 'freeradius')).toBe(0);
    expect(ordered('slapd')).toEqual(['slapd 101']);
    expect(ordered('freeradius')).toEqual(['freeradius.service 101']);
    expect(ordered('dbus')).toEqual(['dbus.service 0']);
    expect(existsSync(policy)).toBe(false);
    expect(ordered('systemctl')).toEqual([
      'systemctl disable --now slapd',
      'systemctl disable --now freeradius',
    ]);
  });

  it('is disabled where no systemd runs, too', async () => {
    rmSync(join(folder, 'run'), { recursive: true });
    expect(await install('slapd')).toBe(0);
    expect(ordered('update-rc.d')).toContain('update-rc.d slapd disable');
  });

  it('of a package that was there before stays as it was', async () => {
    writeFileSync(join(folder, 'installed'), '');
    askForServices('slapd');
    expect(await install('xvfb')).toBe(0);
    expect(ordered('slapd')).toEqual(['slapd 0']);
    expect(ordered('systemctl')).toEqual([]);
  });

  it('keeps the policy that somebody made', async () => {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    expect(await install('slapd')).toBe(0);
    expect(readFileSync(policy, 'utf8')).toBe('#!/bin/sh\nexit 101\n');
  });

  it('is let go by the next run where one was killed, and what it left half set up is set up', async () => {
    program('apt-get', 'case $1 in install) kill -9 $PPID;; esac');
    expect(await install('slapd')).not.toBe(0);
    expect(existsSync(policy)).toBe(true);
    program('dpkg', 'case $1 in --audit) echo slapd;; esac');
    program('apt-get');
    expect(await install('slapd')).toBe(0);
    expect(existsSync(policy)).toBe(false);
    expect(ordered('dpkg --')).toEqual(['dpkg --audit', 'dpkg --audit', 'dpkg --configure -a']);
  });

  it('may be started again by others after an installation that failed', async () => {
    program('apt-get', '[ $1 = install ] && exit 100; exit 0');
    expect(await install('slapd')).toBe(100);
    expect(existsSync(policy)).toBe(false);
  });
});
