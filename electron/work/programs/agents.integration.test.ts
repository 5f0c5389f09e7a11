/** A coding agent by the SDK's own client over the real launcher, against the app on a real server. */
import { existsSync, mkdtempSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { must, newToken, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import type { Called } from './agent-client.fixture.ts';
import { builtLauncher, useProgramApps } from './programs.fixture.ts';
import type { ProgramApp } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('agents');
const canary = 'kT7-canary.of+agents/9';

beforeAll(async () => {
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: canary, other: canary } });
});

interface Agent {
  readonly call: (
    name: string,
    input?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) => Promise<Called>;
  readonly client: Client;
  readonly closed: Promise<void>;
}

let clients: Client[] = [];
let got: string[] = [];
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
  // No message to an agent of the test holds a value.
  const all = got.join('\n');
  got = [];
  expect(all).not.toContain(canary);
  expect(all).not.toContain(Buffer.from(canary).toString('base64').slice(0, 16));
});

/** Starts the launcher as an agent does, with no more of the environment than the SDK passes on. */
async function connect({ socket, folder }: ProgramApp): Promise<Agent> {
  const env = {
    XDG_RUNTIME_DIR: dirname(dirname(socket)),
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
  };
  const transport = new StdioClientTransport({ command: builtLauncher, args: ['mcp'], env, stderr: 'pipe' });
  const client = new Client({ name: 'test-agent', version: '1.2' });
  clients.push(client);
  const closed = new Promise<void>((resolve) => (client.onclose = resolve));
  await client.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    got.push(JSON.stringify(message));
    onmessage?.(message);
  };
  return {
    client,
    closed,
    call: async (name, input = {}, signal) =>
      (await client.callTool(
        { name, arguments: input },
        undefined,
        signal === undefined ? {} : { signal },
      )) as unknown as Called,
  };
}

type Confirm = Extract<TrustedRequest, { readonly kind: 'confirm' }>;
const asked = ({ app }: ProgramApp): readonly Confirm[] =>
  app.asked as readonly TrustedRequest[] as Confirm[];
const factsOf = (prompt: Confirm | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((prompt?.facts ?? []).map(({ name, value }) => [name, value]));
const choicesOf = (prompt: Confirm | undefined): readonly string[] =>
  (prompt?.choices ?? []).map(({ value }) => value);

/** A run of a shell, as an agent asks for it. */
function shell(at: ProgramApp, script: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    program: '/bin/sh',
    arguments: ['-c', script],
    folder: at.folder,
    references: { SECRET: at.reference(`${mount}/web`, { key: 'password' }) },
    ...more,
  };
}

