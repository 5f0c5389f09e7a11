/** Common beginning of most integration tests. */
import { afterAll, afterEach } from 'vitest';
import type { TokenOptions } from '../../../shared/vault/token-work.ts';
import type { Keychain } from '../../core/platform.ts';
import { makeTestApps } from './services.fixture.ts';
import type { TestApps } from './services.fixture.ts';

/** The apps and servers of one file: apps end after each test, servers after all. */
export function useTestApps(): Pick<TestApps, 'newApp' | 'session' | 'stopping'> {
  const { endApps, stopServers, ...apps } = makeTestApps();
  afterEach(endApps);
  afterAll(stopServers);
  return apps;
}

/** A keychain that encrypts by reversing the text. */
export const turningKeychain: Keychain = {
  state: () => Promise.resolve({ available: true, backend: 'fake' }),
  encrypt: (text) => Promise.resolve(Buffer.from([...text].reverse().join(''))),
  decrypt: (sealed) => Promise.resolve([...sealed.toString()].reverse().join('')),
  authenticate: () => Promise.resolve(true),
};

/** A token like one's own, with all options empty. */
export const plainToken: TokenOptions = {
  parent: 'mine',
  role: '',
  policies: [],
  noDefaultPolicy: false,
  type: 'default',
  ttl: '',
  explicitMaxTtl: '',
  period: '',
  numUses: 0,
  renewable: true,
  displayName: '',
  entityAlias: '',
  meta: {},
  wrapTtl: '',
};
