import { describe, expect, it } from 'vitest';
import { foldersBelow } from './help.ts';

const pki = ['acme/mgmt/account/keyid/', 'certs/', 'certs/revoked/', 'roles/'];

describe('foldersBelow', () => {
  it.each([
    ['', ['acme/', 'certs/', 'roles/']],
    ['acme/', ['mgmt/']],
    ['acme/mgmt/account/', ['keyid/']],
    ['certs/', ['revoked/']],
    ['roles/', []],
    ['nothing/', []],
  ])('one level below "%s"', (folder, folders) => {
    expect(foldersBelow(pki, folder)).toEqual(folders);
  });
});
