/** Programs ask by the real launcher over the real socket, and get values of a real server after a yes. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { must, newPolicy, newToken, sharedServers, uniqueName } from '../../../e2e/servers/index.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { useTestApps } from '../../ipc/calls/test-apps.fixture.ts';
import { builtLauncher, useProgramApps } from './programs.fixture.ts';
import type { ProgramApp } from './programs.fixture.ts';

const { dev } = sharedServers();
const { newApp } = useTestApps();
const programApp = useProgramApps(newApp);
const mount = uniqueName('programs');
const first = uniqueName('kv1');

/** Exit codes of the launcher. */
const exit = {
  denied: 81,
  locked: 82,
  connection: 83,
  missing: 84,
  refused: 86,
  reference: 88,
  unfit: 89,
  changed: 90,
};

beforeAll(async () => {
  await must(dev, 'POST', `sys/mounts/${mount}`, { type: 'kv', options: { version: '2' } });
  await must(dev, 'POST', `sys/mounts/${first}`, { type: 'kv', options: { version: '1' } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: 'p4-first', port: 5432 } });
  await must(dev, 'POST', `${mount}/data/web`, { data: { password: 'p4-second', port: 5432 } });
  await must(dev, 'POST', `${mount}/data/odd`, { data: { nul: 'a\0b', 'no-name': 'x' } });
  await must(dev, 'POST', `${first}/web`, { data: 1, TOKEN: 'kv1-value', LIST: [1, { a: '<b>' }] });
});

/** Runs a shell script with one variable from a reference. */
function run(to: ProgramApp, script = 'echo $PASSWORD', key = 'password') {
  return to.launch(['run', '--no-mask', '--', 'sh', '-c', script], {
    env: { PASSWORD: to.reference(`${mount}/web`, { key }) },
  });
}

function factsOf(request: TrustedRequest | undefined): Readonly<Record<string, string>> {
  if (request?.kind !== 'confirm') return {};
  return Object.fromEntries((request.facts ?? []).map(({ name, value }) => [name, value]));
}

const choicesOf = (request: TrustedRequest | undefined): readonly string[] =>
  request?.kind === 'confirm' ? (request.choices ?? []).map(({ value }) => value) : [];

const outcomes = async ({ app }: ProgramApp) =>
  (await app.must('programs.list', {})).requests.map(({ outcome }) => outcome);

