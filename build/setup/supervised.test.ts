import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supervised } from './supervised.mjs';

const module = new URL('./supervised.mjs', import.meta.url).href;

/** Waits until a process is gone, or a zombie that only its parent can reap. */
async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || existsSync(`/proc/${String(pid)}/exe`);
  } catch {
    return false;
  }
}

/** Unix shell programs stand in for servers here; the Windows variant is tested below. */
describe.skipIf(process.platform === 'win32')('a supervised program (skipped on Windows: no /bin/sh)', () => {
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

describe('a supervised program where there is no shell', () => {
  const noShell = { platform: 'win32' };

  it('answers its exit code and what it wrote', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 7';
    const program = supervised(process.execPath, ['-e', script], noShell);
    expect(await program.exited).toBe(7);
    expect(program.log()).toContain('out');
    expect(program.log()).toContain('err');
  });

  it('ends with all below it when it is stopped, or asked to end', async () => {
    const script = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
      console.log('child', child.pid);
      setInterval(() => 0, 1000)`;
    for (const end of ['stop', 'terminate'] as const) {
      const program = supervised(process.execPath, ['-e', script], noShell);
      await expect.poll(program.log).toMatch(/child \d+/);
      const pid = Number(/child (\d+)/.exec(program.log())?.[1]);
      await program[end](60_000);
      expect(program.running()).toBe(false);
      await untilGone(pid);
    }
  });

  it('does not outlive us, even when we are killed', async () => {
    const script = `
      import { supervised } from ${JSON.stringify(module)};
      const server = 'console.log(process.pid); setInterval(() => 0, 1000)';
      const options = { platform: 'win32', onOutput: (t) => process.stdout.write(t) };
      await supervised(process.execPath, ['-e', server], options).exited;`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    parent.kill('SIGKILL');
    await untilGone(Number(said.toString()));
  });

  it('that does not exist says so', async () => {
    const program = supervised('/no/such/program', [], noShell);
    expect(await program.exited).toBe(127);
  });
});
