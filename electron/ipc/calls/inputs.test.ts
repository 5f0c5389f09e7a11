import { describe, expect, it } from 'vitest';
import { callNames } from '../../../shared/ipc/contract.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { calls } from './index.ts';

const target = {
  address: 'https://v:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};
const at = { sessionId: 's', mount: 'secret/', path: 'a/b' };
const file = { fileId: 'f', name: 'ca.pem' };
const place = {
  mount: { path: 'secret/', type: 'kv', engine: 'kv2', description: '' },
  path: 'a/b',
};
const changes = [
  { op: 'set', key: 'k', rawJson: '1' },
  { op: 'remove', key: 'l' },
];
const config = { maxVersions: 5, casRequired: false, deleteVersionAfter: '0s' };
const settings = { ...config, customMetadata: { owner: 'payments' } };

const login = { type: 'userpass', mount: 'userpass/', fields: { username: 'ops' } };
const tokenWish = {
  ...{ parent: 'mine', role: '', policies: ['default'], noDefaultPolicy: false, type: 'service' },
  ...{ ttl: '1h', explicitMaxTtl: '', period: '', numUses: 0, renewable: true, displayName: 'ci' },
  ...{ entityAlias: '', meta: { team: 'payments' }, wrapTtl: '' },
};
const request = {
  ...{ method: 'POST', path: 'transit/keys/x', json: '{}', wrapTtl: '60', wrapJwt: true, namespace: '' },
  ...{ secrets: [{ pointer: '/password', secretRef: 'r' }], withoutToken: false },
};

/** A well-formed input for each call; the type makes a missing one a compile error. */
const good: Readonly<Record<CallName, object>> = {
  'app.info': {},
  'app.noop': {},
  'app.preferences': {},
  'app.setPreferences': { theme: 'dark' },
  'app.problems': {},
  'clipboard.copyText': { text: 'x' },
  'clipboard.copySecretText': { text: 'x' },
  'clipboard.state': {},
  'profile.list': {},
  'profile.save': { ...target, name: 'n', colour: 'red' },
  'profile.remove': { profileId: 'p' },
  'profile.export': { profileIds: ['p'] },
  'profile.import': {},
  'profile.confirmOrigin': { sessionId: 's', origin: 'https://v-2:8200' },
  'connection.offers': {},
  'connection.check': { target },
  'connection.chooseFile': { purpose: 'ca' },
  'connection.describeFile': { file, purpose: 'ca-folder' },
  'connection.environmentProxy': { address: 'https://v:8200' },
  'lock.state': {},
  'lock.now': {},
  'keychain.state': {},
  'keychain.keep': { sessionId: 's', keep: true },
  'workspace.load': { sessionId: 's' },
  'workspace.save': {
    sessionId: 's',
    memory: {
      tabs: [{ ...place, version: 2, pinned: true }],
      ...{ activeTab: 0, recents: [place], favourites: [place] },
    },
  },
  'draft.list': { sessionId: 's' },
  'draft.put': { ...at, entryId: 'e', text: 'x' },
  'draft.drop': at,
  'session.list': {},
  'session.open': { target, name: 'n', colour: 'red' },
  'session.reauthenticate': { sessionId: 's' },
  'session.refresh': { sessionId: 's' },
  'session.close': { sessionId: 's', revoke: true },
  'login.methods': { where: { target, name: 'n' }, namespace: 'team' },
  'login.aside': { sessionId: 's', login, wrapTtl: '5m' },
  'secret.enter': { sessionId: 's', kind: 'password', title: 't', label: 'l' },
  'secret.dismiss': { secretRef: 'r' },
  'answer.list': {},
  'answer.view': { answerId: 'a' },
  'answer.reveal': { answerId: 'a', pointer: '/data/k' },
  'answer.copy': { answerId: 'a', pointer: '/data/k' },
  'answer.raw': { answerId: 'a', reveal: false },
  'answer.toFile': { answerId: 'a' },
  'answer.dismiss': { answerId: 'a' },
  'answer.adopt': { answerId: 'a', how: 'beside', name: 'n', colour: 'red' },
  'token.inspect': { sessionId: 's', token: { by: 'accessor', accessor: 'x' } },
  'token.renew': { sessionId: 's', token: { by: 'self' }, incrementSeconds: 3600 },
  'token.autoRenew': { sessionId: 's', on: true },
  'token.revoke': { sessionId: 's', token: { by: 'secret', secretRef: 'r' }, orphan: false },
  'token.create': { sessionId: 's', wish: tokenWish },
  'token.roles': { sessionId: 's' },
  'token.accessors': { sessionId: 's' },
  'token.revokeMany': { sessionId: 's', accessors: ['x'] },
  'refusal.explain': { sessionId: 's', path: 'secret/x', method: 'GET', capability: 'read' },
  'wrapping.take': { where: { sessionId: 's' }, from: 'clipboard' },
  'wrapping.lookup': { where: { sessionId: 's' }, secretRef: 'r' },
  'wrapping.unwrap': { where: { target, name: 'n' }, secretRef: 'r', form: 'header' },
  'wrapping.wrap': { sessionId: 's', what: { kind: 'data', json: '{}' }, ttl: '5m', jwt: false },
  'wrapping.chooseFile': {},
  'wrapping.rewrap': { where: { sessionId: 's' }, secretRef: 'r' },
  'wrapping.shared': { sessionId: 's' },
  'wrapping.cancel': { sessionId: 's', accessor: 'x' },
  'system.look': { where: { sessionId: 's' }, card: 'seal' },
  'system.unseal': { where: { target, name: 'n' } },
  'system.resetUnseal': { where: { target, name: 'n' } },
  'policy.list': { sessionId: 's' },
  'policy.read': { sessionId: 's', name: 'default' },
  'console.send': { sessionId: 's', request },
  'console.catalogue': { sessionId: 's' },
  'console.path': { sessionId: 's', path: 'pki/roles/x' },
  'console.help': { sessionId: 's', path: 'pki' },
  'console.copyAs': { sessionId: 's', request, form: 'curl' },
  'console.history': { sessionId: 's' },
  'secret.copy': { secretRef: 'r' },
  'secret.show': { secretRef: 'r' },
  'mount.list': { sessionId: 's' },
  'mount.config': { sessionId: 's', mount: 'secret/' },
  'mount.setConfig': { sessionId: 's', mount: 'secret/', before: config, config },
  'folder.list': at,
  'path.resolve': { sessionId: 's', text: 'secret/x' },
  'entry.open': { ...at, version: 2 },
  'entry.close': { entryId: 'e' },
  'entry.reveal': { entryId: 'e', key: '__proto__' },
  'entry.copy': { entryId: 'e', key: '' },
  'entry.raw': { entryId: 'e', reveal: false },
  'entry.save': {
    entryId: 'e',
    changes,
  },
  'entry.view': { entryId: 'e' },
  'entry.revealAll': { entryId: 'e' },
  'entry.merge': { entryId: 'e', changes },
  'entry.checkSave': { entryId: 'e', changes },
  'entry.saveOver': { entryId: 'e', changes, currentVersion: 0 },
  'entry.create': { ...at, changes },
  'entry.patchUnread': { ...at, changes },
  'entry.duplicate': { ...at, entryId: 'e', withCustomMetadata: true },
  'entry.rename': { entryId: 'e', mount: 'secret/', path: 'c' },
  'entry.deleteVersions': { ...at, versions: [1] },
  'entry.undelete': { ...at, versions: [1] },
  'entry.destroyVersions': { ...at, versions: [1] },
  'entry.deleteEverything': at,
  'entry.compare': { leftEntryId: 'e', rightEntryId: 'f' },
  'entry.restore': { entryId: 'e' },
  'entry.setMetadata': { ...at, before: settings, settings },
  'entry.limits': { sessionId: 's', mount: 'secret/' },
  'entry.valueFromFile': { as: 'auto' },
  'entry.valueToFile': { entryId: 'e', key: 'k', as: 'decoded-base64' },
  'entry.parseKeys': { text: 'A=1', format: 'env' },
  'entry.metadata': at,
  'entry.rights': at,
  'search.start': { ...at, text: 'db' },
  'job.cancel': { jobId: 'j' },
};

describe.each(callNames)('%s', (name) => {
  it('takes a good input as it is', () => {
    expect(calls[name].parse(good[name])).toEqual({ ok: true, value: good[name] });
  });
  it.each([null, undefined, 1, 'x', [], () => 1])('refuses %o', (input) => {
    expect(calls[name].parse(input)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
  });
  it('refuses a field it does not take, and names it', () => {
    expect(calls[name].parse({ ...good[name], extra: 'VALUE' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'extra' },
    });
  });
  it('refuses when a field is missing or of another kind, and never repeats a value', () => {
    for (const field of Object.keys(good[name])) {
      const wrong = calls[name].parse({ ...good[name], [field]: { canary: 'CANARY' } });
      expect(wrong).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
      expect(JSON.stringify(wrong)).not.toContain('CANARY');
    }
  });
});

describe('hostile inputs', () => {
  const table: readonly [CallName, object, string][] = [
    ['folder.list', { ...at, path: 'x'.repeat(8193) }, 'path'],
    ['folder.list', { ...at, mount: 'secret' }, 'mount'],
    ['entry.open', { ...at, version: 1.5 }, 'version'],
    ['entry.open', { ...at, version: 0 }, 'version'],
    ['entry.open', { ...at, version: undefined }, 'version'],
    ['connection.check', { target: { ...target, timeoutMs: 0 } }, 'target.timeoutMs'],
    [
      'connection.check',
      { target: { ...target, tls: { ...target.tls, ca: '/etc/passwd' } } },
      'target.tls.ca',
    ],
    ['session.open', { target, name: 'n', colour: 'mauve' }, 'colour'],
    ['entry.save', { entryId: 'e', changes: [{ op: 'set', key: 'k' }] }, 'changes.0'],
    ['profile.export', { profileIds: [] }, 'profileIds'],
    ['connection.describeFile', { file: '/etc/passwd', purpose: 'ca' }, 'file'],
    ['connection.describeFile', { file, purpose: 'profiles' }, 'purpose'],
    [
      'connection.check',
      { target: { ...target, headers: [{ name: 'X', value: 'v', more: 1 }] } },
      'target.headers.0.more',
    ],
    [
      'connection.check',
      { target: { ...target, headers: Array.from({ length: 51 }, () => ({ name: 'X', value: 'v' })) } },
      'headers',
    ],
    ['connection.check', { target: { ...target, confirmedOrigins: [1] } }, 'confirmedOrigins.0'],
  ];
  it.each(table)('%s refuses %#', (name, input, field) => {
    const parsed = calls[name].parse(input);
    expect(parsed).toMatchObject({ ok: false });
    if (!parsed.ok && parsed.error.kind === 'invalid-input') expect(parsed.error.field).toContain(field);
  });
});
