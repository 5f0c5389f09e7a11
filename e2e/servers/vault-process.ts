/** One server process, Vault or OpenBao: its own temporary folder, a clean environment, ended with our process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervised } from '../../build/setup/supervised.mjs';
import { serverBinary } from './server-binary.ts';
import type { Product } from './server-binary.ts';

const BIND_ATTEMPTS = 5;

export interface VaultProcess {
  readonly pid: number;
  /** Its latest log lines. */
  readonly log: () => string;
  readonly running: () => boolean;
  readonly exited: Promise<number>;
  readonly stop: () => Promise<void>;
}

/** A port was taken between the check and the bind. */
export class PortTaken extends Error {}

const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) removeFolder(folder);
});

/** A temporary folder for one server, and a function to remove it; removed with this process at the latest. */
export function temporaryFolder(name: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `strongroom-${name}-`));
  folders.add(path);
  return { path, remove: () => removeFolder(path) };
}

function removeFolder(path: string): void {
  folders.delete(path);
  rmSync(path, { recursive: true, force: true });
}

/** Starts a server with arguments; `home` is its HOME, which keeps it away from the user's files. */
export function startVaultProcess(args: readonly string[], home: string, product?: Product): VaultProcess {
  // Windows programs do not start without SystemRoot.
  const windows = { SystemRoot: process.env['SystemRoot'], TEMP: home, TMP: home, USERPROFILE: home };
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: home,
    ...(process.platform === 'win32' ? windows : {}),
  };
  return supervised(serverBinary(product), args, { env, cwd: home });
}

/** Waits until `ready` returns true; throws `PortTaken` or the log if the process ends first, or after 60 s. */
export async function untilReady(vault: VaultProcess, ready: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (vault.running()) {
    if (await ready().catch(() => false)) return;
    if (Date.now() > deadline) {
      await vault.stop();
      throw new Error(`The server was not ready after 60 s:\n${vault.log()}`);
    }
    await pollInterval();
  }
  const log = vault.log();
  throw log.includes('address already in use')
    ? new PortTaken(log)
    : new Error(`The server ended early:\n${log}`);
}

/** Pause between two checks of an awaited state. */
export function pollInterval(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** Runs `start` again with other ports if one was taken meanwhile. */
export async function withFreshPorts<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === BIND_ATTEMPTS) throw error;
    }
  }
}
