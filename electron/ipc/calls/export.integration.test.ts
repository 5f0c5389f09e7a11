/** Exports from a real server: what is in the file, what is not, and who can read it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startFaultProxy,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { FaultProxy, KvMount } from '../../../e2e/servers/index.ts';
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { endOf, rowsSent } from './job-results.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();
let proxy: FaultProxy;
let folder: string;
let file: string;
beforeAll(async () => {
  proxy = stopping(await startFaultProxy(dev));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exports-'));
  file = join(folder, 'export');
  proxy.heal();
  return () => rmSync(folder, { recursive: true });
});

const everything: ExportOptions = {
  format: 'strongroom',
  versions: 'all',
  metadata: true,
  values: true,
  keys: { which: 'all', names: [] },
  protection: { kind: 'none' },
};
const current: ExportOptions = { ...everything, versions: 'latest', metadata: false };

const below = (sessionId: string, kv: KvMount, path = ''): SelectedPlace[] => [
  { sessionId, mount: kv.path as MountPath, path },
];

/** Runs an export that the person agrees to. */
async function exported(
  app: TestApp,
  places: readonly SelectedPlace[],
  options: ExportOptions,
): Promise<JobEnd> {
  app.files.push(file);
  if (options.protection.kind !== 'passphrase') app.answers.push('');
  const sessionId = places[0]?.sessionId ?? '';
  const { jobId } = await app.must('export.start', { sessionId, places, options });
  return endOf(app, jobId);
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('an export', () => {
  it('in our own format has every version, what became of it, and the metadata', async () => {
    const kv = await newKvMount(dev, 2);
    for (const value of ['one', 'two', 'three', 'four'])
      await writeEntry(dev, kv, 'app/db', { value, nested: { a: [1.5, null] } });
    await must(dev, 'POST', `${kv.path}delete/app/db`, { versions: [2] });
    await must(dev, 'POST', `${kv.path}destroy/app/db`, { versions: [1] });
    await must(dev, 'POST', `${kv.path}metadata/app/db`, {
      custom_metadata: { owner: 'payments' },
      max_versions: 9,
    });
    await writeEntry(dev, kv, "app/it's 日本/deep", { k: 'v' });
    await writeEntry(dev, kv, 'app/gone', { k: 'v' });
    await must(dev, 'DELETE', `${kv.path}data/app/gone`);
    await writeEntry(dev, kv, 'other', { k: 'v' });
    const { app, sessionId } = await session(dev);
    const end = await exported(app, below(sessionId, kv, 'app/'), everything);
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['export']);
    const [header, ...rest] = linesOf(readFileSync(file, 'utf8'));
    expect(header).toMatchObject({ format: 'strongroom-export', selection: [`${kv.path}app/`] });
    expect(rest.at(-1)).toEqual({ end: 'complete', entries: 3, unread: 0 });
    const entries = new Map(rest.slice(0, -1).map((entry) => [entry['path'], entry]));
    expect([...entries.keys()].sort()).toEqual(['app/db', 'app/gone', "app/it's 日本/deep"]);
    expect(entries.get('app/db')).toMatchObject({
      mount: kv.path,
      engine: 'kv2',
      below: 'app/',
      versions: [
        { version: 1, destroyed: true },
        { version: 2, deleted: expect.stringMatching(/^20/) as string },
        { version: 3, data: { value: 'three' } },
        { version: 4, data: { value: 'four', nested: { a: [1.5, null] } } },
      ],
      metadata: { current: 4, max_versions: 9, custom: { owner: 'payments' } },
    });
    expect(JSON.stringify(entries.get('app/db'))).not.toMatch(/"(one|two)"/);
    expect(rowsSent(app, 'export.progressed')).toEqual([
      { kind: 'written', entries: 3, bytes: statSync(file).size },
    ]);
    // The page has seen no value.
    expect(app.crossed()).not.toContain('"four"');
  });

  it('of KV v1 keeps the digits of its numbers, and of chosen keys has only these', async () => {
    const kv = await newKvMount(dev, 1);
    await writeEntry(dev, kv, 'a', '{"keep":9007199254740993,"drop":"canary-drop","also":"x"}');
    const { app, sessionId } = await session(dev);
    await exported(app, below(sessionId, kv), {
      ...current,
      keys: { which: 'only', names: ['keep', 'also'] },
    });
    expect(readFileSync(file, 'utf8')).toContain(
      '"versions":[{"data":{"also":"x","keep":9007199254740993}}]',
    );
    await exported(app, below(sessionId, kv), {
      ...current,
      format: 'yaml',
      keys: { which: 'without', names: ['drop'] },
    });
    expect(readFileSync(file, 'utf8')).toContain(`"${kv.path}a":\n  also: "x"\n  keep: 9007199254740993\n`);
  });

  it('is encrypted with a passphrase typed twice, and says what it takes where', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'a', { k: 'canary-encrypted' });
    const { app, sessionId } = await session(dev);
    const passphrase = `correct horse ${randomUUID()}`;
    app.answers.push(
      { passphrase, again: 'another' },
      { passphrase: 'short', again: 'short' },
      { passphrase, again: passphrase },
    );
    const options: ExportOptions = { ...current, protection: { kind: 'passphrase' } };
    expect(await exported(app, below(sessionId, kv), options)).toMatchObject({ outcome: 'done' });
    const prompts = app.asked.filter(({ kind }) => kind === 'enter-fields');
    expect(prompts).toMatchObject([
      { title: 'Encrypt this export' },
      { problem: 'The two are not the same.' },
      { problem: 'A passphrase has at least 10 characters.' },
    ]);
    expect(prompts[0]).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Exported', value: `${kv.path} and everything below it` },
        { name: 'File', value: file },
      ]) as unknown,
    });
    const sealed = readFileSync(file);
    expect(sealed.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
    expect(sealed.includes('canary')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const plain = await decrypter.decrypt(sealed, 'text');
    expect(linesOf(plain)[1]).toMatchObject({ path: 'a', versions: [{ data: { k: 'canary-encrypted' } }] });
    expect(app.crossed()).not.toContain(passphrase);
  });

  it('is encrypted for recipients, whom the prompt names', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'a', { k: 'canary-encrypted' });
    const { app, sessionId } = await session(dev);
    const identities = [await generateIdentity(), await generateIdentity()];
    const recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
    const options: ExportOptions = { ...current, protection: { kind: 'recipients', recipients } };
    await exported(app, below(sessionId, kv), options);
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      facts: expect.arrayContaining(recipients.map((value) => ({ name: 'Recipient', value }))) as unknown,
    });
    for (const identity of identities) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      expect(await decrypter.decrypt(readFileSync(file), 'text')).toContain('canary-encrypted');
    }
    const asked = app.asked.length;
    const wrong: ExportOptions = { ...current, protection: { kind: 'recipients', recipients: ['age1x'] } };
    expect(
      await app.refused('export.start', { sessionId, places: below(sessionId, kv), options: wrong }),
    ).toMatchObject({ kind: 'invalid-input', field: 'options.protection.recipients' });
    expect(app.asked).toHaveLength(asked);
  });

  it('in clear is asked about in words, and is not made without a yes, a file or a gesture @export-asked', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'a', { k: 'v' });
    const { app, sessionId } = await session(proxy, dev.rootToken, {}, { gestures: 0 });
    const input = { sessionId, places: below(sessionId, kv), options: current };
    const readsSent = () => proxy.arrived.filter((line) => line.includes(kv.path)).length;
    const refusedAs = async (kind: string): Promise<void> => {
      expect(await app.refused('export.start', input)).toMatchObject({ kind });
    };
    app.files.push(file);
    await refusedAs('cancelled');
    expect(app.asked.at(-1)).not.toMatchObject({ title: 'Export without encryption?' });
    expect(app.files).toEqual([file]);
    app.press(1);
    await refusedAs('cancelled');
    expect(app.asked.at(-1)).toMatchObject({
      kind: 'confirm',
      title: 'Export without encryption?',
      destructive: true,
      facts: expect.arrayContaining([
        { name: 'File', value: file },
        { name: 'Encryption', value: 'none', prose: true, notice: true },
      ]) as unknown,
      fields: [{ name: 'Exported', lines: [{ kind: 'sent', text: `${kv.path} and everything below it` }] }],
    });
    app.rest();
    app.press(1);
    await refusedAs('cancelled');
    expect([readsSent(), readdirSync(folder)]).toEqual([0, []]);
  });

  it('names what it could not read, in the file and on screen', async () => {
    const kv = await newKvMount(dev, 2);
    for (const path of ['open', 'closed', 'folder/x']) await writeEntry(dev, kv, path, { k: path });
    const policy = await newPolicy(
      dev,
      `path "${kv.path}*" { capabilities = ["read", "list"] }
       path "${kv.path}data/closed" { capabilities = ["deny"] }
       path "${kv.path}metadata/folder/" { capabilities = ["deny"] }`,
    );
    const { token } = await newToken(dev, { policies: [policy] });
    const { app, sessionId } = await session(dev, token);
    const end = await exported(app, below(sessionId, kv), current);
    expect(end).toMatchObject({ outcome: 'done', unreadCount: 2 });
    const unread = rowsSent(app, 'export.progressed').filter(({ kind }) => kind === 'unread');
    expect(unread.map((row) => (row.kind === 'unread' ? row.path : '')).sort()).toEqual([
      `${kv.path}closed`,
      `${kv.path}folder/`,
    ]);
    const lines = linesOf(readFileSync(file, 'utf8'));
    expect(lines.filter((line) => 'unread' in line && 'reason' in line)).toHaveLength(2);
    expect(lines.at(-1)).toEqual({ end: 'incomplete', entries: 1, unread: 2 });
  });

  it.each([
    ['the connection is cut', { kind: 'cut' }],
    ['the server fails', { kind: 'answer', status: 500 }],
    ['the server is sealed', { kind: 'answer', status: 503, body: { errors: ['Vault is sealed'] } }],
  ] as const)('of which %s half-way leaves the file before it as it was', async (_title, fault) => {
    const kv = await newKvMount(dev, 2);
    for (const path of ['a', 'b', 'c', 'd']) await writeEntry(dev, kv, path, { k: path });
    const { app, sessionId } = await session(proxy, dev.rootToken);
    writeFileSync(file, 'the file before');
    proxy.add({ url: new RegExp(`${kv.path}data/c`), fault });
    const end = await exported(app, below(sessionId, kv), current);
    if (end.outcome === 'done') {
      expect(rowsSent(app, 'export.progressed')).toContainEqual(
        expect.objectContaining({ path: `${kv.path}c` }),
      );
      expect(linesOf(readFileSync(file, 'utf8')).at(-1)).toMatchObject({ end: 'incomplete', unread: 1 });
    } else expect(readFileSync(file, 'utf8')).toBe('the file before');
    expect(readdirSync(folder)).toEqual(['export']);
  });

  it('waits out a server that has too many requests', async () => {
    const kv = await newKvMount(dev, 2);
    for (const path of ['a', 'b', 'c']) await writeEntry(dev, kv, path, { k: path });
    const { app, sessionId } = await session(proxy, dev.rootToken);
    const fault = { kind: 'answer', status: 429, headers: { 'retry-after': '0' } } as const;
    proxy.add({ url: new RegExp(`${kv.path}data/`), fault, times: 2 });
    expect(await exported(app, below(sessionId, kv), current)).toMatchObject({ unreadCount: 0 });
    expect(linesOf(readFileSync(file, 'utf8')).at(-1)).toMatchObject({ end: 'complete', entries: 3 });
  });

  it('that is cancelled, or locked, leaves nothing', async () => {
    const kv = await newKvMount(dev, 2);
    for (const path of ['a', 'b', 'c']) await writeEntry(dev, kv, path, { k: path });
    for (const end of ['cancel', 'lock'] as const) {
      const { app, sessionId } = await session(proxy, dev.rootToken);
      proxy.add({ url: new RegExp(`${kv.path}data/b`), fault: { kind: 'never' }, times: 1 });
      const reads = (): number => proxy.arrived.filter((line) => line.includes(`${kv.path}data/b`)).length;
      const before = reads();
      app.files.push(file);
      app.answers.push('');
      const { jobId } = await app.must('export.start', {
        sessionId,
        places: below(sessionId, kv),
        options: current,
      });
      await until(() => Promise.resolve(reads() > before));
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)]);
      if (end === 'cancel') await app.must('job.cancel', { jobId });
      else await app.lock('asked');
      expect(await endOf(app, jobId)).toMatchObject({ outcome: 'cancelled' });
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('shows its own file in the file manager, by its job alone', async () => {
    const kv = await newKvMount(dev, 2);
    await writeEntry(dev, kv, 'a', { k: 'v' });
    const { app, sessionId } = await session(dev);
    const other = await app.login(dev.address, dev.rootToken);
    app.files.push(file, join(folder, 'none', 'export'));
    app.answers.push('', '');
    const input = { sessionId, places: below(sessionId, kv), options: current };
    const { jobId } = await app.must('export.start', input);
    await endOf(app, jobId);
    await app.must('export.show', { sessionId, jobId });
    expect(app.shownInFolder.splice(0)).toEqual([file]);
    // Not of another connection, nor without a file, nor once it is gone.
    await app.refused('export.show', { sessionId: other, jobId });
    const unwritten = await app.must('export.start', input);
    await endOf(app, unwritten.jobId);
    await app.refused('export.show', { sessionId, jobId: unwritten.jobId });
    rmSync(file);
    expect((await app.refused('export.show', { sessionId, jobId })).message).toContain('no longer');
    await app.must('session.close', { sessionId });
    await app.refused('export.show', { sessionId, jobId });
    expect(app.shownInFolder).toEqual([]);
    expect(app.crossed()).not.toContain(folder);
  });

  it('is refused to a token with limited uses, and over two connections', async () => {
    const kv = await newKvMount(dev, 2);
    const { token } = await newToken(dev, { num_uses: 50 });
    const { app, sessionId } = await session(dev, token);
    const input = { sessionId, places: below(sessionId, kv), options: current };
    expect(await app.refused('export.start', input)).toMatchObject({ kind: 'invalid-request' });
    const mixed = await session(dev);
    const other = await mixed.app.login(dev.address, dev.rootToken);
    const places = [...below(mixed.sessionId, kv), ...below(other, kv)];
    expect(
      await mixed.app.refused('export.start', { ...input, sessionId: mixed.sessionId, places }),
    ).toMatchObject({
      kind: 'invalid-input',
      message: 'An export is of one connection. Nothing was exported.',
    });
  });
});
