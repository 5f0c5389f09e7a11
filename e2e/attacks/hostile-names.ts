/**
 * Names that break clients: each must survive create, list, read, edit, copy and delete, or be refused with a
 * message. Paths are relative to a folder of the test.
 */
export interface HostileName {
  readonly path: string;
  /** Refused before sending: the server refuses it too, or would resolve it to another path. */
  readonly refused?: true;
  /** KV v1 rejects names with two consecutive dots, with an error message. */
  readonly refusedByKv1?: true;
}

const punctuation = [...'!"#$%&\'()*+,-.:;<=>?@[\\]^_`{|}~'];

const taken: readonly string[] = [
  // Every ASCII punctuation mark within a name, at both ends, and (except the dot) as a whole name.
  ...punctuation.map((mark) => `a${mark}b`),
  ...punctuation.map((mark) => `${mark}a${mark}`),
  ...punctuation.filter((mark) => mark !== '.').map((mark) => mark),

  // Spaces, and dots that are not path steps.
  ...[' ', '  ', ' a', 'a ', ' a ', 'a  b', '...', '....', '.a', 'a.', '..a', 'a..', '. ', ' .', '.. '],

  // Characters with a meaning in URLs.
  ...['a?list=true', 'a#fragment', 'a%2Fb', '%2F', '%00', '%%', '%zz', '%2e%2e', 'a%20b', '+'.repeat(3)],
  ...['a&b=c', 'a;b=c', 'http:', 'http:\\\\host', 'a:80', 'user@host', '\\..\\a', '~root', '?version=1'],

  // Segments of the server's own API.
  ...['data', 'metadata', 'config', 'delete', 'undelete', 'destroy', 'subkeys', 'sys', 'v1'],
  ...['data/data', 'metadata/data/x', 'list', 'root', 'default'],

  // Names reserved by JavaScript, shells and file systems.
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'undefined',
    'null',
    'NaN',
    'true',
    '0',
    '-1',
    '1e3',
  ],
  ...['CON', 'nul.txt', '$(id)', '`id`', '$HOME', '--help', '-rf', 'a\\nb', '<script>alert(1)</script>'],
  ...['{{7*7}}', '${x}', '=1+1', "'; DROP TABLE x;--", '[object Object]', '[a]{b,c}*?'],

  // Names that differ only slightly, and names that are folders too.
  ...[
    'Case',
    'case',
    'a/b',
    'a/b/c/d/e/f/g/h/i/j',
    ' / ',
    'a /b',
    'a/ b',
    'folder with space/entry with space',
  ],

  // International letters: composed and decomposed, right to left, several code units, look-alikes.
  ...[
    'é',
    'e\u0301',
    'Å',
    'A\u030A',
    'ñ',
    'ß',
    'ſ',
    'İ',
    'ı',
    'ς',
    'Ω',
    '\u2126',
    'K',
    '\u212A',
    'ﬁ',
    '①',
    '½',
  ],
  ...[
    '日本語',
    '한국어',
    '\u1112\u1161\u11ab',
    'العربية',
    'עברית',
    'हिन्दी',
    'ไทย',
    'ελληνικά',
    'русский',
    'українська',
  ],
  ...[
    '😀',
    '👍🏽',
    '🇩🇪',
    '𝕊',
    '𠮷',
    '\u{1F5DD}\uFE0F',
    'z\u0338\u0351',
    'а',
    'ａ',
    '。',
    '／',
    '．．',
    '％２Ｆ',
    '“x”',
    '—',
    '…',
    '€',
  ],

  // Long names.
  ...['n'.repeat(255), 'n'.repeat(1000), 'ü'.repeat(300), '%'.repeat(200), `${'d/'.repeat(60)}leaf`],
];

const refused: readonly string[] = [
  // The server would clean these and resolve them to another path.
  ...['.', '..', './a', '../a', 'a/./b', 'a/../b', 'a/..', '/a', 'a//b', '//'],
  // Folders are not entries.
  ...['', 'a/', 'a/b/'],
  // Unprintable in Go's sense: control characters, other spaces, format characters, private use, unassigned.
  ...[
    'a\0b',
    'a\tb',
    'a\nb',
    'a\rb',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    'a\u00adb',
    '\u200b',
    '\u2028',
  ],
  ...['👩\u200d👧', '\u202etxt', '\ufeffa', '\u3000', '\ue000', '\u{10ffff}'],
  // Lone surrogates.
  ...['\ud800', 'a\udc00b'],
];

export const hostileNames: readonly HostileName[] = [
  ...taken.map((path) => (path.includes('..') ? { path, refusedByKv1: true as const } : { path })),
  ...refused.map((path) => ({ path, refused: true as const })),
];
