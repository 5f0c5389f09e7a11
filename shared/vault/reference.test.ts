import { describe, expect, it } from 'vitest';
import { longestReference, parseFolderReference, parseReference, referenceText } from './reference.ts';
import type { Reference } from './reference.ts';

const rule = (text: string): string => {
  const parsed = parseReference(text);
  return 'rule' in parsed ? parsed.rule : `none: ${JSON.stringify(parsed)}`;
};

describe('a reference', () => {
  it.each<[string, Reference]>([
    ['strongroom://c/secret/app', { connection: 'c', path: 'secret/app' }],
    ['strongroom://c/secret/app#password', { connection: 'c', path: 'secret/app', key: 'password' }],
    ['strongroom://c/secret/app?version=3#k', { connection: 'c', path: 'secret/app', version: 3, key: 'k' }],
    ['strongroom://c/team/a/kv/app?version=3', { connection: 'c', path: 'team/a/kv/app', version: 3 }],
  ])('%s is read and written the same', (text, reference) => {
    expect(parseReference(text)).toEqual(reference);
    expect(referenceText(reference)).toBe(text);
  });

  it('takes the version after the key, too', () => {
    expect(parseReference('strongroom://c/secret/app#k?version=3')).toEqual(
      parseReference('strongroom://c/secret/app?version=3#k'),
    );
  });

  it.each([
    '%',
    '#',
    '?',
    'a b',
    'a:b@c',
    "it's (a) *star*!",
    '"$HOME" `id` \\',
    'ä日本🗝',
    '%2F',
    'A.b-c_d~e',
    '[::1]',
    '&=+;,',
    'Production EU',
  ])('survives %j as a name of each kind, in a URL parser as well', (name) => {
    const reference = { connection: name, path: `secret/${name}/x`, version: 2, key: `${name}/${name}` };
    const text = referenceText(reference);
    expect(text).toMatch(/^strongroom:\/\/[A-Za-z0-9._~%/-]+\?version=2#[A-Za-z0-9._~%-]+$/);
    expect(parseReference(text)).toEqual(reference);
    expect(parseReference(new URL(text).href)).toEqual(reference);
  });

  it('has invisible characters in connections and keys, where no server refuses them', () => {
    const reference = { connection: 'نام\u200cها', path: 'secret/x', key: 'a\u200cb\n' };
    expect(parseReference(referenceText(reference))).toEqual(reference);
  });

  it.each([
    ['', 'scheme'],
    ['https://c/secret/app', 'scheme'],
    ['Strongroom://c/secret/app', 'scheme'],
    [`strongroom://c/secret/${'x'.repeat(longestReference)}`, 'too-long'],
    ['strongroom:///secret/app', 'connection'],
    ['strongroom://vault.example.com:8200/secret/app', 'host'],
    ['strongroom://user@c/secret/app', 'host'],
    ['strongroom://[::1]/secret/app', 'host'],
    ['strongroom://c', 'path'],
    ['strongroom://c/', 'path'],
    ['strongroom://c/secret', 'path'],
    ['strongroom://c/secret/', 'path'],
    ['strongroom://c/secret//app', 'path'],
    ['strongroom://c/secret/../sys/app', 'path'],
    ['strongroom://c/secret/%2e%2e/sys', 'path'],
    ['strongroom://c/secret/a%2Fb', 'path'],
    ['strongroom://c/secret/a%00b', 'path'],
    ['strongroom://c/secret/a b', 'white-space'],
    ['strongroom://c/secret/a\n', 'white-space'],
    ['strongroom://c/secret/a\u202e', 'white-space'],
    ['strongroom://c/secret/100%', 'encoding'],
    ['strongroom://c/secret/%FF', 'encoding'],
    ['strongroom://c/secret/app#', 'key'],
    ['strongroom://c/secret/app#a#b', 'key'],
    ['strongroom://c/secret/app?version=0', 'version'],
    ['strongroom://c/secret/app?version=-1', 'version'],
    ['strongroom://c/secret/app?version=1e3', 'version'],
    ['strongroom://c/secret/app?list=true', 'version'],
    ['strongroom://c/secret/app?version=1#k?version=2', 'query'],
  ])('%j breaks the rule of its %s', (text, broken) => {
    expect(rule(text)).toBe(broken);
  });
});

describe('the reference of a folder', () => {
  it.each([
    ['strongroom://c', ''],
    ['strongroom://c/', ''],
    ['strongroom://c/secret', 'secret/'],
    ['strongroom://c/secret/apps/', 'secret/apps/'],
  ])('%s is one', (text, path) => {
    expect(parseFolderReference(text)).toEqual({ connection: 'c', path });
  });

  it('has no version and no key', () => {
    expect(parseFolderReference('strongroom://c/secret/#k')).toMatchObject({ rule: 'query' });
    expect(parseFolderReference('strongroom://c/secret/?version=1')).toMatchObject({ rule: 'query' });
  });
});
