import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { createKnownCredentials } from '../credentials/known-credentials.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { fewTextsOf, leavingTasks } from './outgoing-check.ts';
import { makeOutgoing } from './outgoing.ts';

const TOKEN = 'hvs.CAESIJ-canary_0123456789abcdefghijklmnop';

function makeGate(...secrets: readonly string[]) {
  const known = createKnownCredentials();
  known.keep(secrets);
  const gate = makeOutgoing(known);
  const leave = (name: CallName, value: unknown): Promise<Result<unknown>> =>
    gate.result(name, () => Promise.resolve(ok(value)));
  return { known, gate, leave };
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const escapedAll = (text: string): string =>
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percentAll = (text: string): string =>
  Array.from(text, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Ways in which a server, a proxy or a page can write a token. */
const forms: readonly (readonly [name: string, write: (secret: string) => string])[] = [
  ['plain', (secret) => secret],
  ['in a sentence', (secret) => `the token ${secret}, it said`],
  ['between letters', (secret) => `x${secret}y`],
  ['base64', base64],
  ['base64 without padding', (secret) => base64(secret).replaceAll('=', '')],
  ['base64, URL-safe', (secret) => Buffer.from(`?>${secret}`).toString('base64url')],
  ['base64, one off', (secret) => base64(`"${secret}"`)],
  ['base64, two off', (secret) => base64(`{"${secret}"}`)],
  ['base64 of JSON', (secret) => base64(JSON.stringify({ auth: { client_token: secret, more: [1] } }))],
  ['base64 of a command line', (secret) => base64(`vault\0server\0-dev-root-token-id=${secret}\0`)],
  ['base64 in lines', (secret) => base64(`${'x'.repeat(40)}${secret}`).replace(/.{20}/g, '$&\n')],
  ['base64 in escaped lines', (secret) => base64(`${'x'.repeat(40)}${secret}`).replace(/.{20}/g, '$&\\n')],
  ['base64, percent-encoded', (secret) => encodeURIComponent(base64(`ab${secret}`))],
  ['hex', hex],
  ['hex, upper case', (secret) => hex(`a${secret}`).toUpperCase()],
  ['hex, escaped', (secret) => hex(secret).replace(/../g, '\\x$&')],
  ['escaped', escapedAll],
  ['escaped in upper case', (secret) => escapedAll(secret).replace(/[a-f]/g, (one) => one.toUpperCase())],
  ['escaped in part', (secret) => escapedAll(secret.slice(0, 9)) + secret.slice(9)],
  ['escaped twice', (secret) => escapedAll(secret).replaceAll('\\', '\\\\')],
  ['percent-encoded', percentAll],
  ['percent-encoded in upper case', (secret) => percentAll(secret).toUpperCase()],
  ['percent-encoded in part', (secret) => secret.slice(0, 7) + percentAll(secret.slice(7))],
  ['percent-encoded twice', (secret) => encodeURIComponent(percentAll(secret))],
];

/** Asserts that outgoing data holds the token in no form. */
function expectGone(left: unknown, secret: string, written: string): void {
  const text = JSON.stringify(left);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(JSON.stringify(written).slice(1, -1));
}

describe('what leaves', () => {
  it.each(forms)('holds no token, wherever a server repeats it (%s)', async (_name, write) => {
    const { gate, leave } = makeGate(TOKEN);
    const text = write(TOKEN);
    expectGone(await leave('policy.read', { name: 'p', text: `a ${text} b` }), TOKEN, text);
    expectGone(await leave('token.roles', ['one', text]), TOKEN, text);
    expectGone(await leave('entry.metadata', { customMetadata: { [text]: 'v', k: text } }), TOKEN, text);
    const failed = await gate.result('entry.open', () =>
      Promise.resolve(
        fail({
          kind: 'forbidden',
          message: `no: ${text}`,
          hint: text,
          path: text,
          serverErrors: [text],
          serverWarnings: [text],
        }),
      ),
    );
    expectGone(failed, TOKEN, text);
    expect(failed).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    const told = await gate.event('answer.changed', [
      { answerId: 'a', title: text, path: text, at: '2026-01-01T00:00:00Z' },
    ]);
    expectGone(told, TOKEN, text);
    expect(told).toMatchObject([{ answerId: 'a' }]);
  });

  it.each(forms)('is refused where a person could save it (%s)', async (_name, write) => {
    const { leave } = makeGate(TOKEN);
    const rawJson = JSON.stringify(write(TOKEN));
    const refused = { ok: false, error: { kind: 'forbidden', hint: expect.any(String) as string } };
    expect(await leave('entry.reveal', { rawJson })).toMatchObject(refused);
    expect(
      await leave('entry.revealAll', {
        members: [
          ['a', '1'],
          ['b', rawJson],
        ],
      }),
    ).toMatchObject(refused);
    expect(await leave('entry.valueFromFile', { name: 'f', rawJson })).toMatchObject(refused);
    expect(await leave('answer.reveal', { rawJson })).toMatchObject(refused);
  });

  it('is the same object where there is nothing in it', async () => {
    const { gate, leave } = makeGate(TOKEN);
    const value = {
      names: 'a\0b',
      nested: [{ key: 'x'.repeat(100), rawJson: '"\\u0041%41"', n: 1, none: null }],
    };
    const result = await leave('folder.list', value);
    expect(result.ok && result.value).toBe(value);
    expect(gate.event('session.closed', { sessionId: 's' })).toEqual({ sessionId: 's' });
  });

  it('keeps what stands around a token, and JSON what it is', async () => {
    const { leave } = makeGate(TOKEN);
    expect(await leave('policy.read', { text: `before ${TOKEN} after` })).toEqual(
      ok({ text: 'before [redacted] after' }),
    );
    const text = JSON.stringify({ a: TOKEN, b: base64(`xx${TOKEN}`), c: 1 }, null, 2);
    const left = await leave('entry.raw', { text });
    const { text: clean } = left.ok ? (left.value as { text: string }) : { text: '' };
    expect(JSON.parse(clean)).toEqual({ a: '[redacted]', b: '[redacted]', c: 1 });
  });

  it('leaves a page its own words', async () => {
    const { leave } = makeGate(TOKEN);
    const members = [['VAULT_TOKEN', JSON.stringify(TOKEN)]];
    expect(await leave('entry.parseKeys', { members })).toEqual(ok({ members }));
    expect(await leave('draft.list', [{ text: TOKEN }])).toEqual(ok([{ text: TOKEN }]));
  });

  it('holds none of many credentials, whatever they are and however long', async () => {
    const secret = fc.string({ minLength: 16, maxLength: 600 }).filter((text) => text.trim().length >= 16);
    await fc.assert(
      fc.asyncProperty(fc.array(secret, { minLength: 1, maxLength: 20 }), fc.nat(), async (secrets, pick) => {
        const { leave } = makeGate(...secrets);
        const one = secrets[pick % secrets.length] ?? '';
        for (const write of [(text: string) => text, base64, hex, (text: string) => JSON.stringify(text)]) {
          const text = `before ${write(one)} after`;
          const left = await leave('policy.read', { text });
          expect(JSON.stringify(left)).not.toContain(JSON.stringify(write(one)).slice(1, -1));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('holds a private key neither as a whole nor in part', async () => {
    const lines = Array.from({ length: 24 }, (_, n) => base64(`${n} ${'k'.repeat(n + 20)}`).slice(0, 64));
    const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
    const { leave } = makeGate(pem);
    for (const text of [pem, JSON.stringify({ pem }), base64(pem), pem.slice(100)])
      expect(JSON.stringify(await leave('policy.read', { text }))).not.toContain(lines[12]);
    const other = '-----BEGIN PRIVATE KEY-----\nother\n-----END PRIVATE KEY-----\n';
    expect(await leave('policy.read', { text: other })).toEqual(ok({ text: other }));
  });
});

describe('what is large', () => {
  const text = `${'ordinary '.repeat(40_000)}${base64(TOKEN)} and more`;

  function makeLargeGate(meanwhile: (known: KnownCredentials) => void = () => undefined) {
    const known = createKnownCredentials();
    known.keep([TOKEN]);
    const done: string[] = [];
    const gate = makeOutgoing(known, (name, input) => {
      done.push(name);
      const found = leavingTasks[name](structuredClone(input));
      meanwhile(known);
      return Promise.resolve(found);
    });
    const leave = (name: CallName, value: unknown): Promise<Result<unknown>> =>
      gate.result(name, () => Promise.resolve(ok(value)));
    return { known, gate, leave, done };
  }

  it.each([
    ['a text', text],
    ['many names', Array.from({ length: 50_000 }, (_, n) => (n === 25_000 ? TOKEN : String(n)))],
    ['bytes', Buffer.from(text)],
    [
      'members',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n} ${n === 7 ? TOKEN : ''}`, n])),
    ],
  ])('is looked through elsewhere, and holds no token either (%s)', async (_name, value) => {
    const { leave, done, gate } = makeLargeGate();
    const left = await leave('policy.read', { value });
    expect(left.ok).toBe(true);
    for (const form of [TOKEN, base64(TOKEN)]) expect(JSON.stringify(left)).not.toContain(form);
    expect(await leave('entry.reveal', { value })).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    const failed = await gate.result('policy.read', () =>
      Promise.resolve(fail({ kind: 'bad-answer', message: text })),
    );
    expect(JSON.stringify(failed)).not.toContain(base64(TOKEN));
    expect(done).toEqual(['lookThrough', 'lookThrough', 'lookThrough']);
  });

  it('is the same object where there is nothing in it, and small things are never sent away', async () => {
    const { leave, done } = makeLargeGate();
    const value = { names: 'a\\b'.repeat(100_000) };
    const result = await leave('folder.list', value);
    expect(result.ok && result.value).toBe(value);
    await leave('folder.list', { names: TOKEN });
    expect(done).toEqual(['lookThrough']);
  });

  it('is looked through again where more has become known meanwhile', async () => {
    const late = 'hvs.CAESIJ-known_only_while_it_is_looked_through';
    const added: string[] = [];
    const { leave, done } = makeLargeGate((known) => {
      if (added.length === 0) known.keep([late]);
      added.push(late);
    });
    const left = await leave('policy.read', { text: `${text} ${late}` });
    expect(JSON.stringify(left)).not.toContain(late);
    expect(done).toHaveLength(2);
  });

  it('does not leave where it cannot be looked through, or more becomes known each time', async () => {
    const known = createKnownCredentials();
    known.keep([TOKEN]);
    const gate = makeOutgoing(known, () => Promise.reject(new Error('hunter2')));
    const left = await gate.result('policy.read', () => Promise.resolve(ok({ text })));
    expect(left).toMatchObject({ ok: false, error: { kind: 'bad-answer' } });
    expect(JSON.stringify(left)).not.toContain('hunter2');
    let number = 0;
    const { leave } = makeLargeGate((more) => void more.keep([`another-credential-${number++}`]));
    expect(await leave('policy.read', { text })).toMatchObject({ ok: false, error: { kind: 'bad-answer' } });
  });
});

describe('what crosses as JSON text', () => {
  const rows = (texts: readonly string[]) => ({
    jobId: 'j',
    rows: texts.map((problem) => ({ accessor: 'a', problem })),
    done: texts.length,
    total: texts.length,
  });
  const left = async (gate: ReturnType<typeof makeGate>['gate'], payload: unknown): Promise<unknown> =>
    JSON.parse(((await gate.event('token.accessorsFound', payload)) as { readonly json: string }).json);

  it.each(forms)('holds no token (%s)', async (_name, write) => {
    const { gate } = makeGate(TOKEN);
    const text = write(TOKEN);
    expectGone(await left(gate, rows(['plain', `a ${text} b`])), TOKEN, text);
    expectGone(await left(gate, { ...rows([]), [text]: 1 }), TOKEN, text);
  });

  it('is what each of its texts would be by itself, whatever they are', async () => {
    const secret = fc.oneof(
      fc.string({ minLength: 8, maxLength: 40 }),
      fc.string({ minLength: 8, maxLength: 40, unit: 'binary' }),
      fc.constantFrom(
        TOKEN,
        'with"quote"inside',
        'back\\slash\\it',
        'line\none\ntwo',
        '{"json":"itself"}',
        '","accessor":"',
      ),
    );
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('%', '\\', '"', '\n', '%25', 'é', '\ud800'),
    );
    const written = fc.nat(forms.length - 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(piece, fc.nat(), written, fc.boolean(), piece), { maxLength: 6 }),
        async (secrets, plan) => {
          const { gate } = makeGate(...secrets);
          const texts = plan.map(([before, pick, form, holds, after]) => {
            const one = secrets[pick % secrets.length] ?? '';
            return before + (holds && one.isWellFormed() ? (forms[form]?.[1](one) ?? '') : '') + after;
          });
          // An event of the same texts that does not cross as JSON text.
          const plain = await gate.event('answer.changed', rows(texts) as never);
          expect(await left(gate, rows(texts))).toEqual(JSON.parse(JSON.stringify(plain)));
          const answer = (isJson: boolean) =>
            gate.result(
              'entry.open',
              () => Promise.resolve(ok(rows(texts))),
              () => isJson,
            );
          const { json, ...asJson } = await answer(true);
          expect(asJson).toEqual(await answer(false));
          if (json !== undefined) expect(json).toBe(JSON.stringify(rows(texts)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is looked through elsewhere only if it is large and not plain', async () => {
    const known = createKnownCredentials();
    known.keep([TOKEN]);
    let tasks = 0;
    const gate = makeOutgoing(known, (name, input) => {
      tasks++;
      return Promise.resolve(leavingTasks[name](input));
    });
    const many = Array.from(
      { length: 2_000 },
      (_, n) => `an ordinary problem, number ${String(n)}, with some words`,
    );
    expect(await left(gate, rows(many))).toEqual(rows(many));
    expect(tasks).toBe(0);
    expectGone(await left(gate, rows([...many, base64(TOKEN)])), TOKEN, base64(TOKEN));
    await left(gate, rows([...many, 'a line\nof two, 100%']));
    expect(tasks).toBe(2);
  });

  it('is the text of what is left, also of a large answer', async () => {
    const known = createKnownCredentials();
    known.keep([TOKEN]);
    const gate = makeOutgoing(known, (name, input) => Promise.resolve(leavingTasks[name](input)));
    const many = Array.from({ length: 4_000 }, (_, n) => `a line\nof ${String(n)}, with 100% of its words`);
    const answer = (texts: readonly string[]) =>
      gate.result(
        'entry.open',
        () => Promise.resolve(ok(rows(texts))),
        () => true,
      );
    const { json: plain } = await answer(many);
    expect(plain).toBe(JSON.stringify(rows(many)));
    const { json, ...result } = await answer([...many, base64(TOKEN)]);
    expectGone(result, TOKEN, base64(TOKEN));
    expect(ok(JSON.parse(json ?? ''))).toEqual(result);
  });
});

describe('a token that is a word', () => {
  it('leaves names, paths and sentences as they are', async () => {
    const { gate, leave } = makeGate('root');
    for (const value of [['default', 'root'], { path: 'root', policies: ['root'] }, 'the root of root/ca'])
      expect(await leave('policy.list', value)).toEqual(ok(value));
    expect(await leave('entry.reveal', { rawJson: '"root"' })).toEqual(ok({ rawJson: '"root"' }));
    expect(gate.event('session.closed', { sessionId: 'root' })).toEqual({ sessionId: 'root' });
  });
});

describe('what is known', () => {
  it('is forgotten when its holder lets go, and known as often as it is held', async () => {
    const { known, leave } = makeGate();
    const [first, second] = [known.keep([TOKEN]), known.keep([TOKEN])];
    first();
    first();
    expect(await leave('policy.read', { text: TOKEN })).toEqual(ok({ text: '[redacted]' }));
    second();
    expect(await leave('policy.read', { text: TOKEN })).toEqual(ok({ text: TOKEN }));
    known.keep([TOKEN]);
    expect(await leave('policy.read', { text: TOKEN })).toEqual(ok({ text: '[redacted]' }));
  });

  it('of a call lasts until what the call says has left', async () => {
    const { known, gate } = makeGate();
    const result = await gate.result('session.open', async () => {
      await Promise.resolve();
      known.note(TOKEN);
      expect(gate.event('session.closed', { sessionId: TOKEN })).toEqual({ sessionId: '[redacted]' });
      return fail({ kind: 'network', code: 'X', message: `at ${TOKEN}` });
    });
    expect(result).toMatchObject({ error: { message: 'at [redacted]' } });
    expect(known.list()).toEqual([]);
  });

  it('only from an answer that can be had again does not keep an entry’s value from being revealed', async () => {
    const { known, leave } = makeGate();
    known.keep(['a-password-in-kv-01'], { inUse: false });
    const value = { rawJson: '"a-password-in-kv-01"' };
    expect(await leave('entry.reveal', value)).toEqual(ok(value));
    expect(JSON.stringify(await leave('policy.read', { text: 'a-password-in-kv-01' }))).toContain(
      '[redacted]',
    );
  });
});

describe('a large table of few texts', () => {
  const facts = (key: string) => ({ key, type: 'string', bytes: 120, rawBytes: 122 });
  const table = (last: string) => ({
    entryId: 'x',
    keys: [...Array.from({ length: 7_000 }, (_, at) => facts(`key-${String(at)}`)), facts(last)],
  });

  function withWorker(secret: string) {
    const known = createKnownCredentials();
    known.keep([secret]);
    let asked = 0;
    const gate = makeOutgoing(known, (name, input) => {
      asked++;
      return Promise.resolve(leavingTasks[name](input));
    });
    const leave = (value: unknown) => gate.result('entry.open', () => Promise.resolve(ok(value)));
    return { leave, asked: () => asked };
  }

  it('is looked through in place', async () => {
    const { leave, asked } = withWorker(TOKEN);
    const value = table('last');
    expect(await leave(value)).toEqual(ok(value));
    expect(asked()).toBe(0);
  });

  it.each(forms)('lets no credential out in it: %s', async (_name, write) => {
    const { leave } = withWorker(TOKEN);
    const written = write(TOKEN);
    expectGone(await leave(table(written)), TOKEN, written);
    expectGone(await leave({ ...table('last'), [written]: 1 }), TOKEN, written);
  });

  it('is what is looked at in it: every text of some length', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const texts = new Set<string>();
        JSON.stringify(value, (name, member: unknown) => {
          texts.add(name);
          if (typeof member === 'string') texts.add(member);
          return member;
        });
        const expected = [...texts].filter((text) => text.length >= 8 && !/^\d+$/.test(text));
        const found = (fewTextsOf(value) ?? []).filter((text) => !/^\d+$/.test(text));
        expect(new Set(found)).toEqual(new Set(expected));
      }),
    );
  });

  it('is a long list of names, too, whatever stands in it', async () => {
    const names = Array.from({ length: 15_000 }, (_, at) => `name-${String(at)}`).join('\0');
    const { leave, asked } = withWorker(TOKEN);
    expect(await leave({ names })).toEqual(ok({ names }));
    expect(asked()).toBe(0);
    for (const [at, [, write]] of forms.entries()) {
      const left = await leave({ names: `${names}\0${write(TOKEN)}` });
      expectGone(left, TOKEN, write(TOKEN));
      expect(asked()).toBe(at + 1);
    }
  });

  it('goes to the worker where it was made to be searched for long', async () => {
    const { leave, asked } = withWorker(`${'b'.repeat(40)}${'a'.repeat(215)}`);
    await leave({ names: 'a'.repeat(160_000) });
    expect(asked()).toBe(1);
  });

  it('is none where there is much to look at', () => {
    expect(fewTextsOf(Array.from({ length: 200_000 }, () => 1))).toBeUndefined();
    expect(
      fewTextsOf(Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${String(at)}`, at]))),
    ).toBeUndefined();
    expect(fewTextsOf(['x'.repeat(2_000_000)])).toBeUndefined();
    expect(fewTextsOf(['%'.repeat(200_000)])).toBeUndefined();
    expect(fewTextsOf(['x'.repeat(600_000), 'y'.repeat(600_000)])).toBeUndefined();
    expect(fewTextsOf({ bytes: new Uint8Array(1) })).toBeUndefined();
  });
});
