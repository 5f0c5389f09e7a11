/** Entries of the sample server: path below the mount, and data (a string is JSON text, for exact numbers). */
import { selfSigned } from './certificates.ts';

type Entry = readonly [path: string, data: unknown];

const certificate = selfSigned('sample.internal.example');

/** Entries of `secret/`. */
export const sampleEntries: readonly Entry[] = [
  ['apps/web/session', { cookie_secret: 'b1f0e8c7d6a5', max_age_seconds: 3600, secure: true }],
  ['apps/web/smtp', { host: 'smtp.example', user: 'noreply', password: 'trailing space ' }],
  ['apps/worker/queue', { url: 'amqps://worker:hunter2@mq.internal.example/jobs' }],
  ['apps/worker', { note: 'A name that is both an entry and a folder.' }],
  ['certificates/internal-host', { certificate: certificate.cert, private_key: certificate.key }],
  [
    'nested/json',
    {
      limits: { cpu: '500m', memory: '256Mi' },
      replicas: [1, 2, 3],
      empty_list: [],
      empty_object: {},
      nothing: null,
      empty_text: '',
      flag: false,
      deep: { a: { b: { c: { d: 'four levels down' } } } },
    },
  ],
  ['nested/numbers', '{"big":9223372036854775807,"exact":9007199254740993,"small":1e-7,"negative":-0.5}'],
  ['nested/order', { '10': 'ten', '2': 'two', __proto: 'not the special one', a: 'letters after digits' }],
  ['nested/special-keys', '{"__proto__":"a key like any other","constructor":"too","":"an empty key"}'],
  ['odd names/100% sure', { value: 'percent and space' }],
  ['odd names/a+b', { value: 'plus' }],
  ['odd names/c#d', { value: 'hash' }],
  ['odd names/what?', { value: 'question mark' }],
  ['odd names/this & that', { value: 'ampersand' }],
  ['odd names/key=value;x', { value: 'equals and semicolon' }],
  ['odd names/%2Fnot-a-slash', { value: 'an escape that is not one' }],
  ['odd names/naïve café', { value: 'accents' }],
  ['odd names/秘密', { value: 'Chinese' }],
  ['odd names/🔑 key', { value: 'an emoji' }],
  ['odd names/עברית', { value: 'right to left' }],
  ['deep/er/and/deeper/still/deeper/entry', { value: 'seven levels' }],
  ['text/multi-line', { motd: 'first line\nsecond line\n\n\tindented line\nlast line without end' }],
  ['text/long', { one_line: 'x'.repeat(5000) }],
  ['text/markup', { html: '<img src=x onerror=alert(1)>', bidi: 'abc\u202Edcba\u202C' }],
];

/** Entries of `team-payments/kv/`. */
export const samplePaymentEntries: readonly Entry[] = [
  [
    'stripe',
    { publishable_key: 'pk_test_sample', secret_key: 'sk_test_sample', webhook_secret: 'whsec_sample' },
  ],
  ['gateways/acquirer-eu', { merchant: 'EU-4711', key: '0f1e2d3c4b5a' }],
  ['gateways/acquirer-us', { merchant: 'US-0815', key: 'a5b4c3d2e1f0' }],
  ['ledger/signing', { algorithm: 'ed25519', seed: 'c2FtcGxlIHNlZWQgb25seQ==' }],
];
