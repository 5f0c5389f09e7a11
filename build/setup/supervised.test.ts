import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supervised } from './supervised.mjs';

const module = new URL('./supervised.mjs', import.meta.url).href;

/** Waits until a process is gone or a zombie that only its parent can clear away. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return existsSync(`/proc/${String(pid)}/exe`);
  } catch {
    return false;
  }
}

describe('a supervised program', () => {
  it('answers its exit code and what it wrote', async () => {
    const program = supervised('sh', ['-c', 'echo out; echo err >&2; exit 7']);
    expect(await program.exited).toBe(7);
    expect(program.log()).toContain('out');
    expect(program.log()).toContain('err');
    expect(program.running()).toBe(false);
  });

  it('ends when it is stopped', async () => {
    const program = supervised('sleep', ['1000']);
    await program.stop();
    expect(program.running()).toBe(false);
    await program.stop();
  });

  it('is asked before it is killed', async () => {
    const program = supervised('sh', [
      '-c',
      'trap "echo asked; exit 0" TERM; echo ready; while :; do sleep 0.01; done',
    ]);
    while (!program.log().includes('ready')) await new Promise((resolve) => setTimeout(resolve, 10));
    await program.terminate(60_000);
    expect(program.log()).toContain('asked');
  });

  it('is killed when it does not listen', async () => {
    const program = supervised('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.01; done']);
    while (!program.log().includes('ready')) await new Promise((resolve) => setTimeout(resolve, 10));
    await program.terminate(50);
    expect(program.running()).toBe(false);
  });

  it('does not outlive us, even when we are killed', async () => {
    const script = `
      import { supervised } from ${JSON.stringify(module)};
      const program = supervised('sh', ['-c', 'echo $$; exec sleep 1000'], { onOutput: (t) => process.stdout.write(t) });
      await program.exited;`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await untilGone(pid);
  });

  it('that does not exist says so', async () => {
    const program = supervised('/no/such/program', []);
    expect(await program.exited).toBe(127);
  });
});
