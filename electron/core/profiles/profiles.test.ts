import { describe, expect, it } from 'vitest';
import type { ProfileDraft } from '../../../shared/ipc/contract.ts';
import { createFileStore } from '../connection/files.ts';
import { noProfiles, parseProfilesFile } from './profiles-file.ts';
import type { ProfilesFile } from './profiles-file.ts';
import { createProfiles } from './profiles.ts';
import type { ProfilesStorage } from './profiles.ts';

function memory(initial: ProfilesFile = noProfiles): ProfilesStorage {
  let value = initial;
  const save = (next: ProfilesFile): void => void (value = next);
  return { value: () => value, save, keep: save };
}

const draft: ProfileDraft = {
  name: 'Payments',
  colour: 'red',
  address: 'https://vault.example:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};

describe('profiles', () => {
  it('saves, changes and removes', () => {
    const profiles = createProfiles(memory(), createFileStore());
    const { profile } = profiles.save(draft);
    expect(profiles.list()).toEqual([
      { ...draft, environment: '', profileId: profile.profileId, lastUsed: '' },
    ]);
    profiles.save({ ...draft, profileId: profile.profileId, name: 'Other' });
    expect(profiles.list().map(({ name }) => name)).toEqual(['Other']);
    profiles.markUsed(profile.profileId);
    expect(Date.parse(profiles.find(profile.profileId)?.lastUsed ?? '')).not.toBeNaN();
    profiles.remove(profile.profileId);
    expect(profiles.list()).toEqual([]);
    expect(() => profiles.remove(profile.profileId)).toThrow();
    expect(() => profiles.save({ ...draft, profileId: profile.profileId })).toThrow();
  });

  it('keeps paths beside the profiles and gives them back to the file store', () => {
    const storage = memory();
    const files = createFileStore();
    const ca = files.add('/etc/ssl/payments-ca.pem');
    createProfiles(storage, files).save({ ...draft, tls: { ...draft.tls, ca } });
    const later = createFileStore();
    createProfiles(storage, later);
    expect(later.pathOf(ca)).toBe('/etc/ssl/payments-ca.pem');
  });

  it.each([
    ['name', { name: 'x' }, false],
    ['colour', { colour: 'blue' }, false],
    ['timeout', { timeoutMs: 5000 }, false],
    ['address', { address: 'https://other:8200' }, true],
    ['proxy', { proxy: 'http://p:1' }, true],
    ['skip-verify', { tls: { useSystemStore: true, skipVerify: true } }, true],
    ['system store', { tls: { useSystemStore: false, skipVerify: false } }, true],
  ] as const)('says whether trust changed: %s', (_name, change, expected) => {
    const profiles = createProfiles(memory(), createFileStore());
    const { profile, trustChanged } = profiles.save(draft);
    expect(trustChanged).toBe(false);
    expect(profiles.save({ ...draft, ...change, profileId: profile.profileId }).trustChanged).toBe(expected);
  });
});

describe('what is kept beside the settings', () => {
  const seen = {
    certificate: 'AA',
    issuer: 'CN=x',
    validTo: '2027-01-01T00:00:00.000Z',
    names: ['DNS:x'],
    verified: true,
    clusterId: 'c',
    clusterName: 'n',
  };

  it('stays when a harmless setting changes, and goes when trust does', () => {
    const told: string[] = [];
    const profiles = createProfiles(memory(), createFileStore(), (profileId, what) => {
      told.push(`${profileId} ${what}`);
    });
    const { profileId } = profiles.save(draft).profile;
    profiles.markUsed(profileId, seen);
    profiles.setKeychain(profileId, true);
    const renamed = profiles.save({ ...draft, profileId, name: 'Other' }).profile;
    expect(renamed).toMatchObject({ seen, keychain: true });
    expect(renamed.lastUsed).not.toBe('');
    const blind = profiles.save({ ...draft, profileId, tls: { ...draft.tls, skipVerify: true } }).profile;
    expect(blind.seen).toEqual(seen);
    expect(blind).not.toHaveProperty('keychain');
    const moved = profiles.save({ ...draft, profileId, address: 'https://elsewhere' }).profile;
    expect(moved).not.toHaveProperty('seen');
    profiles.remove(profileId);
    expect(told).toEqual([
      `${profileId} trust-changed`,
      `${profileId} trust-changed`,
      `${profileId} removed`,
    ]);
  });

  it('keeps what was seen when a log-in tells nothing new', () => {
    const profiles = createProfiles(memory(), createFileStore());
    const { profileId } = profiles.save(draft).profile;
    profiles.markUsed(profileId, seen);
    profiles.markUsed(profileId);
    expect(profiles.find(profileId)?.seen).toEqual(seen);
  });

  it('takes each confirmed node once', () => {
    const profiles = createProfiles(memory(), createFileStore());
    const { profileId } = profiles.save(draft).profile;
    const none = { added: [], removed: [] };
    const [b, c, d] = ['https://b:8200', 'https://c:8200', 'https://d:8200'];
    profiles.changeOrigins(profileId, { ...none, added: [b, d] }, 'key');
    profiles.changeOrigins(profileId, { ...none, added: [c, b] }, 'key');
    profiles.changeOrigins(profileId, { ...none, removed: [d] }, 'key');
    expect(profiles.find(profileId)?.confirmedOrigins).toEqual(['https://b:8200', 'https://c:8200']);
    expect(() => profiles.changeOrigins('gone', none, 'key')).toThrow();
  });

  it('is not stopped by a profile whose file nobody knows any more', () => {
    const lost: ProfilesFile = {
      profiles: [
        {
          ...draft,
          profileId: 'p',
          lastUsed: '',
          tls: { ...draft.tls, ca: { fileId: 'lost', name: 'ca.pem' } },
        },
      ],
      files: {},
    };
    const profiles = createProfiles(memory(lost), createFileStore());
    profiles.markUsed('p');
    expect(profiles.find('p')?.lastUsed).not.toBe('');
  });
});

describe('parseProfilesFile', () => {
  const nothing = (): string => {
    throw new Error('There is no value to be taken over.');
  };

  it('keeps no value of a header, but what stands for it', () => {
    const headers = [
      { name: 'X-Old', value: 'canary' },
      { name: 'X-New', valueRef: 'ref' },
    ];
    const taken: unknown[] = [];
    const parsed = parseProfilesFile(
      { profiles: [{ ...draft, profileId: 'p', lastUsed: '', headers }], files: {} },
      (header) => {
        taken.push(header);
        return 'taken';
      },
    );
    expect(taken).toEqual([{ name: 'X-Old', value: 'canary', address: draft.address }]);
    expect(parsed?.profiles[0]?.headers).toEqual([
      { name: 'X-Old', valueRef: 'taken' },
      { name: 'X-New', valueRef: 'ref' },
    ]);
  });

  it('takes a file of an older version as it is, and drops what is not ours', () => {
    const old = { ...draft, profileId: 'p', lastUsed: '' };
    expect(parseProfilesFile({ profiles: [old], files: { f: '/ca.pem' }, more: 1 }, nothing)).toEqual({
      profiles: [{ ...old, environment: 'production' }],
      files: { f: '/ca.pem' },
    });
    const strange = { ...old, token: 'hvs.x', tls: { ...draft.tls, passphrase: 'x' }, seen: { odd: true } };
    expect(parseProfilesFile({ profiles: [strange], files: {} }, nothing)?.profiles).toEqual([
      { ...old, environment: 'production' },
    ]);
  });

  it.each([
    ['an older file’s red connection', { colour: 'red' }, 'production'],
    ['an older file’s other connections', { colour: 'blue' }, ''],
    ['none, said so', { colour: 'red', environment: '' }, ''],
    ['words of one’s own', { colour: 'grey', environment: 'disaster recovery' }, 'disaster recovery'],
    ['what could not have been typed', { environment: 'x\u202ey' }, ''],
    ['what is too long', { environment: 'x'.repeat(25) }, ''],
    ['what is no text', { environment: 7 }, ''],
  ])('reads the environment: %s', (_what, change, expected) => {
    const profiles = [{ ...draft, profileId: 'p', lastUsed: '', ...change }];
    expect(parseProfilesFile({ profiles, files: {} }, nothing)?.profiles[0]?.environment).toBe(expected);
  });

  it('reads back the environment that was saved, none too', () => {
    for (const environment of [undefined, '', 'staging']) {
      const storage = memory();
      const red = { ...draft, colour: 'red' as const };
      createProfiles(storage, createFileStore()).save(
        environment === undefined ? red : { ...red, environment },
      );
      const written: unknown = JSON.parse(JSON.stringify(storage.value()));
      expect(parseProfilesFile(written, nothing)?.profiles[0]?.environment).toBe(environment ?? '');
    }
  });

  it.each([
    { headers: [{ name: 'X' }] },
    { headers: 'X: y' },
    { confirmedOrigins: [1] },
    { confirmedOrigins: {} },
    { timeoutMs: '30' },
    { colour: 'mauve' },
    { tls: { useSystemStore: true, skipVerify: 'no' } },
    { tls: { useSystemStore: true, skipVerify: false, ca: '/etc/passwd' } },
  ])('refuses a profile with %j', (change) => {
    const profiles = [{ ...draft, profileId: 'p', lastUsed: '', ...change }];
    expect(parseProfilesFile({ profiles, files: {} }, nothing)).toBeUndefined();
  });

  it('takes what was written', () => {
    const storage = memory();
    createProfiles(storage, createFileStore()).save(draft);
    expect(parseProfilesFile(JSON.parse(JSON.stringify(storage.value())), nothing)).toEqual(storage.value());
  });
  it.each([
    null,
    [],
    'x',
    {},
    { profiles: [], files: [] },
    { profiles: [{}], files: {} },
    { profiles: 1, files: {} },
  ])('refuses %j', (data) => {
    expect(parseProfilesFile(data, nothing)).toBeUndefined();
  });
});
