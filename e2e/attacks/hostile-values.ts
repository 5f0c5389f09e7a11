/**
 * Keys and values that break clients. Values are JSON texts, as typed and sent; each must come back unchanged or be
 * refused with a message.
 */
export interface HostileValue {
  readonly raw: string;
  /** The value that KV v2 stores instead, if it differs: numbers are 64-bit floats there. */
  readonly kv2?: string;
}

export const hostileKeys: readonly string[] = [
  // Empty and invisible keys.
  ...[
    '',
    ' ',
    '  ',
    ' a',
    'a ',
    '\t',
    '\n',
    'a\nb',
    '\r\n',
    '\0',
    'a\0b',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
  ],
  ...['\u00ad', '\u200b', '\u200d', '\u202e', '\u2028', '\ufeff', '\ufffd', '\uffff', '\ue000', '\u{10ffff}'],
  // Characters with a meaning in JSON, HTML, templates, shells and spreadsheets.
  ...[
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '\\u0041',
    '\\n',
    '/',
    '.',
    '..',
    'a.b',
    'a/b',
    '{}',
    '[]',
    '{"a":1}',
    '<b>&amp;</b>',
  ],
  ...['</textarea><script>', '${x}', '{{x}}', '%s%n', '%00', '=1+1', '-1', '@sum', '#', '$ref', 'a=b', 'A B'],
  // Names reserved by JavaScript, and integer keys, which it reorders.
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
    'length',
    'undefined',
    'valueOf',
    '__defineGetter__',
  ],
  ...['0', '1', '10', '2', '01', '1e3', '4294967295', 'NaN', 'null', 'true'],
  // Field names of the server's responses, and names of credential fields.
  ...[
    'data',
    'metadata',
    'options',
    'cas',
    'errors',
    'warnings',
    'auth',
    'wrap_info',
    'client_token',
    'token',
    'id',
  ],
  ...['secret_id', 'lease_duration', 'request_id', 'version', 'custom_metadata', 'renewable', 'data.data'],
  // Letters that differ only slightly, and long keys.
  ...[
    'é',
    'e\u0301',
    'K',
    '\u212a',
    'ß',
    '日本語',
    'العربية',
    '👩\u200d👩\u200d👧',
    'z\u0338\u0351',
    'k'.repeat(1000),
  ],
];

const texts: readonly string[] = [
  // Empty and invisible texts.
  ...[
    '',
    ' ',
    '   ',
    '\n',
    'a\n',
    '\n\na',
    'a\r\nb',
    '\t',
    'a\tb',
    '\0',
    'a\0b',
    '\u001b[31mred\u001b[0m',
    '\u007f',
  ],
  ...['\u00a0', 'a\u200bb', '\u202eabc', '\u2028', '\ufeffbom', '\ufffd', '\uffff', '\u{10ffff}'],
  // Looks like another type, or like JSON in JSON.
  ...[
    'null',
    'true',
    '0',
    '007',
    '1e5',
    '-0',
    'NaN',
    '"',
    '""',
    '"quoted"',
    '{}',
    '{"a":1}',
    '[1, 2]',
    '\\',
    '\\n',
  ],
  ...['\\u0041', 'a"b\\c/d'],
  // Looks like a credential, or like our own placeholder for one.
  ...[
    'hvs.CAESIJlU9JMYEhOPYv4igdhm9PnZDrabYTobQ4Ymnlq1qY',
    's.7cVfJ0yJ',
    'hvb.AAAA',
    '[redacted]',
    '••••••••',
    '***',
  ],
  '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n',
  // HTML, templates, shells, spreadsheets.
  ...[
    '<script>alert(1)</script>',
    '&lt;&amp;',
    '${jndi:ldap://x}',
    '{{7*7}}',
    '$(id)',
    "'; DROP TABLE x;--",
    'a=b&c=d',
    'C:\\\\temp\\\\x',
    '=cmd|"/c calc"!A1',
    '%s%n',
  ],
  // International letters, and long texts.
  ...[
    'e\u0301',
    'é',
    '日本語',
    'مرحبا',
    '👩\u200d👩\u200d👧',
    'z\u0338\u0351',
    'x'.repeat(100_000),
    'a\n'.repeat(5_000),
  ],
];

const deep = `${'['.repeat(200)}${']'.repeat(200)}`;

export const hostileValues: readonly HostileValue[] = [
  ...texts.map((text) => ({ raw: JSON.stringify(text) })),
  // Numbers that a parsing client would damage; KV v2 itself rounds some.
  ...[
    '0',
    '-0',
    '-1',
    '0.1',
    '1.50',
    '1e2',
    '1E+2',
    '1e-7',
    '0.30000000000000004',
    '9007199254740991',
    '1e308',
  ].map((raw) => ({ raw })),
  { raw: '5e-324' },
  { raw: '1.7976931348623157e308' },
  { raw: '-0.0' },
  { raw: '100000000000000000000' },
  { raw: '9007199254740993', kv2: '9007199254740992' },
  { raw: '-9223372036854775808', kv2: '-9223372036854776000' },
  { raw: '9223372036854775807', kv2: '9223372036854776000' },
  { raw: '18446744073709551615', kv2: '18446744073709552000' },
  { raw: '123456789012345678901234567890', kv2: '1.2345678901234568e29' },
  { raw: '3.14159265358979323846264338327950288', kv2: '3.141592653589793' },
  // Neither text nor number, as people and programs write it.
  ...[
    'true',
    'false',
    'null',
    '{}',
    '[]',
    '[[]]',
    '[1,"1",true,null,{}]',
    '{"k":{"k":{"k":{}}}}',
    '[null]',
    '[{}]',
    '{"":""}',
    '{"b":1,"a":2}',
    '{ "a" : [ 1 , 2 ] }',
  ].map((raw) => ({ raw })),
  ...['{"__proto__":{"x":1}}', '{"client_token":"hvs.x"}', '"\\u0041\\/\\u00e9"', '"<>&"', deep].map(
    (raw) => ({ raw }),
  ),
];

/** Not stored unchanged by any server: refused before a request is sent. */
export const unstorableValues: readonly string[] = [
  ...['1e400', '-1e999', '[1e400]', '"\\ud800"', '"a\\udc00b"', '{"a":"\\udfff"}', '{"\\ud800":1}'],
];

/** Valid JSON that Vault refuses to store; OpenBao can accept it. */
export const refusedValues: readonly string[] = ['{"a":1,"a":2}', '[{"b":{"":0,"":1}}]'];

/** Not valid JSON. */
export const brokenValues: readonly string[] = [
  ...[
    '{',
    '"',
    "'a'",
    'undefined',
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    '{"a":1,}',
    '[1,]',
    '{a:1}',
    '"a\nb"',
    '1 2',
    '// x',
  ],
];
