/** Every format that can be exported and imported comes back as it went, key by key and digit by digit. */
import { expect, it } from 'vitest';
import type { ExportFormat } from '../../../shared/vault/export.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { ExportAbout, ExportedEntry, Writer } from '../export/exported-entry.ts';
import { strongroomWriter } from '../export/strongroom-format.ts';
import { csvWriter, jsonWriter, yamlWriter } from '../export/text-formats.ts';
import { readImport } from './read-file.ts';

const mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' } as const;
const members: readonly Member[] = [
  ['plain', '"v"'],
  ['', '"a key without a name"'],
  [' spaced ', '" x "'],
  ['__proto__', '"p"'],
  ['10', '"ten"'],
  ['2', '"two"'],
  ["'=cmd", '"=1+1"'],
  ['quote"', JSON.stringify('a "b", c;\n\td\r\nü 日本 \u0001 \ud83d\ude00')],
  ['number', '12345678901234567890.50'],
  ['nested', '{"b":[1.0,null,{"__proto__":true}],"a":"x"}'],
  ['apostrophe', '"\'already"'],
  ['looks', '"yes"'],
  ['null', 'null'],
];
const entryAt = (path: string): ExportedEntry => ({
  mount,
  path,
  below: 'app/',
  versions: [{ version: 1, createdTime: '', deletionTime: '', destroyed: false, members }],
});
const entries = ['app/db', 'app/it’s 日本/deep', 'app/a: b #c'].map(entryAt);
const about: ExportAbout = {
  options: {
    format: 'json',
    versions: 'all',
    metadata: true,
    values: true,
    keys: { which: 'all', names: [] },
    protection: { kind: 'none' },
  },
  address: 'http://127.0.0.1:8200',
  namespace: '',
  product: 'vault',
  serverVersion: '1.20.0',
  created: '2026-01-01T00:00:00.000Z',
  selection: ['secret/app/'],
  single: false,
};

const writers: Partial<Record<ExportFormat, readonly [string, () => Writer]>> = {
  strongroom: ['x.jsonl', () => strongroomWriter(about)],
  json: ['x.json', () => jsonWriter(about)],
  yaml: ['x.yaml', () => yamlWriter(about)],
  csv: ['x.csv', () => csvWriter()],
};

it.each(Object.entries(writers))('%s', async (format, [fileName, make]) => {
  const writer = make();
  const text = [
    writer.start(),
    ...entries.map((entry) => writer.entry(entry)),
    writer.end({ entries: entries.length, unread: 0 }),
  ].join('');
  const read = await readImport({ fileName, bytes: Buffer.from(text) });
  expect(read).toMatchObject({ format, warnings: [] });
  expect(read.incomplete ?? false).toBe(false);
  const paths = read.entries.map(({ folders, name }) => [...folders, name].join('/'));
  expect(paths.map((path) => path.replace(/^secret\/app\//, ''))).toEqual(
    entries.map(({ path }) => path.slice('app/'.length)),
  );
  // Space between tokens says nothing.
  const compact = (raw: string): string => raw.replace(/\n */g, '').replaceAll('": ', '":');
  for (const { versions } of read.entries)
    expect(versions.map((version) => version.members?.map(([key, raw]) => [key, compact(raw)]))).toEqual([
      members,
    ]);
});
