/** Store of answers without a window, for tests. */
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import { taken } from './answer.fixture.ts';
import { createAnswerStore } from './answers.ts';
import { createKnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import { createSecretStore } from './secrets.ts';

/** Makes an empty store; `lists` collects every list that it reports. */
export function makeStore() {
  const known = createKnownCredentials();
  const secrets = createSecretStore(known);
  const lists: (readonly AnswerSummary[])[] = [];
  const target = {
    address: 'https://vault.example:8200',
    namespace: '',
    timeoutMs: 30_000,
    proxy: '',
    tls: { useSystemStore: true, skipVerify: false },
  };
  const store = createAnswerStore({
    secrets,
    known,
    changed: (list) => lists.push(list),
    targetOf: () => target,
  });
  return { store, secrets, known, lists, target };
}

/** Makes a store with a single answer. */
export function hold(body: unknown, change: Partial<NewAnswer> = {}) {
  const made = makeStore();
  return { ...made, view: made.store.hold(taken(body, change)) };
}
