import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { isSecretRef } from '../../../shared/vault/secret-ref.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { createSecretStore, visitorOf } from './secrets.ts';

const target: ConnectionTarget = {
  address: 'https://vault.example:8200',
  namespace: '',
  tls: { useSystemStore: true, skipVerify: false },
  timeoutMs: 30_000,
  proxy: '',
};

const credentialFields = [
  'client_token',
  'token',
  'secret_id',
  'key',
  'root_token',
  'encoded_token',
  'encoded_root_token',
  'otp',
  'private_key',
  'password',
];

describe('the store', () => {
  it('answers one card for the same credential and gives the credential back only by its card', () => {
    const store = createSecretStore();
    const card = store.hold('a', 'token-id', 'hvs.one');
    expect(store.hold('a', 'token-id', 'hvs.one')).toBe(card);
    expect(store.hold('b', 'token-id', 'hvs.one')).not.toEqual(card);
    expect(JSON.stringify(card)).not.toContain('hvs.one');
    expect(card.length).toBe(7);
    expect(store.read(card.secretRef).secret).toBe('hvs.one');
  });

  it('forgets on dismissal, and all of a session with it', () => {
    const store = createSecretStore();
    const [one, two, other] = [
      store.hold('a', 'otp', '1'),
      store.hold('a', 'otp', '2'),
      store.hold('b', 'otp', '3'),
    ];
    store.dismiss(one.secretRef);
    expect(() => store.read(one.secretRef)).toThrow(AppFailure);
    store.dismissSession('a');
    expect(() => store.read(two.secretRef)).toThrow(AppFailure);
    expect(store.read(other.secretRef).secret).toBe('3');
  });

  it('keeps what exists once through a lock and the end of its session, until it is dismissed', () => {
    const store = createSecretStore();
    const again = store.hold('a', 'token-id', 'mine');
    const once = store.holdAnswer('a', 'secret-id', 'one-shot');
    store.lockSession('a');
    expect(() => store.read(again.secretRef)).toThrow(AppFailure);
    expect(store.read(once.secretRef).secret).toBe('one-shot');
    store.dismissSession('a');
    expect(store.read(once.secretRef).secret).toBe('one-shot');
    expect(store.sessionOf(once.secretRef)).toBe('a');
    store.dismiss(once.secretRef);
    expect(() => store.read(once.secretRef)).toThrow(AppFailure);
    expect(store.held().size).toBe(0);
  });

  it('gives every answer a card of its own', () => {
    const store = createSecretStore();
    const mine = store.hold('a', 'token-id', 'hvs.one');
    const answered = store.holdAnswer('a', 'token-id', 'hvs.one', false);
    expect(answered.secretRef).not.toBe(mine.secretRef);
    expect(store.hold('a', 'token-id', 'hvs.one')).toBe(mine);
    store.dismiss(answered.secretRef);
    expect(store.read(mine.secretRef).secret).toBe('hvs.one');
    const again = store.holdAnswer('a', 'token-id', 'hvs.one', false);
    store.lockSession('a');
    expect(() => store.read(again.secretRef)).toThrow(AppFailure);
  });

  it('forgets with a lock what was taken for servers without a login, save what exists once', () => {
    const store = createSecretStore();
    const visitor = visitorOf(target);
    const taken = store.hold(visitor, 'wrapping-token', 'hvs.taken');
    const typed = store.hold('', 'token-id', 'hvs.typed');
    const once = store.holdAnswer(visitor, 'secret-id', 'one-shot');
    const mine = store.hold('a', 'token-id', 'hvs.mine');
    store.lockVisits();
    for (const { secretRef } of [taken, typed]) expect(() => store.read(secretRef)).toThrow(AppFailure);
    for (const { secretRef } of [once, mine]) expect(store.read(secretRef).secret).not.toBe('');
  });
});

describe('withRefs', () => {
  it('knows the answers that carry credentials', () => {
    const store = createSecretStore();
    const secret = 'CANARY-0123456789';
    const answers = [
      { auth: { client_token: secret, accessor: 'a' } },
      { wrap_info: { token: secret, ttl: 60 } },
      { data: { id: secret, accessor: 'a', num_uses: 0, policies: ['root'] } },
      { data: { secret_id: secret, secret_id_accessor: 'a' } },
      { keys: [secret, 'other-share'], keys_base64: [secret], root_token: secret },
      { otp: secret, nonce: 'n', encoded_token: secret },
      { data: { keys: { 1: { deeper: [secret] } } } },
    ];
    for (const answer of answers) {
      const text = JSON.stringify(store.withRefs('s', answer));
      expect(text).not.toContain(secret);
      expect(text).toContain('secretRef');
    }
  });

  it('leaves alone what is no credential', () => {
    const answer = {
      request_id: 'r',
      data: { id: 'entity-1', name: 'n', policies: null },
      warnings: ['w'],
      auth: null,
    };
    expect(createSecretStore().withRefs('s', answer)).toEqual(answer);
  });

  it('never lets a planted credential survive, wherever it stands', () => {
    const secret = 'CANARY-s.7Qe0uXH2dWk';
    const field = fc.constantFrom(...credentialFields);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), field, fc.array(fc.string()), (noise, name, path) => {
        let planted: unknown = {
          [name]: secret,
          noise,
          repeated: `it said ${secret}!`,
          [`key ${secret}`]: 1,
        };
        for (const step of path) planted = { [step]: [planted, noise] };
        const store = createSecretStore();
        const walked = store.withRefs('s', planted);
        expect(JSON.stringify(walked)).not.toContain(secret);
        const cards: string[] = [];
        const collect = (value: unknown): void => {
          if (isSecretRef(value)) cards.push(store.read(value.secretRef).secret);
          else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
        };
        collect(walked);
        expect(cards).toContain(secret);
      }),
    );
  });

  it('keeps a member named __proto__ a member', () => {
    const answer: unknown = JSON.parse('{"__proto__":{"token":"CANARY-0123456789"}}');
    const walked = createSecretStore().withRefs('s', answer) as object;
    expect(Object.keys(walked)).toEqual(['__proto__']);
    expect(JSON.stringify(walked)).not.toContain('CANARY');
  });
});
