import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import type { PastRequest } from '../../shared/vault/programs.ts';
import { openProgramsLog } from './programs-log.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-programs-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const request: PastRequest = {
  at: '2026-11-29T17:00:00.000Z',
  who: 'node app.js',
  agent: false,
  command: 'run',
  connection: 'payments',
  keys: ['strongroom://payments/secret/web#password'],
  outcome: 'given',
};
const path = () => join(folder, 'programs.log');
const lines = () => readFileSync(path(), 'utf8').trimEnd().split('\n');

function open(wanted = true, at = folder) {
  const problems: string[] = [];
  const log = openProgramsLog(
    at,
    () => wanted,
    (problem) => problems.push(problem),
  );
  return { ...log, problems };
}

describe('the log of programs @program-log', () => {
  it('has one line of JSON a request, and is written only if it is wanted', () => {
    const unwanted = open(false);
    unwanted.note(request);
    unwanted.flush();
    expect(existsSync(path())).toBe(false);
    const wanted = open();
    wanted.note(request);
    wanted.note({ ...request, outcome: 'denied' });
    wanted.flush();
    expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([
      request,
      { ...request, outcome: 'denied' },
    ]);
  });

  it('keeps to one line of bounded length and printable characters, whatever a program names', () => {
    const { note, flush } = open();
    const who = `x\n{"at":"forged"}\u001b[31m\u202e\u2028${'a'.repeat(5_000)}`;
    note({ ...request, who, keys: Array.from({ length: 1_000 }, () => 'k'.repeat(16_000)) });
    flush();
    const [line = '', ...others] = lines();
    expect(others).toEqual([]);
    expect(line).toMatch(/^[\x20-\x7e…]+$/);
    expect(line.length).toBeLessThan(60_000);
    expect(JSON.parse(line)).toMatchObject({ more: 900, outcome: 'given' });
    expect((JSON.parse(line) as PastRequest).who.slice(0, 30)).toBe(who.slice(0, 30));
  });

  it('hides what looks like a token', () => {
    const { note, flush } = open();
    note({ ...request, who: 'curl -H hvs.CAESIJcanarycanarycanarycanary' });
    flush();
    expect(lines()[0]).not.toContain('canary');
  });

  itOnUnix('modes of files: Windows has lists of rights instead')('is for its owner only', () => {
    writeFileSync(path(), '', { mode: 0o644 });
    const { note, flush } = open();
    note(request);
    flush();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('reports that it cannot be written', () => {
    writeFileSync(join(folder, 'taken'), '');
    const { note, flush, problems } = open(true, join(folder, 'taken'));
    note(request);
    flush();
    expect(problems).toEqual(['The log of programs could not be written.']);
  });
});
