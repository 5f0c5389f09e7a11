import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { makeRuntimeFolder, socketPath } from './runtime-folder.ts';
import { openSocket } from './socket.ts';

const uid = process.getuid?.() ?? -1;
const onUnix = itOnUnix('places of Unix, such as /proc');
let runtime = '';
beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), 'sr-'));
  chmodSync(runtime, 0o700);
});
afterEach(() => rmSync(runtime, { recursive: true, force: true }));

const pathIn = () => socketPath({ XDG_RUNTIME_DIR: runtime }, uid);

describe('the runtime folder', () => {
  onUnix('is below XDG_RUNTIME_DIR if that is only this user’s, and in /tmp otherwise', () => {
    expect(pathIn()).toBe(join(runtime, 'strongroom', 'programs.sock'));
    const ours = `/tmp/strongroom-${String(uid)}/programs.sock`;
    expect(socketPath({}, uid)).toBe(ours);
    expect(socketPath({ XDG_RUNTIME_DIR: 'relative' }, uid)).toBe(ours);
    chmodSync(runtime, 0o750);
    expect(pathIn()).toBe(ours);
    expect(socketPath({ XDG_RUNTIME_DIR: runtime }, uid + 1)).toBe(
      `/tmp/strongroom-${String(uid + 1)}/programs.sock`,
    );
  });

  onUnix('is refused as a link, a file, another user’s or open to others', () => {
    const folder = join(runtime, 'strongroom');
    const make = (who = uid): void => makeRuntimeFolder(folder, join(folder, 'programs.sock'), who);
    make();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    make();
    expect(() => make(uid + 1)).toThrow('it belongs to another user');
    chmodSync(folder, 0o701);
    expect(() => make()).toThrow('others can open it');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(() => make()).toThrow('it is not a folder');
    rmSync(folder);
    symlinkSync(runtime, folder);
    expect(() => make()).toThrow('it is a link');
    expect(() => makeRuntimeFolder(folder, 'x'.repeat(108), uid)).toThrow('too long');
  });
});

describe('the socket', () => {
  onUnix('is its user’s alone, and gone when it is closed', async () => {
    const path = pathIn();
    const { close } = await openSocket(path, uid, (socket) => socket.destroy());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await close();
    expect(existsSync(path)).toBe(false);
  });

  onUnix('replaces a dead one, and never a living one or anything else', async () => {
    const path = pathIn();
    const living = await openSocket(path, uid, (socket) => socket.destroy());
    await expect(openSocket(path, uid, () => undefined)).rejects.toThrow('Another Strongroom listens');
    expect(existsSync(path)).toBe(true);
    await living.close();
    // A listener in another process that has died leaves its socket behind.
    const dead = createServer().listen(path);
    await new Promise((resolve) => dead.once('listening', resolve));
    const { spawnSync } = await import('node:child_process');
    dead.close();
    const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script, path], { env: { ELECTRON_RUN_AS_NODE: '1' } });
    expect(existsSync(path)).toBe(true);
    const next = await openSocket(path, uid, (socket) => socket.end('here'));
    const heard = await new Promise((resolve) => connect(path).once('data', resolve));
    expect(String(heard)).toBe('here');
    await next.close();
    writeFileSync(path, 'mine');
    await expect(openSocket(path, uid, () => undefined)).rejects.toThrow('something else');
    expect(dirname(path)).toBe(join(runtime, 'strongroom'));
  });
});
