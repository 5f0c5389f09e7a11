/** Imports into a real server: files of Strongroom and of other tools, mapped, planned, run, judged by the server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { KvMount } from '../../../e2e/servers/index.ts';
import { ended, planMade, runPlan } from '../../../e2e/attacks/plans.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import type { ImportFile, ImportMapping } from '../../../shared/vault/import.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session } = useTestApps();
const passphrase = 'correct horse battery';
let folder: string;
let app: TestApp;
let sessionId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'imports-'));
  ({ app, sessionId } = await session(dev, dev.rootToken, {}, { agrees: true }));
  return () => rmSync(folder, { recursive: true });
});

const place = (mount: KvMount, path = '') => ({ sessionId, mount: mount.path as MountPath, path });

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function choose(path: string): Promise<ImportFile> {
  app.files.push(path);
  return app.must('import.choose', { sessionId });
}

async function planned(
  file: ImportFile,
  to: ReturnType<typeof place>,
  mapping: Partial<ImportMapping> = {},
  existing: 'skip' | 'overwrite' = 'skip',
) {
  const rules = { ...file.mapping, ...mapping };
  return planMade(
    app,
    await app.must('import.plan', { importId: file.importId, to, mapping: rules, existing }),
  );
}

/** Data and states of all versions, and custom metadata, as the server has them. */
async function everythingAt(mount: KvMount, path: string) {
  const { data } = (await must(dev, 'GET', `${mount.path}metadata/${path}`)) as {
    data: {
      custom_metadata: unknown;
      max_versions: number;
      versions: Record<string, { destroyed: boolean; deletion_time: string }>;
    };
  };
  const versions = [];
  for (const [number, { destroyed, deletion_time: deleted }] of Object.entries(data.versions))
    versions.push(
      destroyed
        ? 'destroyed'
        : deleted !== ''
          ? 'deleted'
          : at(await must(dev, 'GET', `${mount.path}data/${path}?version=${number}`), 'data', 'data'),
    );
  return { versions, custom: data.custom_metadata, max: data.max_versions };
}

const everything: ExportOptions = {
  format: 'strongroom',
  versions: 'all',
  metadata: true,
  values: true,
  keys: { which: 'all', names: [] },
  protection: { kind: 'passphrase' },
};

