import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileBelow, pathNames, serveApp } from './app-protocol.ts';
import { mainHeaders } from './content-security-policy.ts';

describe('pathNames', () => {
  it.each<[string, readonly string[]]>([
    ['app://strongroom', ['index.html']],
    ['app://strongroom/', ['index.html']],
    ['app://strongroom/?x=1#y', ['index.html']],
    ['app://strongroom/index.html', ['index.html']],
    ['app://strongroom/assets/index-Ab_1-x.js', ['assets', 'index-Ab_1-x.js']],
    ['app://strongroom/assets/a%20b.css', ['assets', 'a b.css']],
    ['app://strongroom/assets/inter.woff2?v=1', ['assets', 'inter.woff2']],
  ])('reads %s', (url, names) => {
    expect(pathNames(url, 'strongroom')).toEqual(names);
  });

  it.each([
    'app://strongroom/../main.cjs',
    'app://strongroom/..%2findex.html',
    'app://strongroom/..%2Findex.html',
    'app://strongroom/%2e%2e/index.html',
    'app://strongroom/%2e%2e%2findex.html',
    'app://strongroom/%252e%252e/index.html',
    'app://strongroom/assets/../index.html',
    'app://strongroom/assets/./index.html',
    'app://strongroom/..\\index.html',
    'app://strongroom/..%5cindex.html',
    'app://strongroom//index.html',
    'app://strongroom/assets//index.html',
    'app://strongroom//etc/passwd.json',
    'app://strongroom/%2fetc%2fpasswd.json',
    'app://strongroom/C:/x.html',
    'app://strongroom/C%3A%5Cx.html',
    'app://strongroom/index.html%00.js',
    'app://strongroom/index%00.html',
    'app://strongroom/index.html%0a',
    'app://strongroom/a\nb.html',
    'app://strongroom/%ff.html',
    'app://strongroom/%.html',
    'app://strongroom/.env.json',
    'app://strongroom/assets/.hidden.js',
    'app://strongroom/assets/',
    'app://strongroom/assets',
    'app://strongroom/main.cjs',
    'app://strongroom/package',
    'app://strongroom/index.HTML',
    'app://strongroom/index.html/',
    'app://strongroom/index.html::$DATA.html',
    'app://strongroom.evil/index.html',
    'app://strongroom@evil/index.html',
    'app://strongroom:1/index.html',
    'app://trusted/index.html',
    'https://strongroom/index.html',
    'file:///index.html',
    '',
  ])('refuses %j', (url) => {
    expect(pathNames(url, 'strongroom')).toBeUndefined();
  });
});

describe('fileBelow', () => {
  let folder = '';
  let root = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'strongroom-protocol-'));
    root = join(realpathSync(folder), 'app');
    mkdirSync(join(root, 'assets'), { recursive: true });
    mkdirSync(`${root}-beside`);
    writeFileSync(join(root, 'index.html'), 'page');
    writeFileSync(join(root, 'assets', 'a.js'), 'script');
    writeFileSync(join(`${root}-beside`, 'index.html'), 'outside');
    symlinkSync(join(`${root}-beside`, 'index.html'), join(root, 'link.html'));
    symlinkSync(`${root}-beside`, join(root, 'way'));
    symlinkSync('index.html', join(root, 'inside.html'));
    mkdirSync(join(root, 'folder.js'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads files with their types', async () => {
    expect(fileBelow(root, ['index.html'])).toEqual({
      bytes: Buffer.from('page'),
      mimeType: 'text/html; charset=utf-8',
    });
    expect(fileBelow(root, ['assets', 'a.js'])?.mimeType).toBe('text/javascript; charset=utf-8');
    expect(fileBelow(root, ['inside.html'])?.bytes.toString()).toBe('page');
  });

  it.each([
    [['link.html']],
    [['way', 'index.html']],
    [['..', 'app-beside', 'index.html']],
    [['missing.html']],
    [['folder.js']],
    [['index.html', 'x.js']],
  ])('reads nothing at %j', async (names) => {
    expect(fileBelow(root, names)).toBeUndefined();
  });
});

it('serves the first document once, with its style allowed for that response alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-served-'));
  writeFileSync(join(folder, 'index.html'), 'as built');
  let handler: Handler = () => false;
  const protocol = { registerBufferProtocol: (_scheme: string, added: Handler) => void (handler = added) };
  const first = { html: 'drawn', styleHash: "'sha256-x'" };
  serveApp({ protocol } as unknown as Session, 'strongroom', folder, mainHeaders, () => first);
  const load = (url: string) => {
    const answers: Parameters<Parameters<Handler>[1]>[0][] = [];
    handler({ url, method: 'GET' }, (answer) => answers.push(answer));
    return { text: answers[0]?.data.toString(), policy: answers[0]?.headers['Content-Security-Policy'] };
  };
  const policy = mainHeaders['Content-Security-Policy'];
  expect(load('app://strongroom/missing.js').policy).toBe(policy);
  const allowed = policy?.replace("style-src 'self';", "style-src 'self' 'sha256-x';");
  expect(allowed).not.toBe(policy);
  expect(load('app://strongroom/')).toEqual({ text: 'drawn', policy: allowed });
  expect(load('app://strongroom/')).toEqual({ text: 'as built', policy });
  rmSync(folder, { recursive: true });
});

type Handler = (
  request: { readonly url: string; readonly method: string },
  answer: (response: { readonly headers: Record<string, string>; readonly data: Buffer }) => void,
) => unknown;
