/**
 * The app's backend with its socket for programs, in Electron's Node and without a window, for the bench of programs. It
 * prints its socket's runtime folder, answers every question with “for 15 minutes”, and does what its input asks:
 * `bare` reads the entries by undici alone and prints the milliseconds, `wakes` prints the wake-ups of its main thread,
 * `off` closes the socket first.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { makeTestApp, targetAt } from '../../electron/ipc/calls/services.fixture.ts';
import { makeProgramSystem } from '../../electron/platform/programs/program-system.ts';

export interface ProgramsTask {
  readonly address: string;
  readonly token: string;
  readonly launcher: string;
  readonly connection: string;
  /** Paths below `v1`, for `bare`. */
  readonly paths: readonly string[];
  readonly parallel: number;
}

const task = JSON.parse(process.argv[2] ?? '') as ProgramsTask;
const runtime = mkdtempSync(join(tmpdir(), 'sr-'));
chmodSync(runtime, 0o700);
const app = makeTestApp({
  quietMs: 0,
  programs: makeProgramSystem({
    launcher: task.launcher,
    environment: { XDG_RUNTIME_DIR: runtime },
    log: () => undefined,
  }),
});
const target = targetAt(task.address);
const { profileId } = await app.must('profile.save', { ...target, name: task.connection, colour: 'grey' });
app.answers.push(task.token);
await app.must('session.open', { target, name: task.connection, colour: 'grey', profileId });
app.preferences.now = { ...app.preferences.now, programs: true };
await app.services.programs.follow();
app.answers.push(...Array.from({ length: 100 }, () => 'folder'));
const pool = new Pool(task.address, { connections: task.parallel });
process.stdout.write(`${runtime}\n`);

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${String(await asked(line))}\n`);
await pool.close();
await app.end();
rmSync(runtime, { recursive: true, force: true });

async function asked(what: string): Promise<number> {
  if (what === 'bare') return bare();
  if (what === 'off') {
    app.preferences.now = { ...app.preferences.now, programs: false };
    await app.services.programs.follow();
  }
  return wakes();
}

/** Milliseconds of reading and parsing all entries. */
async function bare(): Promise<number> {
  const began = performance.now();
  const waiting = [...task.paths];
  const lane = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { body } = await pool.request({
        path: `/v1/${path}`,
        method: 'GET',
        headers: { 'x-vault-token': task.token },
      });
      const { data } = (await body.json()) as {
        readonly data: { readonly data: { readonly value: string } };
      };
      if (data.data.value === '') throw new Error('an entry is empty');
    }
  };
  await Promise.all(Array.from({ length: task.parallel }, lane));
  return performance.now() - began;
}

/** Count of the times that the main thread has gone to sleep so far: it wakes as often. */
function wakes(): number {
  const status = readFileSync(`/proc/self/task/${String(process.pid)}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\t(\d+)$/m.exec(status)?.[1] ?? Number.NaN);
}
