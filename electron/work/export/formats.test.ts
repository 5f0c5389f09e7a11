/** Tests files of many entries with the parsers that people read them by. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { hostileJson, hostileMembers, hostileTexts } from '../../core/entries/entry-text.fixture.ts';
import { Unwritable } from './exported-entry.ts';
import type { ExportAbout, ExportedEntry, Writer } from './exported-entry.ts';
import { strongroomWriter } from './strongroom-format.ts';
import { hclText, terraformWriter } from './terraform-format.ts';
import { cliWriter, csvWriter, envWriter, jsonWriter, yamlWriter } from './text-formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const options: ExportOptions = {
  format: 'json',
  versions: 'latest',
  metadata: true,
  values: true,
  keys: { which: 'all', names: [] },
  protection: { kind: 'none' },
};
const about: ExportAbout = {
  options,
  address: 'https://v.example:8200',
  namespace: '',
  product: 'vault',
  serverVersion: '1.21.0',
  created: '2026-11-28T10:00:00.000Z',
  selection: ['secret/app/\nrm -rf /'],
  single: false,
};
const mount: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };
const noFacts = { version: 1, createdTime: '', deletionTime: '', destroyed: false };
const metadata = {
  maxVersions: 7,
  casRequired: true,
  deleteVersionAfter: '768h0m30s',
  customMetadata: { owner: "it's ${x}", 'a"b': '%{y}' },
  currentVersion: 3,
  oldestVersion: 1,
};

/** Names that a server can have. */
const hostileNames = [
  'db',
  '=cmd|x',
  '@x',
  '-n',
  '+1',
  "it's",
  'say "hi"',
  'a, b',
  '$(id)',
  '`id`',
  '%{x}',
  '${x}',
  'ünï',
  'yes',
  '1',
  '# x',
  'a: b',
  '__proto__',
];

const entryAt = (path: string, members: readonly Member[]): ExportedEntry => ({
  mount,
  path,
  below: '',
  versions: [{ ...noFacts, members }],
});
const hostile = (): readonly ExportedEntry[] =>
  hostileNames.map((name) => entryAt(`app/${name}`, hostileMembers));

function fileOf(writer: Writer, entries: readonly ExportedEntry[]): string {
  const body = entries.map((entry) => writer.entry(entry)).join('');
  const counts = { entries: entries.length, unread: 1 };
  const unread = writer.unread('secret/gone\nrm -rf /', 'permission\ndenied');
  return writer.start() + body + unread + writer.end(counts);
}

