import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { redact } from '../../shared/vault/redact.ts';
import { openLog } from './log.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes redacted single lines', () => {
  const log = openLog(folder, redact);
  log.line('first hvs.CAESIJcanarycanarycanarycanary\nforged line');
  log.flush();
  const text = readFileSync(join(folder, 'strongroom.log'), 'utf8');
  expect(text).toMatch(/^\S+Z first \[redacted\] ⏎ forged line\n$/);
});

it('keeps two files of bounded size', () => {
  const path = join(folder, 'strongroom.log');
  writeFileSync(path, 'x'.repeat(1024 * 1024));
  const log = openLog(folder, redact);
  log.line('new');
  log.flush();
  expect(statSync(path).size).toBeLessThan(100);
  expect(statSync(`${path}.1`).size).toBe(1024 * 1024);
});

it('survives a folder that cannot be written', () => {
  writeFileSync(join(folder, 'taken'), '');
  const log = openLog(join(folder, 'taken'), redact);
  log.line('lost');
  log.flush();
  expect(statSync(join(folder, 'taken')).isFile()).toBe(true);
});