describe('a coding agent', () => {
  it('sees names after one yes and values never @agent-names', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    at.app.answers.push('process');
    const listed = await call('list_entries', { folder: at.reference(`${mount}/`) });
    expect(listed.structuredContent).toMatchObject({ entries: [{ name: 'web' }] });
    const entry = await call('describe_entry', { reference: at.reference(`${mount}/web`) });
    expect(entry.structuredContent).toMatchObject({ keys: [{ name: 'other' }, { name: 'password' }] });
    expect(at.app.asked).toHaveLength(1);
    const [prompt] = asked(at);
    expect(prompt?.title).toBe('Show names to a coding agent?');
    expect(factsOf(prompt)).toMatchObject({ 'Agent calls itself': 'test-agent 1.2' });
    expect(choicesOf(prompt)).toEqual(['once', 'process']);
    // One yes, however many calls: an agent does not push other requests out of the list.
    expect(at.app.services.programs.list().requests).toHaveLength(1);
  });

  it('sees no names and starts nothing after a no @agent-no', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    const marker = join(at.folder, 'started');
    const refused = await Promise.all([
      call('list_entries', { folder: at.reference(`${mount}/`) }),
      call('run', shell(at, `touch ${marker}`)),
    ]);
    expect(refused.map(({ isError }) => isError)).toEqual([true, true]);
    expect(refused[0].structuredContent).toMatchObject({ error: { code: 'denied' } });
    expect(existsSync(marker)).toBe(false);
  });

  it('has a program run with a value, and gets its output masked as far as is claimed @agent-masked', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    at.app.answers.push('once');
    const script =
      'printf "%s\\n" "$SECRET"; printf %s "$SECRET" | base64; printf %s "$SECRET" | od -An -tx1 -v | tr -d " \\n"; echo; printf %s "$SECRET" | sed "s/./&\\n/g" >&2; printf %s "$SECRET" > given; exit 7';
    const ran = await call('run', shell(at, script, { reason: 'to try\nProgram: /bin/true\u202e' }));
    expect(readFileSync(join(at.folder, 'given'), 'utf8')).toBe(canary);
    expect(ran.isError).toBe(false);
    const { exit, output } = ran.structuredContent as { exit: number; output: string };
    expect(exit).toBe(7);
    expect(output).toMatch(/^•••$/m);
    expect(output).not.toContain(Buffer.from(canary).toString('hex'));
    // Not masked, as the tool says: one sign on each line.
    expect(output).toContain([...canary].join('\n'));
    expect(JSON.stringify(ran)).toContain('is not masked');
    const [prompt] = asked(at);
    expect(prompt?.title).toContain('coding agent');
    expect(factsOf(prompt)).toMatchObject({
      'Agent calls itself': 'test-agent 1.2',
      'Agent’s reason': 'to try⟨U+000A⟩Program: /bin/true⟨U+202E⟩',
    });
    expect(factsOf(prompt)['Folder']).toBe(at.folder);
    expect(choicesOf(prompt)).toEqual(['once', 'process']);
    expect(at.app.crossed()).not.toContain(canary);
  });

  it('has a program run in the folder that was read, wherever a link leads by then', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    const link = join(at.folder, 'link');
    symlinkSync(mkdtempSync(join(at.folder, 'meant-')), link);
    const answer = Promise.withResolvers<string>();
    at.app.answers.push(answer.promise, 'once');
    const swapped = call('run', shell(at, 'pwd -P', { folder: link }));
    await expect.poll(() => at.app.openPrompts()).toHaveLength(1);
    expect(factsOf(asked(at)[0])['Folder']).toContain('/meant-');
    unlinkSync(link);
    symlinkSync(mkdtempSync(join(at.folder, 'other-')), link);
    answer.resolve('once');
    expect((await swapped).structuredContent).toMatchObject({ error: { code: 'changed' } });
    const ran = await call('run', shell(at, 'pwd -P', { folder: link }));
    expect(ran.structuredContent['output']).toContain('/other-');
    expect(factsOf(asked(at)[1])['Folder']).toContain('/other-');
  });

  it('is asked about once for a command while it runs, and again for any other @agent-once', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    at.app.answers.push('process', null);
    const first = await call('run', shell(at, 'exit 0'));
    const again = await call('run', shell(at, 'exit 0'));
    expect([first, again].map(({ isError }) => isError)).toEqual([false, false]);
    expect(at.app.asked).toHaveLength(1);
    const other = await call('run', shell(at, 'exit 1'));
    expect(other.structuredContent).toMatchObject({ error: { code: 'denied' } });
    expect(at.app.asked).toHaveLength(2);
    expect(at.app.services.programs.list().grants).toMatchObject([{ agent: true, until: null }]);
  });

  it('asks in advance for one command, or for a program with any arguments', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    at.app.answers.push('process', 'process');
    const exact = shell(at, 'exit 3');
    expect((await call('request_access', exact)).structuredContent).toEqual({ granted: true });
    expect((await call('run', exact)).structuredContent).toMatchObject({ exit: 3 });
    expect(at.app.asked).toHaveLength(1);
    expect(choicesOf(asked(at)[0])).toEqual(['process']);
    const { arguments: _none, ...any } = shell(at, '');
    expect((await call('request_access', any)).structuredContent).toEqual({ granted: true });
    expect(factsOf(asked(at)[1])['Command']).toBe('any arguments');
    expect((await call('run', shell(at, 'exit 4'))).structuredContent).toMatchObject({ exit: 4 });
    expect(at.app.asked).toHaveLength(2);
  });

  it('is asked about each time on a production connection, and granted nothing in advance @agent-production', async () => {
    const at = await programApp(dev, { environment: 'production' });
    const { call } = await connect(at);
    at.app.answers.push('once');
    const refused = await call('request_access', shell(at, 'exit 0'));
    expect(refused.structuredContent).toMatchObject({ error: { code: 'not-permitted' } });
    expect((await call('run', shell(at, 'exit 0'))).isError).toBe(false);
    expect(choicesOf(asked(at)[0])).toEqual(['once']);
  });

  it('writes a generated password that it never sees @agent-generated', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    const reference = at.reference(`${mount}/made`, { key: 'password' });
    at.app.answers.push('once', null, 'once');
    const written = await call('write_generated', { reference, reason: 'a new service' });
    expect(written.structuredContent).toEqual({ written: reference, version: 1 });
    const stored = async (): Promise<unknown> =>
      ((await must(dev, 'GET', `${mount}/data/made`)) as { data: { data: unknown } }).data.data;
    const { password } = (await stored()) as { password: string };
    expect(password).toMatch(/^[\x21-\x7e]{32}$/);
    expect(got.join('\n')).not.toContain(password);
    expect(factsOf(asked(at)[0])).toMatchObject({ Change: 'Creates the entry' });
    const refused = await call('write_generated', { reference });
    expect(refused.structuredContent).toMatchObject({ error: { code: 'denied' } });
    expect(await stored()).toEqual({ password });
    await must(dev, 'POST', `${mount}/data/made`, { data: { password, note: 'kept' } });
    expect((await call('write_generated', { reference, length: 20 })).isError).toBe(false);
    expect(await stored()).toMatchObject({
      note: 'kept',
      password: expect.stringMatching(/^.{20}$/) as string,
    });
  });

  it('takes its question back by cancelling the call', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    const cancelled = new AbortController();
    const answer = Promise.withResolvers<string>();
    at.app.answers.push(answer.promise);
    const ran = call('run', shell(at, 'exit 0'), cancelled.signal).catch(() => 'withdrawn');
    await expect.poll(() => at.app.openPrompts()).toHaveLength(1);
    cancelled.abort();
    expect(await ran).toBe('withdrawn');
    await expect.poll(() => at.app.openPrompts()).toHaveLength(0);
    answer.resolve('once');
  });

  it('ends a program that runs for it by cancelling the call', async () => {
    const at = await programApp(dev);
    const { call } = await connect(at);
    const cancelled = new AbortController();
    at.app.answers.push('once');
    const pidFile = join(at.folder, 'pid');
    const ran = call(
      'run',
      shell(at, 'echo $$ > pid.new; mv pid.new pid; sleep 600'),
      cancelled.signal,
    ).catch(() => 'withdrawn');
    await expect.poll(() => existsSync(pidFile)).toBe(true);
    const proc = `/proc/${readFileSync(pidFile, 'utf8').trim()}`;
    expect(existsSync(proc)).toBe(true);
    cancelled.abort();
    expect(await ran).toBe('withdrawn');
    await expect.poll(() => existsSync(proc)).toBe(false);
    expect((await call('list_connections')).isError).toBe(false);
  });

  it('gets nothing from a lock on, and ends when programs are turned off @agent-locked', async () => {
    const at = await programApp(dev);
    const { call, closed } = await connect(at);
    const answer = Promise.withResolvers<string>();
    at.app.answers.push(answer.promise);
    const marker = join(at.folder, 'started');
    const ran = call('run', shell(at, `touch ${marker}`));
    await expect.poll(() => at.app.openPrompts()).toHaveLength(1);
    await at.app.must('lock.now', {});
    answer.resolve('once');
    expect((await ran).isError).toBe(true);
    const names = await call('list_entries', { folder: at.reference(`${mount}/`) });
    expect(names.structuredContent).toMatchObject({ error: { code: 'locked' } });
    expect(existsSync(marker)).toBe(false);
    at.app.preferences.now = { ...at.app.preferences.now, programs: false };
    await at.app.services.programs.follow();
    await closed;
  });

  it('is one of eight at once', async () => {
    const at = await programApp(dev);
    const agents = await Promise.all(Array.from({ length: 8 }, () => connect(at)));
    await expect(connect(at)).rejects.toThrow('closed');
    await agents[0]?.client.close();
    await expect
      .poll(async () => {
        const another = await connect(at).catch(() => undefined);
        return (await another?.call('list_connections'))?.isError;
      })
      .toBe(false);
  });

  it('spends no use of a token that has few', async () => {
    const { token, accessor } = await newToken(dev, { policies: ['root'], num_uses: 20 });
    const at = await programApp(dev, { token });
    const { call } = await connect(at);
    const uses = async (): Promise<unknown> =>
      (
        (await must(dev, 'POST', 'auth/token/lookup-accessor', { accessor })) as {
          data: { num_uses: number };
        }
      ).data.num_uses;
    const before = await uses();
    const refused = await Promise.all([
      call('list_entries', { folder: at.reference(`${mount}/`) }),
      call('write_generated', { reference: at.reference(`${mount}/web`, { key: 'password' }) }),
    ]);
    expect(refused.map(({ structuredContent }) => structuredContent['error'])).toMatchObject([
      { code: 'not-permitted' },
      { code: 'not-permitted' },
    ]);
    expect(await uses()).toBe(before);
  });
});