function run(program: string, args: readonly string[], input = ''): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', PYTHONUTF8: '1' },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('a file of many entries', () => {
  it('as JSON holds each one by its path', () => {
    const read = JSON.parse(fileOf(jsonWriter(about), hostile())) as {
      readonly entries: object;
      readonly unread: unknown;
    };
    expect(Object.keys(read.entries)).toEqual(hostileNames.map((name) => `secret/app/${name}`));
    for (const values of Object.values(read.entries)) expect(values).toMatchObject(hostileTexts);
    expect(read.unread).toEqual([{ path: 'secret/gone\nrm -rf /', reason: 'permission\ndenied' }]);
    expect(JSON.parse(fileOf(jsonWriter(about), []))).toMatchObject({ entries: {} });
    const exact = fileOf(jsonWriter(about), [entryAt('n', [['big', '9007199254740993.10']])]);
    expect(exact).toContain('"big": 9007199254740993.10');
  });

  it('as YAML is read by a parser letter for letter', () => {
    const text = fileOf(yamlWriter(about), [
      ...hostile(),
      entryAt('x'.repeat(1200), []),
      entryAt('none', []),
    ]);
    for (const version of ['1.1', '1.2'] as const) {
      const document = parseDocument(text, { intAsBigInt: true, version });
      expect(document.errors).toEqual([]);
      const read = document.toJS({ mapAsMap: true }) as Map<string, Map<string, unknown>>;
      expect([...read.keys()].slice(0, hostileNames.length)).toEqual(
        hostileNames.map((name) => `secret/app/${name}`),
      );
      expect(read.get('secret/none')?.size).toBe(0);
      for (const name of hostileNames)
        for (const [key, value] of Object.entries(hostileTexts))
          expect([key, read.get(`secret/app/${name}`)?.get(key)]).toEqual([key, value]);
    }
    expect(parseDocument(fileOf(yamlWriter(about), [])).toJS()).toEqual({});
  });

  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'as CSV runs no formula and loses nothing',
    () => {
      const text = fileOf(csvWriter(), hostile());
      writeFileSync(join(folder, 'x.csv'), text);
      const read = JSON.parse(
        run('python3', [
          '-c',
          'import csv,json;print(json.dumps(list(csv.reader(open("x.csv",newline="",encoding="utf-8")))))',
        ]),
      ) as string[][];
      expect(read[0]).toEqual(['path', 'key', 'type', 'value']);
      for (const field of read.flat()) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      const shown = (field: string | undefined): string => (field ?? '').replace(/^'/, '');
      const values = read.slice(1, -2).map(([path, key, type, value]) => [path, key, type, value].map(shown));
      for (const name of hostileNames) {
        const theirs = values.filter(([path]) => path === `secret/app/${name}`);
        for (const [key, value] of Object.entries(hostileTexts))
          expect(theirs.find(([, other]) => other === key)?.slice(2)).toEqual(['text', value]);
        for (const [key, json] of Object.entries(hostileJson))
          expect(theirs.find(([, other]) => other === key)?.[2]).toBe(json.startsWith('"') ? 'text' : 'json');
      }
      expect(read.at(-2)?.slice(2)).toEqual(['unread', 'permission\ndenied']);
      expect(read.at(-1)?.[2]).toBe('incomplete');
    },
  );

  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'as .env is read by a shell and by dotenv, and names tell the entries apart',
    () => {
      const sayable = Object.entries(hostileTexts).filter(([, value]) => !/(?![\t\n])\p{Cc}/u.test(value));
      const members = sayable.map(([key, value]): Member => [key, JSON.stringify(value)]);
      const text = fileOf(envWriter(about), [entryAt('app/db', members), entryAt('app/web', members)]);
      writeFileSync(join(folder, 'x.env'), text);
      const read = run('/bin/sh', ['-c', 'set -a; . ./x.env; exec env -0']).split('\0');
      for (const [key, value] of sayable) {
        expect(read).toContain(`app_db_${key}=${value}`);
        expect(read).toContain(`app_web_${key}=${value}`);
      }
      expect(parseDotenv(text)['app_db_plain']).toBe('svc-app');
      const single = envWriter({ ...about, single: true });
      expect(single.entry(entryAt('db', [['PASSWORD', '"x"']]))).toContain('\nPASSWORD=x\n');
    },
  );

  it('as .env leaves out what two entries would call the same', () => {
    const writer = envWriter(about);
    writer.entry(entryAt('a-b', [['k', '"x"']]));
    expect(() => writer.entry(entryAt('a_b', [['k', '"y"']]))).toThrow(
      new Unwritable('“k” would be called a_b_k, and so would secret/a-b.'),
    );
    expect(() => writer.entry(entryAt('c', [['k', '"\\u0003"']]))).toThrow(Unwritable);
  });

  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'as a script gives the command line each word as it is',
    () => {
      const entry = { ...entryAt("app/it's -x", hostileMembers), metadata };
      const plain = entryAt('-p', [['k', '"$(touch broken)"']]);
      const text = fileOf(cliWriter(about), [entry, plain]);
      writeFileSync(join(folder, 'x.sh'), text);
      const said =
        'vault() { printf "%s\\0" "$@"; for last; do :; done; [ "$last" != - ] || cat; printf "\\1"; }';
      const calls = run('/bin/sh', ['-c', `${said}; . ./x.sh; test ! -e broken`]).split('\u0001');
      const [first = '', second, third] = calls.map((call) => call.replace(/^\n/, ''));
      const [kv, put, where, path, dash, json = ''] = first.split('\0');
      expect([kv, put, where, path, dash]).toEqual(['kv', 'put', '-mount=secret', "app/it's -x", '-']);
      expect(JSON.parse(json)).toMatchObject(hostileTexts);
      expect(second?.split('\0').slice(0, 9)).toEqual([
        ...['kv', 'metadata', 'put', '-mount=secret', '-max-versions=7', '-cas-required=true'],
        ...['-delete-version-after=768h0m30s', "-custom-metadata=owner=it's ${x}"],
        '-custom-metadata=a"b=%{y}',
      ]);
      expect(third?.split('\0').slice(0, 6)).toEqual([
        ...['kv', 'put', '-mount=secret', '--', '-p', 'k=$(touch broken)'],
      ]);
    },
  );

  it('as Terraform has no values unless asked for, and begins no template', () => {
    const without = terraformWriter({ ...about, options: { ...options, values: false } });
    const entry = { ...entryAt('app/${x}', [['k', '"canary"']]), metadata, versions: [] };
    const text = fileOf(without, [entry, { ...entry, path: 'app/%{x}' }]);
    expect(text).not.toContain('canary');
    expect(text).toContain('variable "secret_app_x_" {');
    expect(text).toContain('resource "vault_kv_secret_v2" "secret_app_x__2" {');
    expect(text).toContain('name      = "app/$${x}"');
    expect(text).toContain('delete_version_after = 2764830');
    expect(text).toContain(`owner" = "it's $\${x}"`);
    const inClear = terraformWriter(about).entry(entryAt('a', hostileMembers));
    const data = /data_json = ("[^\n]*")\n/.exec(inClear)?.[1] ?? '';
    expect(data).not.toMatch(/(?<![$%])[$%]\{/);
    const plain = JSON.parse(data.replace(/([$%])\1\{/g, '$1{')) as string;
    expect(JSON.parse(plain)).toMatchObject(hostileTexts);
    expect(hclText('\\b\b\f')).toBe('"\\\\b\\u0008\\u000c"');
    const kv1 = { ...entryAt('a', []), mount: { ...mount, engine: 'kv1' as const } };
    expect(terraformWriter(about).entry(kv1)).toContain('path      = "secret/a"');
  });

  it('as our own is one line for each, with every version and its state', () => {
    const members: readonly Member[] = [['big', '9007199254740993'], ...hostileMembers];
    const versions = [
      { ...noFacts, destroyed: true, createdTime: 't1' },
      { ...noFacts, version: 2, deletionTime: 't2' },
      { ...noFacts, version: 3, members },
      { ...noFacts, version: 4, unread: 'permission denied' },
    ];
    const file = fileOf(strongroomWriter(about), [{ ...entryAt('a', []), versions, metadata }]);
    const [header, entry, unread, end, rest] = file.split('\n');
    expect(JSON.parse(header ?? '')).toMatchObject({ format: 'strongroom-export', version: 1 });
    expect(entry).toContain(`"data":${composeObject(members)}`);
    expect(JSON.parse(entry ?? '')).toMatchObject({
      mount: 'secret/',
      path: 'a',
      versions: [
        { version: 1, destroyed: true, created: 't1' },
        { version: 2, deleted: 't2' },
        { version: 3, data: hostileTexts },
        { version: 4, unread: 'permission denied' },
      ],
      metadata: { current: 3, max_versions: 7, custom: { owner: "it's ${x}" } },
    });
    expect(JSON.parse(unread ?? '')).toEqual({
      unread: 'secret/gone\nrm -rf /',
      reason: 'permission\ndenied',
    });
    expect([JSON.parse(end ?? ''), rest]).toEqual([{ end: 'incomplete', entries: 1, unread: 1 }, '']);
  });

  it('leaves out an entry without current values', () => {
    const gone = { ...entryAt('a', []), versions: [{ ...noFacts, deletionTime: 't' }] };
    for (const make of [jsonWriter, yamlWriter, envWriter, csvWriter, cliWriter, terraformWriter])
      expect(() => make(about).entry(gone)).toThrow('Its newest version is deleted.');
  });
});