describe('run', () => {
  it('gives the values of references to the program alone, after a yes @program-yes', async () => {
    const to = await programApp(dev);
    const { app, launch, reference, folder } = to;
    writeFileSync(
      join(folder, '.env.strongroom'),
      `PASSWORD=${reference(`${mount}/web`, { key: 'password' })}\nPORT=${reference(`${mount}/web`, { key: 'port' })}\nMODE=test\n`,
    );
    app.answers.push('once');
    const end = await launch(['run', '--no-mask', '--', 'sh', '-c', 'echo $PASSWORD $PORT $MODE']);
    expect(end).toEqual({ code: 0, signal: null, out: 'p4-second 5432 test\n', err: '' });
    expect(app.asked).toHaveLength(1);
    const facts = factsOf(app.asked[0]);
    expect(facts).toMatchObject({ Command: "sh -c 'echo $PASSWORD $PORT $MODE'", Folder: folder });
    const [asked] = app.asked;
    const keys = asked?.kind === 'confirm' ? (asked.facts ?? []).filter(({ name }) => name === 'Key') : [];
    expect(keys.map(({ value }) => value)).toEqual([
      `PASSWORD=${reference(`${mount}/web`, { key: 'password' })}`,
      `PORT=${reference(`${mount}/web`, { key: 'port' })}`,
    ]);
    expect(facts['Server']).toContain('Payments & Co');
    expect(app.crossed()).not.toContain('p4-second');
    expect(await outcomes(to)).toEqual(['given']);
  });

  it('gives each key of a whole entry, an older version, and what is no text as the app copies it', async () => {
    const { app, launch, reference, folder } = await programApp(dev);
    writeFileSync(
      join(folder, 'of-entries'),
      [
        reference(`${first}/web`),
        `OLD=${reference(`${mount}/web`, { version: 1, key: 'password' })}`,
        `ALL=${reference(`${mount}/web`)}`,
      ].join('\n'),
    );
    app.answers.push('once');
    const words = ['run', '--env-file', 'of-entries', '--no-mask', '--', 'sh', '-c'];
    const end = await launch([...words, 'echo $TOKEN $LIST $data $OLD $ALL']);
    expect(end.out).toBe('kv1-value [1,{"a":"<b>"}] 1 p4-first {"password":"p4-second","port":5432}\n');
  });

  it('says what stands in the way, and starts nothing', async () => {
    const to = await programApp(dev);
    const { app, launch, reference, folder } = to;
    const begun = join(folder, 'begun');
    const of = (text: string) => ({ env: { X: text } });
    const words = ['run', '--no-mask', '--', 'sh', '-c', `touch '${begun}'`];
    app.answers.push(null, 'once', 'once', 'once', 'once', 'once');
    const ends = [
      await launch(words, of(reference(`${mount}/web`, { key: 'password' }))),
      await launch(words, of(reference(`${mount}/web`, { key: 'none' }))),
      await launch(words, of(reference(`${mount}/none`, { key: 'x' }))),
      await launch(words, of(reference(`${mount}/web`, { key: 'password', version: 9 }))),
      await launch(words, of(reference(`${mount}/odd`, { key: 'nul' }))),
      await launch(words, of('strongroom://another/secret/x#k')),
      await launch(words, of('strongroom://vault.example.com:8200/secret/x#k')),
      await launch(words, of(reference('sys/raw/x', { key: 'k' }))),
    ];
    expect(ends.map(({ code }) => code)).toEqual([
      exit.denied,
      ...[exit.missing, exit.missing, exit.missing],
      exit.unfit,
      exit.connection,
      exit.reference,
      exit.reference,
    ]);
    expect(ends.every(({ out, err }) => out === '' && err.split('\n').length === 3)).toBe(true);
    expect(existsSync(begun)).toBe(false);
    expect(JSON.stringify(ends)).not.toContain('p4-');
  });

  it('gives all or nothing', async () => {
    const { app, launch, reference } = await programApp(dev);
    app.answers.push('once');
    const end = await launch(['run', '--no-mask', '--', 'sh', '-c', 'echo started'], {
      env: {
        GOOD: reference(`${mount}/web`, { key: 'password' }),
        BAD: reference(`${mount}/web`, { key: 'none' }),
      },
    });
    expect(end).toMatchObject({ code: exit.missing, out: '' });
  });

  it('is refused by the policy of the token, with the path that it names', async () => {
    const other = await newPolicy(dev, `path "${mount}/data/other" { capabilities = ["read"] }`);
    const { token } = await newToken(dev, { policies: [other] });
    const to = await programApp(dev, { token });
    to.app.answers.push('once');
    expect(await run(to)).toMatchObject({
      code: exit.refused,
      out: '',
      err: expect.stringContaining(mount) as string,
    });
  });

  it('gets nothing while the app is locked, and is not asked about @program-locked', async () => {
    const to = await programApp(dev);
    await to.app.lock('asked');
    expect(await run(to)).toMatchObject({ code: exit.locked, out: '' });
    expect(to.app.asked).toEqual([]);
  });

  it('gets nothing if the app is locked while it asks', async () => {
    const to = await programApp(dev);
    const answer = Promise.withResolvers<string>();
    to.app.answers.push(answer.promise);
    const ended = run(to);
    await expect.poll(() => to.app.openPrompts()).toHaveLength(1);
    await to.app.lock('asked');
    answer.resolve('once');
    expect(await ended).toMatchObject({ code: exit.locked, out: '' });
  });
});

