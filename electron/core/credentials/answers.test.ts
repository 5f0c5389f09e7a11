import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { secretFields } from '../../../shared/vault/secret-fields.ts';
import { answerOf, taken } from './answer.fixture.ts';
import { hold, makeStore } from './answer-store.fixture.ts';

/** Formats every row as `pointer what shown`. */
function lines({ rows }: AnswerView): readonly string[] {
  return rows.map(({ pointer, what, count, rawJson, type, length, credential }) =>
    [pointer, what, count, rawJson, type, length, credential?.kind, credential?.length]
      .filter((part) => part !== undefined)
      .join(' '),
  );
}

function row(view: AnswerView, pointer: string): AnswerRow | undefined {
  return view.rows.find((one) => one.pointer === pointer);
}

const envelope = `{"request_id":"r-1","lease_id":"","renewable":false,"lease_duration":3600,"data":{"10":1,"2":9007199254740993,
  "name":"db","nested":{"on":true,"off":null,"list":["a",{"deep":1.50}]}},"wrap_info":null,"warnings":["w"],"auth":null,"mount_type":"kv"}`;

describe('what a path makes a credential', () => {
  it.each([
    ['identity/oidc/provider/default/authorize?client_id=x', { code: 'abc', state: 's' }, '/code'],
    ['totp/code/ops', { data: { code: '123456' } }, '/data/code'],
    ['team/totp/code/ops', { data: { code: '123456' } }, '/data/code'],
  ])('the code of %s @attack-n2', (path, body, pointer) => {
    expect(row(hold(body, { path }).view, pointer)?.what).toBe('credential');
  });

  it('is none elsewhere', () => {
    expect(row(hold({ data: { code: 'x' } }, { path: 'secret/data/a' }).view, '/data/code')?.what).toBe(
      'hidden',
    );
  });
});

describe('rows', () => {
  it('show facts and hide the values below data, in the order of the text', () => {
    expect(lines(hold(envelope).view)).toEqual([
      '/request_id value "r-1"',
      '/lease_id value ""',
      '/renewable value false',
      '/lease_duration value 3600',
      '/data object 4',
      '/data/10 hidden number 1',
      '/data/2 hidden number 16',
      '/data/name hidden string 2',
      '/data/nested object 3',
      '/data/nested/on value true',
      '/data/nested/off value null',
      '/data/nested/list array 2',
      '/data/nested/list/0 hidden string 1',
      '/data/nested/list/1 object 1',
      '/data/nested/list/1/deep hidden number 4',
      '/wrap_info value null',
      '/warnings array 1',
      '/warnings/0 value "w"',
      '/auth value null',
      '/mount_type value "kv"',
    ]);
  });

  it('show every value where the caller says that none is secret, digit for digit', () => {
    const { view } = hold(envelope, { values: 'plain' });
    expect(row(view, '/data/2')).toMatchObject({ what: 'value', rawJson: '9007199254740993' });
    expect(row(view, '/data/nested/list/1/deep')).toMatchObject({ rawJson: '1.50' });
    expect(view.rows.filter(({ what }) => what === 'hidden')).toEqual([]);
  });

  it('hide what may be secret of a body that is no envelope', () => {
    expect(lines(hold({ certificate: 'pem', sealed: false }).view)).toEqual([
      '/certificate hidden string 3',
      '/sealed value false',
    ]);
    expect(lines(hold(['a', 1]).view)).toEqual(['/0 hidden string 1', '/1 hidden number 1']);
    expect(lines(hold('"just text"').view)).toEqual([' hidden string 9']);
  });

  it.each([
    ['LIST', 'secret/metadata'],
    ['GET', 'secret/metadata?list=true'],
    ['GET', 'secret/metadata?after=x&list=1'],
  ])('show the names of a list (%s %s)', (method, path) => {
    const body = { request_id: 'r', data: { keys: ['a', 'b/'], key_info: { a: { password: 'p' } } } };
    expect(lines(hold(body, { method, path }).view).slice(1)).toEqual([
      '/data object 2',
      '/data/keys array 2',
      '/data/keys/0 value "a"',
      '/data/keys/1 value "b/"',
      '/data/key_info object 1',
      '/data/key_info/a object 1',
      '/data/key_info/a/password credential password 1',
    ]);
  });

  it('are bounded, and say how many are missing', () => {
    const many = { data: { list: Array.from({ length: 6000 }, (_, n) => n) } };
    const { view } = hold(many);
    expect([view.rows.length, view.rowsLeftOut]).toEqual([5000, 1002]);
    const deep = `{"data":${'['.repeat(50_000)}1${']'.repeat(50_000)}}`;
    const { view: other, store } = hold(deep);
    expect(other.rows.length + other.rowsLeftOut).toBe(50_001);
    expect(other.rows.length).toBeLessThan(100);
    expect(store.original(other.answerId).toString()).toBe(deep);
  });

  it('know a name that comes twice by its last value', () => {
    const { view, store } = hold('{"data":{"a":{"x":1},"b":2,"a":3}}');
    expect(lines(view)).toEqual(['/data object 2', '/data/b hidden number 1', '/data/a hidden number 1']);
    expect(store.reveal(view.answerId, '/data/a')).toBe('3');
  });

  it.each([
    ['', 'empty', []],
    ['-----BEGIN CERTIFICATE-----', 'text', [' hidden string 27']],
    ['{"cut":', 'text', [' hidden string 7']],
  ])('are at most one for a body that is not JSON (%s)', (body, form, expected) => {
    const { view, store } = hold(body, { values: 'plain' });
    expect(view.form).toBe(form);
    expect(lines(view)).toEqual(expected);
    if (body === '') return;
    expect(JSON.parse(store.reveal(view.answerId, ''))).toBe(body);
    expect(store.raw(view.answerId, false)).not.toContain(body);
    expect(store.raw(view.answerId, true)).toBe(body);
  });

  it('keep bytes that are no text for a file', () => {
    const bytes = Buffer.from([0x30, 0x82, 0xff, 0x00]);
    const answer = answerOf(bytes.toString('base64'), { bytes });
    const { view, store } = hold('', { answer });
    expect(view.form).toBe('text');
    expect(store.original(view.answerId)).toEqual(bytes);
    expect(store.textAt(view.answerId, '')).toBe(bytes.toString('base64'));
  });
});

