/** An app that programs can ask, with the real launcher and socket, and a saved connection that is open. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import { referenceText } from '../../../shared/vault/reference.ts';
import type { Reference } from '../../../shared/vault/reference.ts';
import { targetAt } from '../../ipc/calls/services.fixture.ts';
import type { ProgramSystem } from '../../core/program-system.ts';
import type { TestApp, TestAppOptions } from '../../ipc/calls/services.fixture.ts';
import { launcherFile } from '../../platform/programs/launcher-file.ts';
import { makeProgramSystem } from '../../platform/programs/program-system.ts';

/** The launcher as it was built for the app in development. */
export const builtLauncher = launcherFile({
  packaged: false,
  resources: '',
  folder: join(import.meta.dirname, '../../../build/out/app'),
});

/** A launcher, and what has come of it. */
export interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<LaunchEnd>;
}

export interface LaunchEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Instead of the real launcher. */
  readonly launcher?: string;
}

export interface ProgramApp {
  readonly app: TestApp;
  readonly sessionId: string;
  /** Name of the connection. */
  readonly connection: string;
  readonly socket: string;
  readonly system: ProgramSystem;
  /** A folder of the test's own. */
  readonly folder: string;
  readonly reference: (path: string, more?: Partial<Reference>) => string;
  readonly begin: (words: readonly string[], options?: LaunchOptions) => Launched;
  readonly launch: (words: readonly string[], options?: LaunchOptions) => Promise<LaunchEnd>;
}

/** A folder that is short enough for a socket in it. */
export function runtimeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sr-'));
  chmodSync(folder, 0o700);
  return folder;
}

/** Makes such apps; their folders and processes end after each test. */
export function useProgramApps(newApp: (options?: TestAppOptions) => TestApp) {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  afterEach(() => {
    children.splice(0).forEach((child) => child.kill('SIGKILL'));
    folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  return async function programApp(
    server: { readonly address: string; readonly rootToken: string },
    change: Partial<ProfileDraft> & { readonly token?: string; readonly patienceMs?: number } = {},
    options: TestAppOptions = {},
  ): Promise<ProgramApp> {
    const { token = server.rootToken, patienceMs = 10_000, ...draft } = change;
    const runtime = runtimeFolder();
    const folder = mkdtempSync(join(tmpdir(), 'sr-work-'));
    folders.push(runtime, folder);
    const environment = { XDG_RUNTIME_DIR: runtime };
    const log: string[] = [];
    const programs = makeProgramSystem({
      launcher: builtLauncher,
      environment,
      patienceMs,
      log: (line) => void log.push(line),
    });
    const app = newApp({ programs, quietMs: 0, ...options });
    const connection = draft.name ?? 'Payments & Co';
    const saved = { ...targetAt(server.address), name: connection, colour: 'grey' as const, ...draft };
    const { profileId } = await app.must('profile.save', saved);
    app.answers.push(token);
    const { sessionId } = await app.must('session.open', {
      target: targetAt(server.address),
      name: connection,
      colour: 'grey',
      profileId,
    });
    app.answers.length = 0;
    app.asked.length = 0;
    app.preferences.now = { ...app.preferences.now, programs: true };
    await app.services.programs.follow();
    const begin: ProgramApp['begin'] = (words, given = {}) => {
      const child = spawn(given.launcher ?? builtLauncher, words, {
        cwd: given.cwd ?? folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment, ...given.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      return { child, ended: endOf(child) };
    };
    return {
      app,
      sessionId,
      connection,
      folder,
      begin,
      socket: programs.socket(),
      system: programs,
      reference: (path, more = {}) => referenceText({ connection, path, ...more }),
      launch: (words, given) => begin(words, given).ended,
    };
  };
}

function endOf(child: ChildProcess): Promise<LaunchEnd> {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}
