/** Files as the tools themselves write them, and files that nobody should be able to hurt anybody with. */
import { describe, expect, it } from 'vitest';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ImportLayout } from '../../../shared/vault/import.ts';
import { factsOf, mapped } from './mapping.ts';
import { readImport } from './read-file.ts';
import { zipOf } from './zip.fixture.ts';

type Content = string | Uint8Array;

function read(fileName: string, content: Content, more: { key?: string; layout?: ImportLayout } = {}) {
  return readImport({ fileName, bytes: Buffer.from(content), ...more });
}

/** Entries by their paths, as they would be written: keys and values of each version. */
async function written(fileName: string, content: Content, layout?: ImportLayout) {
  const file = await read(fileName, content, layout === undefined ? {} : { layout });
  const { mapping } = await factsOf(file, { importId: '', fileName, encrypted: false });
  const entries = await mapped(file, { ...mapping, folders: 'all' });
  return Object.fromEntries(
    entries.map(({ path, versions }) => [
      path,
      versions.map(({ members, gone }) => gone ?? Object.fromEntries(members ?? [])),
    ]),
  );
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const failure: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (failure instanceof AppFailure) return failure.message;
  throw new Error(`not refused: ${String(failure)}`);
}

const vkvJson = `{
  "secret/": {
    "admin": { "sub": "password" },
    "sub/": {
      "demo": { "demo": "hello world", "user": "admin" },
      "sub2/": { "demo": { "foo": "bar", "n": 12345678901234567890 } }
    }
  }
}`;

describe('files of other Vault tools', () => {
  it('vkv: names with a slash are folders, values can be of any kind', async () => {
    expect(await written('vkv.json', vkvJson)).toEqual({
      admin: [{ sub: '"password"' }],
      'sub/demo': [{ demo: '"hello world"', user: '"admin"' }],
      'sub/sub2/demo': [{ foo: '"bar"', n: '12345678901234567890' }],
    });
    expect((await read('vkv.json', vkvJson)).format).toBe('vkv');
    const yaml = "secret/:\n  admin:\n    sub: '********'\n";
    expect((await read('vkv.yaml', yaml)).warnings.join()).toContain('--show-values');
  });

  it('medusa: objects are folders, everything else is a key', async () => {
    const yaml =
      'A:\n  B:\n    C:\n      C: CC\n      D: DD\n    key: top\n' +
      `simple-json:\n  json-object: '{"kind":"simple"}'\n`;
    const entries = {
      'A/B': [{ key: '"top"' }],
      'A/B/C': [{ C: '"CC"', D: '"DD"' }],
      'simple-json': [{ 'json-object': '"{\\"kind\\":\\"simple\\"}"' }],
    };
    expect(await written('medusa.yaml', yaml)).toEqual(entries);
    expect(await written('medusa.json', '{"A":{"B":{"C":{"C":"CC"}}}}')).toEqual({
      'A/B/C': [{ C: '"CC"' }],
    });
  });

  it('reads one structure in the way that is asked for', async () => {
    const json = '{"app/db":{"user":"u","nested":{"a":1}}}';
    expect(await written('x.json', json)).toEqual({ 'app/db': [{ user: '"u"', nested: '{"a":1}' }] });
    expect(await written('x.json', json, 'tree')).toEqual({
      'app/db': [{ user: '"u"' }],
      'app/db/nested': [{ a: '1' }],
    });
    expect(await written('prod.json', json, 'entry')).toEqual({
      prod: [{ 'app/db': '{"user":"u","nested":{"a":1}}' }],
    });
  });

  it('.env is one entry, named by the file', async () => {
    expect(await written('prod.env', 'export A="1 # no"\nB=two\n')).toEqual({
      prod: [{ A: '"1 # no"', B: '"two"' }],
    });
    expect(await refusal(read('.env', 'A="never closed'))).toContain('Line 1');
  });
});

