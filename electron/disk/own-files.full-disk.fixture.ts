/**
 * Run by `own-files.test.ts` on a disk of its own, whose folder is the argument: prints one line of state per step.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotWritten } from './json-file.ts';
import { createOwnFiles } from './own-files.ts';

const folder = process.argv[2] ?? '';
const path = join(folder, 'names.json');
const heard: unknown[] = [];
const files = createOwnFiles(
  (problem) => heard.push(problem),
  (unkept) => heard.push(unkept),
);
const file = files.open<readonly string[]>({
  path,
  version: 1,
  holds: 'The names',
  parse: (data) => (Array.isArray(data) ? data.map(String) : undefined),
  initial: [],
});
const tell = (step: string): void => {
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as { data: unknown[] };
  const line = { step, here: file.value().length, onDisk: data.length, heard: heard.splice(0) };
  process.stdout.write(`${JSON.stringify({ ...line, files: readdirSync(folder).sort() })}\n`);
};
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `name ${String(at)}`);
const keep = (count: number): void => {
  try {
    file.keep(names(count));
  } catch (error) {
    heard.push(error instanceof NotWritten ? error.message : String(error));
  }
};

file.save(names(1));
tell('room');
const filler = join(folder, 'filler');
try {
  for (;;) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' });
} catch {
  tell('full');
}
file.save(names(2_000));
tell('saved');
keep(3);
tell('kept');
file.save(names(2_001));
tell('saved again');
await file.saveLater(names(2_002));
tell('saved later');
rmSync(filler);
files.writeAgain();
tell('written again');
keep(4);
tell('kept with room');
await file.saveLater(names(6));
tell('saved later with room');
execFileSync('mount', ['-o', 'remount,ro', folder]);
await file.saveLater(names(7));
tell('later, read-only');
file.save(names(5));
tell('read-only');
