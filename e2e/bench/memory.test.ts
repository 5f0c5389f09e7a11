import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryOfTree, totalBytes } from './memory.ts';

describe.runIf(process.platform === 'linux')('memoryOfTree', () => {
  it('counts a process and its child, each with memory of its own', async () => {
    const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)']);
    try {
      await once(child.stdout, 'data');
      const memory = memoryOfTree(process.pid);
      expect(memory[0]?.process).toBe('main');
      expect(memory.length).toBeGreaterThanOrEqual(2);
      for (const { pssBytes } of memory.slice(0, 2)) expect(pssBytes).toBeGreaterThan(1024 * 1024);
      expect(totalBytes(memory)).toBe(memory.reduce((sum, { pssBytes }) => sum + pssBytes, 0));
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('answers nothing for a process that is not there', () => {
    expect(memoryOfTree(2 ** 22 + 1)).toEqual([]);
  });
});
