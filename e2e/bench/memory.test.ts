import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { memoryOfTree, totalBytes } from './memory.ts';

// Ends when its parent ends.
const below = "console.log('up'); process.stdin.resume()";
const above = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(below)}], { stdio: ['pipe', 1, 2] })`;

describe.runIf(process.platform === 'linux')('memoryOfTree', () => {
  it('counts a process and its child, each with memory of its own', async () => {
    const child = spawn(process.execPath, ['-e', above]);
    try {
      await once(child.stdout, 'data');
      const memory = memoryOfTree(child.pid ?? 0);
      expect(memory[0]?.process).toBe('main');
      expect(memory).toHaveLength(2);
      for (const { pssBytes } of memory) expect(pssBytes).toBeGreaterThan(1024 * 1024);
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