describe('a yes', () => {
  it('for once asks again', async () => {
    const to = await programApp(dev);
    to.app.answers.push('once', 'once');
    expect((await run(to)).out).toBe('p4-second\n');
    expect((await run(to)).out).toBe('p4-second\n');
    expect(to.app.asked).toHaveLength(2);
    expect((await to.app.must('programs.list', {})).grants).toEqual([]);
  });

  it('is remembered for the command in its folder, and for nothing else @program-grants', async () => {
    const to = await programApp(dev);
    const { app, launch, reference, folder } = to;
    app.answers.push('folder');
    expect((await run(to)).code).toBe(0);
    expect((await run(to)).out).toBe('p4-second\n');
    expect(app.asked).toHaveLength(1);
    expect(await outcomes(to)).toEqual(['granted-before', 'given']);
    const env = { PASSWORD: reference(`${mount}/web`, { key: 'password' }) };
    const words = ['run', '--no-mask', '--', 'sh', '-c', 'echo $PASSWORD'];
    const others = [
      await run(to, 'echo $PASSWORD; echo'),
      await run(to, 'echo $PASSWORD', 'port'),
      await launch(words, { env, cwd: '/tmp' }),
      await launch(words, { env: { ...env, LD_PRELOAD: '/tmp/none.so' } }),
      await launch(words, { env: { ...env, PATH: `${folder}:${process.env['PATH'] ?? ''}` } }),
      await launch(words, { env: { OTHER: env.PASSWORD } }),
      await launch(['run', '--no-mask', '--', 'bash', '-c', 'echo $PASSWORD'], { env }),
    ];
    expect(others.map(({ code }) => code)).toEqual(others.map(() => exit.denied));
    expect(app.asked).toHaveLength(8);
  });

  it('ends by Revoke, by a lock, and when programs are turned off', async () => {
    const to = await programApp(dev);
    const { app } = to;
    app.answers.push('folder');
    await run(to);
    const { grants } = await app.must('programs.list', {});
    expect(grants).toEqual([
      expect.objectContaining({ agent: false, connection: 'Payments & Co', while: null }),
    ]);
    const [grant] = grants;
    expect((await app.must('programs.revoke', { id: grant?.id ?? '' })).grants).toEqual([]);
    expect(await app.refused('programs.revoke', { id: grant?.id ?? '' })).toMatchObject({
      kind: 'invalid-input',
    });
    app.answers.push('folder');
    await run(to);
    expect(app.services.programs.list().grants).toHaveLength(1);
    await app.lock('asked');
    expect(app.services.programs.list().grants).toEqual([]);
  });

  it('lasts as long as the process that started it', async () => {
    const to = await programApp(dev);
    const { app, begin, reference, folder } = to;
    app.answers.push('process');
    const script = join(folder, 'twice.sh');
    const command = `"$1" run --no-mask -- sh -c 'echo $PASSWORD'`;
    writeFileSync(script, `${command}\n${command}\n`);
    const env = { PASSWORD: reference(`${mount}/web`, { key: 'password' }) };
    const started = begin([script, builtLauncher], { env, launcher: '/bin/sh' });
    expect((await started.ended).out).toBe('p4-second\np4-second\n');
    expect(app.asked).toHaveLength(1);
    expect(app.services.programs.list().grants).toEqual([]);
    expect((await begin([script, builtLauncher], { env, launcher: '/bin/sh' }).ended).out).toBe('');
    expect(app.asked).toHaveLength(3);
  });

  it('is never remembered for production, unless the settings say so', async () => {
    const to = await programApp(dev, { environment: 'Production EU' });
    const { app } = to;
    app.answers.push('once', 'once');
    expect((await run(to)).code).toBe(0);
    expect(choicesOf(app.asked[0])).toEqual(['once']);
    expect(app.asked[0]?.environment).toMatchObject({ name: 'Production EU' });
    expect((await run(to)).code).toBe(0);
    app.preferences.now = { ...app.preferences.now, programsRememberProduction: true };
    app.answers.push('folder');
    await run(to);
    expect(choicesOf(app.asked[2])).toEqual(['once', 'process', 'folder']);
    await run(to);
    expect(app.asked).toHaveLength(3);
  });

  it('counts only as long as the script is the one that was read @program-changed', async () => {
    const to = await programApp(dev);
    const { app, begin, reference, folder } = to;
    const script = join(folder, 'tool.sh');
    writeFileSync(script, '#!/bin/sh\necho $PASSWORD\n');
    chmodSync(script, 0o755);
    const answer = Promise.withResolvers<string>();
    app.answers.push(answer.promise);
    const env = { PASSWORD: reference(`${mount}/web`, { key: 'password' }) };
    const { ended } = begin(['run', '--no-mask', '--', script], { env });
    await expect.poll(() => app.openPrompts()).toHaveLength(1);
    expect(factsOf(app.asked[0])).toMatchObject({ Script: script });
    writeFileSync(script, '#!/bin/sh\necho evil $PASSWORD\n');
    answer.resolve('folder');
    expect(await ended).toMatchObject({ code: exit.changed, out: '' });
    expect(app.services.programs.list().grants).toEqual([]);
    expect(await outcomes(to)).toEqual(['changed']);
  });
});