const CANARY = 'CANARY-s.7Qe0uXH2dWk';

describe('credentials', () => {
  it.each([
    ['a login', { auth: { client_token: CANARY, accessor: 'a' } }, '/auth/client_token client-token'],
    ['a wrapping token', { wrap_info: { token: CANARY, ttl: 60 } }, '/wrap_info/token wrapping-token'],
    ['another token', { data: { token: CANARY } }, '/data/token other'],
    ['a look-up', { data: { id: CANARY, accessor: 'a', policies: ['root'] } }, '/data/id token-id'],
    ['a secret id', { data: { secret_id: CANARY, secret_id_accessor: 'a' } }, '/data/secret_id secret-id'],
    ['key shares', { keys: [CANARY], keys_base64: [] }, '/keys/0 key-share'],
    ['a backup of shares', { data: { keys: { fp: [CANARY] } } }, '/data/keys/fp/0 key-share'],
    ['an exported transit key', { data: { keys: { 1: CANARY } } }, '/data/keys/1 key-share'],
    ['a minted user', { data: { username: 'u', password: CANARY } }, '/data/password password'],
    ['what lies deeper', { data: { private_key: { pem: [CANARY] } } }, '/data/private_key/pem/0 private-key'],
  ])('become refs: %s', (_name, body, expected) => {
    for (const values of ['hidden', 'plain'] as const) {
      const { view, store, secrets } = hold(body, { values });
      const [pointer = '', kind] = expected.split(' ');
      const found = row(view, pointer);
      expect(found).toMatchObject({ what: 'credential', credential: { kind, length: CANARY.length } });
      expect(secrets.read(found?.credential?.secretRef ?? '').secret).toBe(CANARY);
      expect(() => store.reveal(view.answerId, pointer)).toThrow(AppFailure);
      expect(store.textAt(view.answerId, pointer)).toBe(CANARY);
      expect(JSON.stringify(view) + store.raw(view.answerId, true)).not.toContain(CANARY);
    }
  });

  it('leave alone what only has such a name', () => {
    const ring = { data: { keys: { 1: 1_442_851_412, 2: { public_key: 'pem', name: 'ed25519' } } } };
    expect(lines(hold(ring, { values: 'plain' }).view)).toEqual([
      '/data object 1',
      '/data/keys object 2',
      '/data/keys/1 value 1442851412',
      '/data/keys/2 object 2',
      '/data/keys/2/public_key value "pem"',
      '/data/keys/2/name value "ed25519"',
    ]);
    const { view } = hold({ data: { id: 'entity', policies: ['p'], token: '', otp: null } });
    expect(view.rows.filter(({ what }) => what === 'credential')).toEqual([]);
  });

  it('are known wherever else they stand', () => {
    const { store, secrets } = makeStore();
    secrets.hold('other', 'token-id', CANARY);
    const view = store.hold(
      taken(
        {
          request_id: CANARY,
          warnings: [`said ${CANARY}!`],
          data: { note: CANARY, map: { [`of ${CANARY}`]: 1 } },
        },
        {
          answer: answerOf(
            { request_id: CANARY, data: { note: CANARY, map: { [`of ${CANARY}`]: 1 } } },
            { warnings: [`said ${CANARY}!`], headers: { 'x-vault-hostname': CANARY } },
          ),
        },
      ),
    );
    expect(lines(view)).toEqual([
      '/request_id credential token-id 20',
      '/data object 2',
      '/data/note credential token-id 20',
      '/data/map credential other 29',
    ]);
    expect(JSON.stringify(view)).not.toContain(CANARY);
    // Still redacted once the session that revealed it is gone.
    secrets.dismissSession('other');
    expect(() => store.reveal(view.answerId, '/data/note')).toThrow(AppFailure);
    expect(() => store.reveal(view.answerId, `/data/map/of ${CANARY}`)).toThrow(AppFailure);
    expect(store.raw(view.answerId, true)).not.toContain(CANARY);
  });

  it.each([
    ['plain', (secret: string) => secret],
    ['base64', (secret: string) => Buffer.from(`x${secret}`).toString('base64')],
    [
      'percent-encoded',
      (secret: string) => secret.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    ],
    [
      'escaped',
      (secret: string) => secret.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    ],
  ])('make a text that is no JSON a credential as a whole (%s)', (_name, write) => {
    const { store, secrets, known } = makeStore();
    const body = `a text\nwith ${write(CANARY)} in it`;
    const late = store.hold(taken(body));
    expect(JSON.parse(store.reveal(late.answerId, ''))).toBe(body);
    known.keep([CANARY]);
    // Known only since then: a credential from now on.
    expect(() => store.reveal(late.answerId, '')).toThrow(AppFailure);
    expect(store.raw(late.answerId, true)).not.toContain('text');
    const view = store.hold(taken(body));
    expect(lines(view)).toEqual([` credential other ${body.length}`]);
    expect(secrets.read(view.rows[0]?.credential?.secretRef ?? '').secret).toBe(body);
    expect(() => store.reveal(view.answerId, '')).toThrow(AppFailure);
    expect(store.textAt(view.answerId, '')).toBe(body);
    expect(store.raw(view.answerId, true)).not.toContain('text');
    // The text itself is not searched for in others.
    expect(known.list()).toHaveLength(1);
    const value = store.hold(taken({ data: { a: write(CANARY), b: 'x' } }));
    expect(lines(value).slice(1)).toEqual([
      expect.stringContaining('/data/a credential'),
      '/data/b hidden string 1',
    ]);
    expect(store.raw(value.answerId, true)).toContain('"b": "x"');
  });

  it('that are words are kept in where a text says more than a name', () => {
    const { store, known } = makeStore();
    known.keep(['root']);
    const data = { policy: 'root', path: 'root/ca', command: '-token-id=root', coded: 'cm9vdA==' };
    expect(lines(store.hold(taken({ data }))).slice(1)).toEqual([
      '/data/policy hidden string 4',
      '/data/path hidden string 7',
      '/data/command credential other 14',
      '/data/coded credential other 8',
    ]);
    const plain = store.hold(taken({ data }, { values: 'plain' }));
    expect(row(plain, '/data/command')).toMatchObject({ what: 'value' });
    expect(store.hold(taken('id=root')).rows[0]?.what).toBe('credential');
    expect(store.hold(taken('uproot')).rows[0]?.what).toBe('hidden');
  });

  it.each([
    ['url', 'otpauth://totp/x?secret=ABC'],
    ['certificate', '-----BEGIN CERTIFICATE-----\nx\n-----BEGIN RSA PRIVATE KEY-----\ny'],
    ['webhook_secret', 'of-a-plugin'],
  ])('are known by what they are (%s)', (name, value) => {
    const { view } = hold({ data: { [name]: value } }, { values: 'plain' });
    expect(row(view, `/data/${name}`)).toMatchObject({ what: 'credential' });
  });

  it('are not numbers whose name only ends like one', () => {
    const { view } = hold({ data: { uses_per_token: 5, password: 5 } }, { values: 'plain' });
    expect(lines(view).slice(1)).toEqual([
      '/data/uses_per_token value 5',
      '/data/password credential password 1',
    ]);
  });

  it('that are planted never survive, wherever they stand', () => {
    const names = fc.constantFrom(...secretFields.keys());
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), names, fc.array(fc.string()), (noise, name, path) => {
        let planted: unknown = {
          [name]: CANARY,
          noise,
          repeated: `it said ${CANARY}!`,
          [`key ${CANARY}`]: 1,
        };
        for (const step of path) planted = { [step]: [planted, noise] };
        const { view, store } = hold(planted, { values: 'plain' });
        expect(JSON.stringify(view) + store.raw(view.answerId, true)).not.toContain(CANARY);
        expect(store.original(view.answerId).toString()).toBe(JSON.stringify(planted));
      }),
    );
  });
});