describe('files of Strongroom', () => {
  it('CSV: undoes what protects a spreadsheet, and keeps the kinds of values', async () => {
    const csv =
      'path,key,type,value\r\nsecret/a,k,text,\'=1+1\r\nsecret/a,q,text,"a ""b""\nc"\r\nsecret/a,n,json,1.50\r\n';
    expect(await written('x.csv', csv)).toEqual({
      'secret/a': [{ k: '"=1+1"', q: '"a \\"b\\"\\nc"', n: '1.50' }],
    });
    expect(await written('x.csv', "path,key,value\na,k,'=1\n")).toEqual({ a: [{ k: '"\'=1"' }] });
  });

  it('JSON: paths below what was exported', async () => {
    const json =
      '{"exported":{"by":"Strongroom","selection":["secret/app/"]},"entries":{"secret/app/x/db":{"k":1.0}},"unread":[{"path":"p","reason":"r"}]}';
    expect(await written('x.json', json)).toEqual({ 'x/db': [{ k: '1.0' }] });
    expect(await read('x.json', json)).toMatchObject({ incomplete: true });
  });

  it('JSON Lines: says what is cut off, and refuses a newer version', async () => {
    const head = '{"format":"strongroom-export","version":1}\n';
    const entry =
      '{"path":"f/x","below":"f/","versions":[{"version":3,"deleted":"2020"},{"version":4,"destroyed":true},{"version":5,"data":{"b":2,"a":1}}]}\n';
    expect(await written('x.jsonl', `${head}${entry}{"end":"complete"}\n`)).toEqual({
      x: ['deleted', 'destroyed', { b: '2', a: '1' }],
    });
    const cut = await read('x.jsonl', `${head}${entry}{"path":"f/y","bel`);
    expect(cut).toMatchObject({ incomplete: true, entries: [{ name: 'x', oldest: 3 }] });
    expect(cut.warnings.join()).toContain('cut off');
    expect(await refusal(read('x.jsonl', '{"format":"strongroom-export","version":2}\n'))).toContain('newer');
    expect(await refusal(read('x.jsonl', `${head}{"path":\n${entry}`))).toBe('Line 2: this is not JSON.');
  });

  it('encrypted: opens with the passphrase or the identity only', async () => {
    const plain = '{"a":{"k":"v"}}';
    const withPhrase = new Encrypter();
    withPhrase.setScryptWorkFactor(10);
    withPhrase.setPassphrase('pass');
    const one = await withPhrase.encrypt(plain);
    expect((await read('a.json.age', one, { key: 'pass' })).entries).toHaveLength(1);
    expect(await refusal(read('a.json.age', one, { key: 'other' }))).toContain('passphrase does not open');
    expect(await refusal(read('a.json.age', one.slice(0, -1), { key: 'pass' }))).toContain('damaged');
    const identity = await generateIdentity();
    const withKey = new Encrypter();
    withKey.addRecipient(await identityToRecipient(identity));
    const two = await withKey.encrypt(plain);
    const key = `# created: today\n${identity}\n`;
    expect((await read('a.json.age', two, { key })).entries).toHaveLength(1);
    const foreign = await generateIdentity();
    expect(await refusal(read('a.json.age', two, { key: foreign }))).toContain('identity does not open');
  });
});

const bitwarden = {
  encrypted: false,
  folders: [{ id: 'f1', name: 'Work/Servers' }],
  items: [
    {
      id: '1',
      folderId: 'f1',
      type: 1,
      name: 'db / main',
      notes: 'n',
      fields: [
        { name: 'port', value: '5432', type: 0 },
        { name: 'username', value: 'twin', type: 0 },
      ],
      login: {
        uris: [{ match: null, uri: 'https://a' }, { uri: 'https://b' }],
        username: 'u',
        password: 'p',
        totp: null,
      },
    },
    { id: '2', type: 2, name: 'gone', secureNote: { type: 0 }, notes: 'x', deletedDate: '2024-01-01' },
    { id: '3', type: 3, name: 'card', folderId: null, card: { number: '4111', code: '123', brand: null } },
  ],
};

