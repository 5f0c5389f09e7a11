import { describe, expect, it } from 'vitest';
import { callNames } from '../../../shared/ipc/contract.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { schemas } from './index.ts';

const target = {
  address: 'https://v:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};
const at = { sessionId: 's', mount: 'secret/', path: 'a/b' };

/** A well-formed input for each call; the type makes a missing one a compile error. */
const good: Readonly<Record<CallName, object>> = {
  'app.info': {},
  'app.noop': {},
  'app.preferences': {},
  'app.setPreferences': { theme: 'dark' },
  'clipboard.copyText': { text: 'x' },
  'clipboard.state': {},
  'profile.list': {},
  'profile.save': { ...target, name: 'n', colour: 'red' },
  'profile.remove': { profileId: 'p' },
  'connection.offers': {},
  'connection.check': { target },
  'connection.chooseFile': { purpose: 'ca' },
  'session.list': {},
  'session.open': { target, name: 'n', colour: 'red' },
  'session.reauthenticate': { sessionId: 's' },
  'session.refresh': { sessionId: 's' },
  'session.close': { sessionId: 's' },
  'secret.copy': { secretRef: 'r' },
  'secret.show': { secretRef: 'r' },
  'mount.list': { sessionId: 's' },
  'folder.list': at,
  'path.resolve': { sessionId: 's', text: 'secret/x' },
  'entry.open': { ...at, version: 2 },
  'entry.close': { entryId: 'e' },
  'entry.reveal': { entryId: 'e', key: '__proto__' },
  'entry.copy': { entryId: 'e', key: '' },
  'entry.raw': { entryId: 'e', reveal: false },
  'entry.save': {
    entryId: 'e',
    changes: [
      { op: 'set', key: 'k', rawJson: '1' },
      { op: 'remove', key: 'l' },
    ],
  },
  'entry.metadata': at,
  'entry.rights': at,
  'search.start': { ...at, text: 'db' },
  'job.cancel': { jobId: 'j' },
};

describe.each(callNames)('%s', (name) => {
  it('takes a good input as it is', () => {
    expect(schemas[name](good[name])).toEqual({ ok: true, value: good[name] });
  });
  it.each([null, undefined, 1, 'x', [], () => 1])('refuses %o', (input) => {
    expect(schemas[name](input)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
  });
  it('refuses a field it does not take, and names it', () => {
    expect(schemas[name]({ ...good[name], extra: 'VALUE' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'extra' },
    });
  });
  it('refuses when a field is missing or of another kind, and never repeats a value', () => {
    for (const field of Object.keys(good[name])) {
      const wrong = schemas[name]({ ...good[name], [field]: { canary: 'CANARY' } });
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
  ];
  it.each(table)('%s refuses %#', (name, input, field) => {
    const parsed = schemas[name](input);
    expect(parsed).toMatchObject({ ok: false });
    if (!parsed.ok && parsed.error.kind === 'invalid-input') expect(parsed.error.field).toContain(field);
  });
});
