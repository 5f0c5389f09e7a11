import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { itOnUnix } from '../../build/testing/on-unix.ts';
import { redact } from '../../shared/vault/redact.ts';
import { openLog } from './log.ts';
import type { Log } from './log.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-log-'))));
afterEach(() => {
  // A later write would make the folder again.
  for (const log of opened.splice(0)) log.flush();
  rmSync(folder, { recursive: true, force: true });
});

const opened: Log[] = [];
function open(): Log {
  const log = openLog(folder, redact);
  opened.push(log);
  return log;
}

it('writes redacted single lines', () => {
  const log = open();
  log.line('first hvs.CAESIJcanarycanarycanarycanary\nforged line');
  log.flush();
  const text = readFileSync(join(folder, 'strongroom.log'), 'utf8');
  expect(text).toMatch(/^\S+Z first \[redacted\] ⏎ forged line\n$/);
});

it('keeps two files of bounded size', () => {
  const path = join(folder, 'strongroom.log');
  writeFileSync(path, 'x'.repeat(1024 * 1024));
  const log = open();
  log.line('new');
  log.flush();
  expect(statSync(path).size).toBeLessThan(100);
  expect(statSync(`${path}.1`).size).toBe(1024 * 1024);
});

itOnUnix('modes of files: Windows has lists of rights instead')(
  'is for its owner only, also where an older file was for all',
  () => {
    const path = join(folder, 'strongroom.log');
    writeFileSync(path, '', { mode: 0o644 });
    const log = open();
    log.line('mine');
    log.flush();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);

it('has the latest lines at hand', () => {
  const log = open();
  for (let number = 0; number < 250; number++) log.line(`line ${String(number)}`);
  const recent = log.recent();
  expect(recent).toHaveLength(200);
  expect(recent.at(-1)).toMatch(/Z line 249$/);
});

it('survives a folder that cannot be written', () => {
  writeFileSync(join(folder, 'taken'), '');
  const log = openLog(join(folder, 'taken'), redact);
  log.line('lost');
  log.flush();
  expect(statSync(join(folder, 'taken')).isFile()).toBe(true);
});
