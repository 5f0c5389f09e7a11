import { describe, expect, it } from 'vitest';
import type { ProfileDraft } from '../../shared/ipc/contract.ts';
import { createFileStore } from './files.ts';
import { createProfiles, noProfiles, parseProfilesFile } from './profiles.ts';
import type { ProfilesFile, ProfilesStorage } from './profiles.ts';

function memory(initial: ProfilesFile = noProfiles): ProfilesStorage {
  let value = initial;
  return { value: () => value, save: (next) => void (value = next) };
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
    expect(profiles.list()).toEqual([{ ...draft, profileId: profile.profileId, lastUsed: '' }]);
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

describe('parseProfilesFile', () => {
  it('takes what was written', () => {
    const storage = memory();
    createProfiles(storage, createFileStore()).save(draft);
    expect(parseProfilesFile(JSON.parse(JSON.stringify(storage.value())))).toEqual(storage.value());
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
    expect(parseProfilesFile(data)).toBeUndefined();
  });
});