describe('read and inject', () => {
  it('write a value to a pipe and a file for its owner alone', async () => {
    const { app, launch, reference, folder } = await programApp(dev);
    app.answers.push('once', 'once');
    const text = reference(`${mount}/web`, { key: 'password' });
    expect(await launch(['read', text])).toMatchObject({ code: 0, out: 'p4-second' });
    writeFileSync(join(folder, 'in'), `password: {{ ${text} }}\n`);
    expect(await launch(['inject', 'in', 'out'])).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('password: p4-second\n');
    expect(statSync(join(folder, 'out')).mode & 0o777).toBe(0o600);
    expect(factsOf(app.asked[1])).toMatchObject({ 'Goes to': join(folder, 'out') });
    expect(choicesOf(app.asked[1])).toEqual(['once', 'process']);
  });
});

describe('names', () => {
  it('of connections are told, those of entries and keys after a yes, and never a value', async () => {
    const { app, launch, reference } = await programApp(dev);
    expect((await launch(['status'])).out).toContain('open\tPayments & Co');
    expect((await launch(['ls'])).out).toBe('strongroom://Payments%20%26%20Co/\n');
    expect(app.asked).toEqual([]);
    expect(await launch(['ls', '--quiet', reference(`${mount}/`)])).toMatchObject({ code: exit.denied });
    expect(app.asked).toEqual([]);
    app.answers.push('process', 'once');
    expect((await launch(['ls', reference(`${mount}/`)])).out).toBe(
      `${reference(`${mount}/odd`)}\n${reference(`${mount}/web`)}\n`,
    );
    expect((await launch(['ls', '--quiet', reference(`${mount}/`)])).code).toBe(0);
    expect((await launch(['env', reference(`${mount}/web`)])).out).toBe(
      `PASSWORD=${reference(`${mount}/web`, { key: 'password' })}\nPORT=${reference(`${mount}/web`, { key: 'port' })}\n`,
    );
    expect(app.asked).toHaveLength(2);
  });
});

describe('questions', () => {
  it('come one at a time: one waits, others are refused, and after a no none comes for a while', async () => {
    const to = await programApp(dev, {}, { quietMs: 60_000 });
    const answer = Promise.withResolvers<null>();
    to.app.answers.push(answer.promise);
    const asking = run(to);
    await expect.poll(() => to.app.openPrompts()).toHaveLength(1);
    const waiting = run(to);
    await expect.poll(() => to.app.services.programs.list().waiting).toBe(2);
    const refused = await Promise.all(Array.from({ length: 4 }, () => run(to)));
    expect(refused.map(({ code }) => code)).toEqual([87, 87, 87, 87]);
    answer.resolve(null);
    expect([(await asking).code, (await waiting).code, (await run(to)).code]).toEqual([81, 81, 81]);
    expect(to.app.asked).toHaveLength(1);
  });

  it('end with the program that asks', async () => {
    const to = await programApp(dev);
    const answer = Promise.withResolvers<string>();
    to.app.answers.push(answer.promise);
    const env = { PASSWORD: to.reference(`${mount}/web`, { key: 'password' }) };
    const { child, ended } = to.begin(['run', '--', 'sh', '-c', 'true'], { env });
    await expect.poll(() => to.app.openPrompts()).toHaveLength(1);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => to.app.openPrompts()).toHaveLength(0);
    expect(await outcomes(to)).toEqual(['failed']);
    answer.resolve('once');
  });
});