describe('files of password managers', () => {
  it('Bitwarden: folders, logins, own fields, cards; the trash stays out', async () => {
    expect(await written('bitwarden.json', JSON.stringify(bitwarden, null, 2))).toEqual({
      'Work/Servers/db-main': [
        {
          username: '"u"',
          password: '"p"',
          url: '"https://a"',
          'url-2': '"https://b"',
          notes: '"n"',
          port: '"5432"',
          'username-2': '"twin"',
        },
      ],
      card: [{ number: '"4111"', code: '"123"' }],
    });
    expect(await refusal(read('b.json', '{"encrypted":true,"data":"2.x"}'))).toContain('encrypted');
    expect(await refusal(read('b.json', '{"passwordProtected":true,"encrypted":true}'))).toContain(
      'encrypted',
    );
  });

  it('1Password 1PUX: vaults, sections, tags, attached files', async () => {
    const data = {
      accounts: [
        {
          attrs: { accountName: 'A' },
          vaults: [
            {
              attrs: { name: 'Private' },
              items: [
                {
                  state: 'active',
                  overview: {
                    title: 'Shop',
                    url: 'https://s',
                    urls: [{ url: 'https://s' }],
                    tags: ['a', 'b'],
                  },
                  details: {
                    loginFields: [
                      { designation: 'username', value: 'me', name: 'user' },
                      { designation: 'password', value: 'pw', name: 'pass' },
                    ],
                    notesPlain: 'note',
                    sections: [
                      {
                        title: 'More',
                        fields: [
                          { title: 'PIN', id: 'x', value: { concealed: '1234' } },
                          { title: 'code', id: 'y', value: { totp: 'otpauth://x' } },
                          { title: 'born', id: 'z', value: { date: 0 } },
                          { title: 'until', id: 'm', value: { monthYear: 202712 } },
                          {
                            title: 'mail',
                            id: 'e',
                            value: { email: { email_address: 'a@b', provider: null } },
                          },
                          { title: 'f', id: 'w', value: { file: { documentId: 'doc1', fileName: 'k.txt' } } },
                        ],
                      },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    const zip = zipOf({
      'export.attributes': '{"version":3}',
      'export.data': JSON.stringify(data),
      'files/doc1__k.txt': 'content',
    });
    expect(await written('x.1pux', zip)).toEqual({
      'Private/Shop': [
        {
          username: '"me"',
          password: '"pw"',
          url: '"https://s"',
          PIN: '"1234"',
          code: '"otpauth://x"',
          born: '"1970-01-01"',
          until: '"2027-12"',
          mail: '"a@b"',
          notes: '"note"',
        },
      ],
    });
    const file = await read('x.1pux', zip);
    expect(file.entries[0]).toMatchObject({
      settings: { customMetadata: { tags: 'a, b' } },
      attachments: [{ name: 'k.txt', base64: Buffer.from('content').toString('base64') }],
    });
    const { mapping } = await factsOf(file, { importId: '', fileName: '', encrypted: false });
    const [entry] = await mapped(file, { ...mapping, attachments: 'base64' });
    expect(new Map(entry?.versions[0]?.members).get('k.txt')).toBe('"Y29udGVudA=="');
  });

  it('1Password CSV', async () => {
    const csv =
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\nShop,https://s,me,"p,""w",,false,false,a;b,\n';
    expect(await written('1p.csv', csv)).toEqual({
      Shop: [{ url: '"https://s"', username: '"me"', password: '"p,\\"w"' }],
    });
  });

  it('KeePass XML: groups, history as versions, tags, expiry, attached files, the recycle bin', async () => {
    const xml = `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<KeePassFile><Meta><Generator>KeePass</Generator><RecycleBinUUID>YmluYmluYmluYmluYmluYg==</RecycleBinUUID>
<Binaries><Binary ID="0" Compressed="False">aGk=</Binary></Binaries></Meta>
<Root><Group><UUID>cm9vdA==</UUID><Name>Database</Name>
<Group><UUID>Zw==</UUID><Name>Mail &amp; Co</Name>
<Entry><UUID>ZQ==</UUID><Tags>one;two</Tags><Times><ExpiryTime>2030-01-02T03:04:05Z</ExpiryTime><Expires>True</Expires></Times>
<String><Key>Title</Key><Value>Inbox</Value></String><String><Key>UserName</Key><Value>me</Value></String>
<String><Key>Password</Key><Value ProtectInMemory="True">new&lt;1</Value></String>
<String><Key>own</Key><Value Protected="True">AAAA</Value></String>
<Binary><Key>a.txt</Key><Value Ref="0" /></Binary>
<History><Entry><String><Key>Title</Key><Value>Inbox</Value></String><String><Key>Password</Key><Value>old</Value></String></Entry></History>
</Entry></Group>
<Group><UUID>YmluYmluYmluYmluYmluYg==</UUID><Name>Recycle Bin</Name><Entry><String><Key>Title</Key><Value>thrown</Value></String></Entry></Group>
</Group></Root></KeePassFile>`;
    expect(await written('db.xml', xml)).toEqual({
      'Mail & Co/Inbox': [{ password: '"old"' }, { username: '"me"', password: '"new<1"' }],
    });
    const file = await read('db.xml', xml);
    expect(file.entries[0]).toMatchObject({
      settings: { customMetadata: { tags: 'one;two', expires: '2030-01-02T03:04:05Z' } },
      attachments: [{ name: 'a.txt', base64: 'aGk=' }],
    });
    expect(file.warnings.join()).toMatch(/1 entries in the recycle bin.*1 values are encrypted/);
    expect(await refusal(read('db.xml', xml.slice(0, 900)))).toContain('cut off');
  });

  it('KDBX is named, with the way out', async () => {
    const kdbx = Buffer.from('03d9a29a67fb4bb500000400', 'hex');
    expect(await refusal(read('db.kdbx', kdbx))).toContain('KeePass database');
  });

  it('CSV of any manager, with semicolons, a byte order mark and empty lines', async () => {
    const csv = '\ufeffGroup;Title;User;Pass\r\nA/B;x;u;"p;1"\r\n\r\n;y;;q\r\n';
    expect(await written('x.csv', csv)).toEqual({
      'A/B/x': [{ User: '"u"', Pass: '"p;1"' }],
      y: [{ Pass: '"q"' }],
    });
    expect(await refusal(read('x.csv', 'a,b\n"x'))).toContain('Line 2');
  });
});

describe('hostile and broken files', () => {
  it('expands no entities of XML', async () => {
    const bomb =
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><KeePassFile><Root><Group><Name>&b;</Name></Group></Root></KeePassFile>';
    expect(await refusal(read('x.xml', bomb))).toContain('document type');
    expect(await refusal(read('x.xml', '<KeePassFile>&unknown;</KeePassFile>'))).toContain('well-formed');
    expect(await refusal(read('x.xml', `<KeePassFile>${'<Group>'.repeat(1000)}`))).toContain('deeply');
  });

  it('stops at the limit of what an archive unpacks to, whatever it states', async () => {
    const bomb = zipOf({ 'export.data': Buffer.alloc(129 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await refusal(read('x.1pux', bomb))).toContain('unpacks to more than 128 MiB');
    const lying = zipOf({ 'export.data': Buffer.alloc(129 * 1024 * 1024) }, 10);
    expect(await refusal(read('x.1pux', lying))).toContain('unpacks to more than 128 MiB');
    expect(await refusal(read('x.1pux', zipOf({ 'export.data': '{"accounts":[]}' }, 3)))).toContain(
      'damaged',
    );
    const whole = zipOf({ 'export.data': '{"accounts":[]}' });
    expect(await refusal(read('x.1pux', whole.subarray(0, -30)))).toContain('damaged or was cut off');
    expect(await refusal(read('x.1pux', zipOf({ other: 'x' })))).toContain('not a 1Password export');
  });

  it('counts aliases of YAML', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map(
        (name, at) =>
          `${name}: &${name} [${Array(9)
            .fill(`*${'abcdefgh'.charAt(at)}`)
            .join()}]`,
      )
      .join('\n')}\n`;
    expect(await refusal(read('x.yaml', bomb))).toContain('more than any server takes');
    const long = `a: ${'x'.repeat(9 * 1024 * 1024)}`;
    expect(await refusal(read('x.yaml', long))).toContain('was taken for YAML, which can have 8 MiB');
  });

  it('reads UTF-16 and keys of objects as they are, and refuses what is not text', async () => {
    const json = '{"a":{"__proto__":"p","constructor":"c","10":"x","2":"y"}}';
    const [entry] = (await read('a.json', Buffer.from(`\ufeff${json}`, 'utf16le'))).entries;
    expect(entry?.versions[0]?.members).toEqual([
      ['__proto__', '"p"'],
      ['constructor', '"c"'],
      ['10', '"x"'],
      ['2', '"y"'],
    ]);
    const big = Buffer.from(`\ufeff${json}`, 'utf16le').swap16();
    expect((await read('a.json', big)).entries).toHaveLength(1);
    expect(await refusal(read('a.env', Buffer.from('A=1\0')))).toContain('neither text');
    expect(await refusal(read('a.env', Buffer.from([0x41, 0x3d, 0xff])))).toContain('neither text');
    expect(await refusal(read('a.json', '{"a":{"k":1,"k":2}}'))).toContain('duplicate key');
    expect(await refusal(read('a.json', '{}'))).toContain('no entries');
    expect(await refusal(read('a.json', '[1]'))).toContain('not an object');
    expect(await refusal(read('a.json', `${'{"a":'.repeat(100_000)}1`))).toBeTruthy();
  });

  it('never says what stands in a file', async () => {
    for (const [name, text] of [
      ['a.json', '{"hunter2":'],
      ['a.yaml', 'hunter2: [x'],
      ['a.csv', 'a\n"hunter2'],
      ['a.xml', '<KeePassFile><hunter2'],
    ] as const)
      expect(await refusal(read(name, text))).not.toContain('hunter2');
  });
});
