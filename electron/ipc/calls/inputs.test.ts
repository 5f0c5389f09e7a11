import { describe, expect, it } from 'vitest';
import type { CallName } from '../../../shared/ipc/contract.ts';
import { at, file, goodInputs, target } from './good-inputs.fixture.ts';
import { allCalls, calls } from './index.ts';

describe.each(allCalls.map(({ name }): CallName => name))('%s', (name) => {
  it('takes a good input as it is', () => {
    expect(calls[name].parse(goodInputs[name])).toEqual({ ok: true, value: goodInputs[name] });
  });
  it.each([null, undefined, 1, 'x', [], () => 1])('refuses %o', (input) => {
    expect(calls[name].parse(input)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
  });
  it('refuses a field it does not take, and names it', () => {
    expect(calls[name].parse({ ...goodInputs[name], extra: 'VALUE' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'extra' },
    });
  });
  it('refuses when a field is missing or of another kind, and never repeats a value', () => {
    for (const field of Object.keys(goodInputs[name])) {
      const wrong = calls[name].parse({ ...goodInputs[name], [field]: { canary: 'CANARY' } });
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
      { target: { ...target, headers: [{ name: 'X', valueRef: 'v', more: 1 }] } },
      'target.headers.0.more',
    ],
    [
      'connection.check',
      { target: { ...target, headers: Array.from({ length: 51 }, () => ({ name: 'X', valueRef: 'v' })) } },
      'headers',
    ],
    ['connection.check', { target: { ...target, confirmedOrigins: [1] } }, 'confirmedOrigins.0'],
    ['wrapping.wrap', { ...goodInputs['wrapping.wrap'], recipient: 'x'.repeat(65) }, 'recipient'],
    ['entry.wrap', { ...goodInputs['entry.wrap'], recipient: 'x'.repeat(65) }, 'recipient'],
  ];
  it.each(table)('%s refuses %#', (name, input, field) => {
    const parsed = calls[name].parse(input);
    expect(parsed).toMatchObject({ ok: false });
    if (!parsed.ok && parsed.error.kind === 'invalid-input') expect(parsed.error.field).toContain(field);
  });
});

describe('names that stand on prompts', () => {
  const named: readonly (readonly [CallName, (name: string) => object])[] = [
    ['session.open', (name) => ({ target, name, colour: 'grey' })],
    ['profile.save', (name) => ({ ...target, name, colour: 'grey' })],
    ['answer.adopt', (name) => ({ answerId: 'a', how: 'beside', name })],
    ['ceremony.unseal', (name) => ({ where: { target, name }, more: [] })],
    ['login.methods', (name) => ({ where: { target, name } })],
    ['wrapping.take', (name) => ({ where: { target, name }, from: 'typed' })],
    ['wrapping.wrap', (recipient) => ({ ...goodInputs['wrapping.wrap'], recipient })],
    ['entry.wrap', (recipient) => ({ ...goodInputs['entry.wrap'], recipient })],
  ];
  it.each(named)('%s takes one that can be read, and none that hides or turns', (call, input) => {
    for (const name of ['Payments', '', 'مدفوعات', 'Köln (prod)'])
      expect(calls[call].parse(input(name))).toMatchObject({ ok: true });
    for (const mark of ['\n', '\r', '\t', '\u0000', '\u001b', '\u061c', '\u200b', '\u200e', '\u200f'])
      expect(calls[call].parse(input(`Pay${mark}ments`))).toMatchObject({ ok: false });
    for (let code = 0x2028; code <= 0x202e; code++)
      expect(calls[call].parse(input(String.fromCodePoint(code)))).toMatchObject({ ok: false });
    for (let code = 0x2066; code <= 0x2069; code++)
      expect(calls[call].parse(input(`x${String.fromCodePoint(code)}`))).toMatchObject({ ok: false });
  });

  it('says why, without the name', () => {
    const refused = calls['session.open'].parse({ target, name: 'CANARY\u202e', colour: 'grey' });
    expect(refused).toMatchObject({
      error: {
        kind: 'invalid-input',
        field: 'name',
        message: expect.stringContaining('direction') as string,
      },
    });
    expect(JSON.stringify(refused)).not.toContain('CANARY');
  });

  it('secret.enter takes no words of the page', () => {
    for (const words of [{ title: 'Enter your root token' }, { label: 'Root token' }])
      expect(calls['secret.enter'].parse({ kind: 'other', ...words })).toMatchObject({ ok: false });
  });
});
