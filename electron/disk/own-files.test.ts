/** The app's own writer on a disk that is really full, and then really read-only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOnSmallDisk } from '../../e2e/disks/small-disk.ts';

let folder = '';
let steps = new Map<unknown, unknown>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-small-disk-'));
  const script = fileURLToPath(new URL('own-files.full-disk.fixture.ts', import.meta.url));
  const lines = nodeOnSmallDisk({ folder, kilobytes: 128 }, script) as readonly { readonly step: string }[];
  steps = new Map(lines.map(({ step, ...rest }) => [step, rest]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const full = [{ holds: 'The names', why: 'the disk is full' }];

describe('an own file', () => {
  it('is written where there is room, and says nothing', () => {
    expect(steps.get('room')).toEqual({ here: 1, onDisk: 1, heard: [], files: ['names.json'] });
  });

  it('that a full disk does not take is told as not kept, once, and leaves nothing half-written', () => {
    const files = ['filler', 'names.json'];
    expect(steps.get('saved')).toEqual({ here: 2_000, onDisk: 1, heard: [full], files });
    expect(steps.get('saved again')).toEqual({ here: 2_001, onDisk: 1, heard: [], files });
    expect(steps.get('saved later')).toEqual({ here: 2_002, onDisk: 1, heard: [], files });
  });

  it('is not changed by what was to be kept and could not be', () => {
    expect(steps.get('kept')).toMatchObject({
      here: 2_000,
      heard: ['The names could not be written: the disk is full. Nothing was changed.'],
    });
  });

  it('is written when there is room again, and that is told', () => {
    expect(steps.get('written again')).toEqual({
      here: 2_002,
      onDisk: 2_002,
      heard: [[]],
      files: ['names.json'],
    });
    expect(steps.get('kept with room')).toMatchObject({ here: 4, onDisk: 4, heard: [] });
    expect(steps.get('saved later with room')).toMatchObject({ here: 6, onDisk: 6, heard: [] });
  });

  it('on a read-only disk is told as such', () => {
    expect(steps.get('later, read-only')).toMatchObject({
      here: 7,
      onDisk: 6,
      heard: [[{ holds: 'The names', why: 'the disk is read-only' }]],
    });
    expect(steps.get('read-only')).toMatchObject({ here: 5, onDisk: 6, heard: [] });
  });
});
