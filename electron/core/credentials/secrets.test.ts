import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { createKnownCredentials } from './known-credentials.ts';
import { createSecretStore, unauthenticatedOwner } from './secrets.ts';

const target: ConnectionTarget = {
  address: 'https://vault.example:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};

const once = { once: true, itself: true } as const;
const again = { once: false, itself: true } as const;

/** A store, and the registry of the gates. */
function makeStore() {
  const known = createKnownCredentials();
  return { store: createSecretStore(known), known };
}

describe('the store', () => {
  it('answers one reference for the same credential and gives the credential back only by its reference', () => {
    const { store } = makeStore();
    const ref = store.hold('a', 'token-id', 'hvs.one');
    expect(store.hold('a', 'token-id', 'hvs.one')).toBe(ref);
    expect(store.hold('b', 'token-id', 'hvs.one')).not.toEqual(ref);
    expect(JSON.stringify(ref)).not.toContain('hvs.one');
    expect(ref.length).toBe(7);
    expect(store.read(ref.secretRef).secret).toBe('hvs.one');
  });

  it('forgets on dismissal what was typed or taken in, and nothing else; all of a session with it', () => {
    const { store } = makeStore();
    const [typed, wrapping] = [
      store.holdTyped('a', 'otp', '1'),
      store.hold('a', 'wrapping-token', 'hvs.wrap'),
    ];
    const [two, other, answered] = [
      store.hold('a', 'token-id', '2'),
      store.hold('b', 'otp', '3'),
      store.holdAnswer('b', 'key-share', '4', once),
    ];
    for (const { secretRef } of [typed, wrapping, two, other, answered]) store.dismiss(secretRef);
    for (const { secretRef } of [typed, wrapping]) expect(() => store.read(secretRef)).toThrow(AppFailure);
    expect([two, answered].map(({ secretRef }) => store.read(secretRef).secret)).toEqual(['2', '4']);
    store.dismissSession('a');
    expect(() => store.read(two.secretRef)).toThrow(AppFailure);
    expect(store.read(other.secretRef).secret).toBe('3');
  });

  it('keeps what exists once through a lock and the end of its session, until it is dismissed', () => {
    const { store } = makeStore();
    const mine = store.hold('a', 'token-id', 'mine');
    const shot = store.holdAnswer('a', 'secret-id', 'one-shot', once);
    store.lockSession('a');
    expect(() => store.read(mine.secretRef)).toThrow(AppFailure);
    expect(store.read(shot.secretRef).secret).toBe('one-shot');
    store.dismissSession('a');
    expect(store.read(shot.secretRef).secret).toBe('one-shot');
    expect(store.sessionOf(shot.secretRef)).toBe('a');
    store.dismissOfAnswer(shot.secretRef);
    expect(() => store.read(shot.secretRef)).toThrow(AppFailure);
  });

  it('gives every answer a reference of its own', () => {
    const { store } = makeStore();
    const mine = store.hold('a', 'token-id', 'hvs.one');
    const answered = store.holdAnswer('a', 'token-id', 'hvs.one', again);
    expect(answered.secretRef).not.toBe(mine.secretRef);
    expect(store.hold('a', 'token-id', 'hvs.one')).toBe(mine);
    store.dismissOfAnswer(answered.secretRef);
    expect(store.read(mine.secretRef).secret).toBe('hvs.one');
    const another = store.holdAnswer('a', 'token-id', 'hvs.one', again);
    store.lockSession('a');
    expect(() => store.read(another.secretRef)).toThrow(AppFailure);
  });

  it('forgets with a lock what was taken for servers without a login, save what exists once', () => {
    const { store } = makeStore();
    const owner = unauthenticatedOwner(target);
    const taken = store.hold(owner, 'wrapping-token', 'hvs.taken');
    const typed = store.hold('', 'token-id', 'hvs.typed');
    const shot = store.holdAnswer(owner, 'secret-id', 'one-shot', once);
    const mine = store.hold('a', 'token-id', 'hvs.mine');
    store.lockUnauthenticated();
    for (const { secretRef } of [taken, typed]) expect(() => store.read(secretRef)).toThrow(AppFailure);
    for (const { secretRef } of [shot, mine]) expect(store.read(secretRef).secret).not.toBe('');
  });

  it('tells the gates what it holds, and what it holds no more', () => {
    const { store, known } = makeStore();
    const storedText = 'hvs.held-by-the-store';
    const first = store.hold('a', 'token-id', storedText);
    const second = store.holdAnswer('b', 'token-id', storedText, again);
    expect(known.list()).toEqual([{ secret: storedText, kind: 'token-id', inUse: true }]);
    store.dismissOfAnswer(first.secretRef);
    expect(known.list()).toEqual([{ secret: storedText, kind: 'token-id', inUse: false }]);
    expect(known.index.isIn(`x ${storedText} x`)).toBe(true);
    expect(known.index.isIn(storedText, 'in-use')).toBe(false);
    store.dismissSession('b');
    expect(known.index.isIn(storedText)).toBe(false);
    store.holdAnswer('b', 'other', `a text with ${storedText}`, { once: true, itself: false });
    expect(known.list()).toEqual([]);
    expect(second.secretRef).not.toBe(first.secretRef);
  });
});