describe('one value', () => {
  it('is revealed as the server wrote it, found by names that need escaping', () => {
    const { view, store } = hold('{"data":{"a/b":{"~1":"x\\u0041"},"":0.10,"__proto__":"p","list":[[7]]}}');
    const rows = view.rows.filter(({ what }) => what === 'hidden');
    expect(rows.map(({ pointer }) => [pointer, store.reveal(view.answerId, pointer)])).toEqual([
      ['/data/a~1b/~01', '"x\\u0041"'],
      ['/data/', '0.10'],
      ['/data/__proto__', '"p"'],
      ['/data/list/0/0', '7'],
    ]);
    expect(store.textAt(view.answerId, '/data/a~1b/~01')).toBe('xA');
    expect(store.textAt(view.answerId, '/data/list')).toBe('[[7]]');
  });

  it.each(['data', '/nothing', '/data/list/9', '/data/list/00', '/data'])(
    'is refused in words where there is none (%s)',
    (pointer) => {
      const { view, store } = hold({ data: { list: [1] } });
      expect(() => store.reveal(view.answerId, pointer)).toThrow(AppFailure);
    },
  );
});

describe('facts', () => {
  it('tell a wrapping token, also as a JWT', () => {
    const info = {
      token: 'hvs.wrapping',
      accessor: 'acc',
      ttl: 300,
      wrapped_accessor: 'inner',
      creation_time: '2026-11-21T10:00:00.123456789Z',
      creation_path: 'secret/data/x',
    };
    const { view } = hold({ request_id: '', wrap_info: info });
    expect(view.wrap).toMatchObject({
      accessor: 'acc',
      wrappedAccessor: 'inner',
      ttlSeconds: 300,
      jwt: false,
      creationTime: info.creation_time,
      creationPath: 'secret/data/x',
      token: row(view, '/wrap_info/token')?.credential,
    });
    const jwt = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.${'c'.repeat(40)}`;
    expect(hold({ wrap_info: { ...info, token: jwt } }).view.wrap?.jwt).toBe(true);
  });

  it('tell a login, and hand its token to nobody but main', () => {
    const auth = {
      client_token: 'hvs.client-token',
      accessor: 'acc',
      policies: ['default', 'p'],
      metadata: { username: 'eve' },
      lease_duration: 60,
      renewable: true,
      token_type: 'service',
      num_uses: 3,
    };
    const { view, store } = hold({ auth });
    expect(view.login).toMatchObject({
      accessor: 'acc',
      displayName: 'eve',
      policies: ['default', 'p'],
      type: 'service',
      renewable: true,
      ttlSeconds: 60,
      numUses: 3,
    });
    expect(store.clientTokenOf(view.answerId)).toBe('hvs.client-token');
    expect(JSON.stringify(view)).not.toContain('hvs.client-token');
    const other = store.hold(taken({ data: { a: 1 } }));
    expect(other.login).toBeUndefined();
    expect(() => store.clientTokenOf(other.answerId)).toThrow(AppFailure);
  });

  it('of a login behind more lines than are shown are there all the same', () => {
    const data = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`k${n}`, n]));
    const { view } = hold({ data, auth: { client_token: 'hvs.client-token' } });
    expect(view.login?.token.length).toBe(16);
  });

  it('keep headers that tell anything about anybody back', () => {
    const headers = {
      'content-type': 'application/json',
      date: 'today',
      'x-vault-hostname': 'node-1',
      'set-cookie': ['sid=1'],
      'x-vault-token': 'hvs.x',
      authorization: 'Bearer x',
      server: 'nginx',
    };
    const { view } = hold({}, { answer: answerOf({}, { headers }) });
    expect(view.headers).toEqual([
      ['content-type', 'application/json'],
      ['date', 'today'],
      ['x-vault-hostname', 'node-1'],
    ]);
  });
});
