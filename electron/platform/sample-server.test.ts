import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeSampleServer } from './sample-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-sample-server-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(content: unknown): string {
  const path = join(folder, 'sample.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('takeSampleServer', () => {
  it('reads the file and deletes it', () => {
    const sample = { address: 'http://127.0.0.1:8200', token: 'root', name: 'Sample' };
    const path = put(sample);
    expect(takeSampleServer(path)).toEqual({ ...sample, nodes: [] });
    expect(existsSync(path)).toBe(false);
  });

  it('reads the other nodes of a cluster', () => {
    const nodes = ['http://127.0.0.1:8202', 'http://127.0.0.1:8204'];
    const sample = { address: 'http://127.0.0.1:8200', token: 'root', name: 'Sample', nodes };
    expect(takeSampleServer(put(sample))).toEqual(sample);
  });

  it('refuses a server elsewhere and a file of another shape, and deletes both', () => {
    for (const content of [
      { address: 'https://vault.example:8200', token: 'root', name: 'Sample' },
      { address: 'http://127.0.0.1:8200', token: 1, name: 'Sample' },
      ...['https://vault.example:8200', 7].map((node) => ({
        address: 'http://127.0.0.1:8200',
        token: 'root',
        name: 'Sample',
        nodes: [node],
      })),
      { address: 'http://127.0.0.1:8200', token: 'root', name: 'Sample', nodes: 'http://127.0.0.1:1' },
      null,
      [],
    ]) {
      const path = put(content);
      expect(() => takeSampleServer(path)).toThrow('sample server');
      expect(existsSync(path)).toBe(false);
    }
  });
});