describe('an import', () => {
  it('of an encrypted export equals what was exported, with all versions, states and metadata', async () => {
    const [from, to] = [await newKvMount(dev, 2), await newKvMount(dev, 2)];
    for (const value of ['one', 'two', 'three'])
      await writeEntry(dev, from, 'app/db', { value, n: 1.5, nested: { a: [null, true] } });
    await must(dev, 'POST', `${from.path}destroy/app/db`, { versions: [1] });
    await must(dev, 'POST', `${from.path}metadata/app/db`, {
      custom_metadata: { owner: 'payments' },
      max_versions: 9,
    });
    await writeEntry(dev, from, "app/it's 日本/deep", { k: 'v', __proto__x: '' });
    const path = join(folder, 'all.jsonl.age');
    app.files.push(path);
    app.answers.push({ passphrase, again: passphrase });
    const { jobId } = await app.must('export.start', {
      sessionId,
      places: [place(from, 'app/')],
      options: everything,
    });
    await ended(app, jobId);
    // A wrong passphrase is asked for again.
    app.answers.push({ key: 'wrong' }, { key: passphrase });
    const file = await choose(path);
    expect(JSON.stringify(app.asked.at(-1))).toContain('This passphrase does not open the file.');
    expect(file).toMatchObject({ format: 'strongroom', encrypted: true, entries: 2, incomplete: false });
    const plan = await planned(file, place(to, 'restored/'));
    expect(plan.rows).toMatchObject([
      { from: 'db', to: `${to.path}restored/db`, effect: 'create', versions: 3 },
      { to: `${to.path}restored/it's 日本/deep`, effect: 'create' },
    ]);
    const { results } = await runPlan(app, plan.planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(await everythingAt(to, 'restored/db')).toEqual(await everythingAt(from, 'app/db'));
    expect(await everythingAt(to, "restored/it's 日本/deep")).toEqual(
      await everythingAt(from, "app/it's 日本/deep"),
    );
    const again = await planned(file, place(to, 'restored/'));
    expect(again.rows.map(({ effect }) => effect)).toEqual(['identical', 'identical']);
    // Neither the page nor a prompt has seen a value.
    expect(app.crossed() + JSON.stringify(app.asked)).not.toContain('three');
  });

  it('into KV v1 takes the newest version and says what is lost', async () => {
    const kv = await newKvMount(dev, 1);
    const file = await choose(
      fileOf(
        'own.jsonl',
        [
          '{"format":"strongroom-export","version":1,"versions":"all"}',
          '{"mount":"a/","engine":"kv2","path":"x/y","below":"x/","versions":[{"version":3,"data":{"k":"old"}},{"version":4,"data":{"k":"new","n":12345678901234567890}}],"metadata":{"custom":{"owner":"me"}}}',
          '{"end":"complete","entries":1,"unread":0}',
          '',
        ].join('\n'),
      ),
    );
    const plan = await planned(file, place(kv));
    expect(plan.rows).toMatchObject([
      { to: `${kv.path}y`, effect: 'create', notes: ['versions', 'metadata'] },
    ]);
    await runPlan(app, plan.planId);
    expect(at(await must(dev, 'GET', `${kv.path}y`), 'data')).toMatchObject({ k: 'new' });
  });

  it('says new, identical, conflict and overwrite, and overwrites only if that is wanted', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'same', { k: 'v' });
    await writeEntry(dev, kv, 'other', { k: 'theirs' });
    const file = await choose(fileOf('tree.yaml', 'new: { k: v }\nsame: { k: v }\nother: { k: mine }\n'));
    expect(file).toMatchObject({ format: 'yaml', layout: 'tree', entries: 3 });
    const skip = await planned(file, place(kv));
    expect(skip.rows.map(({ effect }) => effect)).toEqual(['create', 'identical', 'conflict']);
    const over = await planned(file, place(kv), {}, 'overwrite');
    expect(over.rows.map(({ effect }) => effect)).toEqual(['create', 'identical', 'overwrite']);
    // A value written in between stays.
    await writeEntry(dev, kv, 'other', { k: 'later' });
    const { results } = await runPlan(app, over.planId);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['done', 'failed']);
    expect((await everythingAt(kv, 'other')).versions.at(-1)).toEqual({ k: 'later' });
    expect((await everythingAt(kv, 'new')).versions).toEqual([{ k: 'v' }]);
  });

  it('maps folders, slashes, clashes and keys', async () => {
    const kv = await newKvMount(dev, 2);
    const file = await choose(
      fileOf('logins.csv', 'folder,name,username,password\nTeam/Web,a/b,me,one\nTeam/Web,a/b,you,two\n'),
    );
    const mapping: ImportMapping = {
      ...file.mapping,
      folders: 'without-common',
      keys: [
        { from: 'username', to: 'user' },
        { from: 'password', to: '' },
      ],
    };
    const preview = await app.must('import.preview', { importId: file.importId, mapping });
    expect(preview).toMatchObject({
      entries: 2,
      rows: [
        { from: 'Team/Web/a/b', path: 'a-b', keys: [{ name: 'user', length: 2 }] },
        { path: 'a-b-2', keys: [{ name: 'user', length: 3 }] },
      ],
    });
    const plan = await planned(file, place(kv, 'in/'), mapping);
    await runPlan(app, plan.planId);
    expect((await everythingAt(kv, 'in/a-b-2')).versions).toEqual([{ user: 'you' }]);
  });

  it('shows entries that the token may not write, and writes the others', async () => {
    const kv = await newKvMount(dev, 2);
    const policy = await newPolicy(
      dev,
      `path "${kv.path}data/open" { capabilities = ["create", "update", "read"] }
       path "${kv.path}metadata/*" { capabilities = ["read"] }`,
    );
    const { token } = await newToken(dev, { policies: [policy, 'default'] });
    ({ app, sessionId } = await session(dev, token, {}, { agrees: true }));
    const file = await choose(fileOf('two.json', '{"open":{"k":"v"},"shut":{"k":"v"}}'));
    const plan = await planned(file, place(kv));
    expect(plan.rows.map(({ effect }) => effect)).toEqual(['create', 'no-permission']);
    const { results } = await runPlan(app, plan.planId);
    expect(results).toMatchObject([{ id: 0, outcome: 'done' }]);
  });

  it('goes on behind the versions that a broken run wrote', async () => {
    const kv = await newKvMount(dev, 2);
    const lines = ['one', 'two', 'three'].map((k, at) => `{"version":${String(at + 1)},"data":{"k":"${k}"}}`);
    const file = await choose(
      fileOf(
        'own.jsonl',
        `{"format":"strongroom-export","version":1}\n{"path":"x","below":"","versions":[${lines.join()}]}\n{"end":"complete"}\n`,
      ),
    );
    const plan = await planned(file, place(kv));
    // As a run that ended after its first two versions left it.
    await writeEntry(dev, kv, 'x', { k: 'one' });
    await writeEntry(dev, kv, 'x', { k: 'two' });
    const { results } = await runPlan(app, plan.planId);
    expect(results).toEqual([{ id: 0, outcome: 'done' }]);
    expect((await everythingAt(kv, 'x')).versions).toEqual([{ k: 'one' }, { k: 'two' }, { k: 'three' }]);
  });

  it('is undone like a copy: what it created goes, what it replaced comes back', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'other', { k: 'theirs' });
    const file = await choose(fileOf('two.json', '{"new":{"k":"v"},"other":{"k":"mine"}}'));
    const plan = await planned(file, place(kv), {}, 'overwrite');
    await runPlan(app, plan.planId);
    expect((await everythingAt(kv, 'other')).versions.at(-1)).toEqual({ k: 'mine' });
    const undo = await planMade(app, await app.must('plan.undo', { planId: plan.planId }));
    expect(undo.rows.map(({ effect }) => effect)).toEqual(['remove', 'change']);
    const { results } = await runPlan(app, undo.planId);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect((await everythingAt(kv, 'other')).versions.at(-1)).toEqual({ k: 'theirs' });
    await expect(must(dev, 'GET', `${kv.path}metadata/new`)).rejects.toThrow();
  });

  it('forgets the file and its plan with a lock @import-forgotten', async () => {
    const kv = await newKvMount(dev, 2);
    const canary = randomUUID();
    const file = await choose(fileOf('a.json', `{"a":{"k":"${canary}"}}`));
    const plan = await planned(file, place(kv));
    await app.must('lock.now', {});
    const { imports, plans } = app.services;
    expect(imports.find(file.importId)).toBeUndefined();
    expect(plans.find(plan.planId)).toBeUndefined();
    expect(app.crossed()).not.toContain(canary);
  });

  it('runs only after the prompt, which names file, format, count and destination @import-asked', async () => {
    const kv = await newKvMount(dev, 2);
    ({ app, sessionId } = await session(dev));
    const file = await choose(fileOf('a.json', '{"a":{"k":"v"},"b":{"k":"v"}}'));
    const plan = await planned(file, place(kv, 'in/'));
    expect(await app.refused('plan.run', { planId: plan.planId, leftOut: [] })).toMatchObject({
      kind: 'cancelled',
    });
    const asked = JSON.stringify(app.asked);
    for (const said of ['Import 2 entries?', 'a.json', 'JSON', `${kv.path}in/`, `${kv.path}in/b`])
      expect(asked).toContain(said);
    await expect(must(dev, 'GET', `${kv.path}metadata/in/a`)).rejects.toThrow();
  });

  it('refuses what cannot be read, by its line and never by its text', async () => {
    const refusal = async (name: string, content: string | Uint8Array) => {
      app.files.push(fileOf(name, content));
      const error = await app.refused('import.choose', { sessionId });
      expect(JSON.stringify(error)).not.toContain('hunter2');
      return 'message' in error ? error.message : '';
    };
    expect(await refusal('a.json', '{\n"a":"hunter2",\n"a":"x"}')).toBe(
      'Line 3: this is not JSON: duplicate key.',
    );
    expect(await refusal('a.json', '{"a":"hunter2"')).toContain('Line 1');
    expect(await refusal('empty', '')).toBe('The file is empty.');
    expect(await refusal('b.bin', Buffer.from([1, 0, 2]))).toContain('neither text');
    app.files.push(folder);
    expect(await app.refused('import.choose', { sessionId })).toMatchObject({ kind: 'invalid-input' });
  });
});
