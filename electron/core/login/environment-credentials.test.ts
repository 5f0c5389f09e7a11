import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itOnUnix } from '../../../build/testing/on-unix.ts';
import { createFileStore } from '../connection/files.ts';
import { findEnvironmentCredentials } from './environment-credentials.ts';
import type { Environment, EnvironmentCredentialsWithToken } from './environment-credentials.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

function found(environment: Environment): readonly EnvironmentCredentialsWithToken[] {
  return findEnvironmentCredentials(environment, home, createFileStore());
}

function tokenFile(text: string, mode = 0o600): void {
  const path = join(home, '.vault-token');
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('findEnvironmentCredentials', () => {
  it('finds nothing where nothing is set', () => {
    expect(found({ PATH: '/bin', VAULT_FORMAT: 'json' })).toEqual([]);
  });

  it('reads every variable', () => {
    const ca = join(home, 'ca.pem');
    writeFileSync(ca, 'x');
    const files = createFileStore();
    const [first] = findEnvironmentCredentials(
      {
        VAULT_ADDR: 'https://vault.example:8200',
        VAULT_NAMESPACE: 'team-a',
        VAULT_TOKEN: 'hvs.CANARY\n',
        VAULT_CACERT: ca,
        VAULT_CLIENT_CERT: ca,
        VAULT_CLIENT_KEY: ca,
        VAULT_TLS_SERVER_NAME: 'vault.internal',
        VAULT_SKIP_VERIFY: 'true',
        VAULT_PROXY_ADDR: 'http://proxy.example:3128',
        VAULT_CLIENT_TIMEOUT: '90s',
      },
      home,
      files,
    );
    expect(first?.token).toBe('hvs.CANARY');
    expect(JSON.stringify(first?.shown)).not.toContain('CANARY');
    expect(JSON.stringify(first?.shown)).not.toContain(home);
    expect(first?.shown).toMatchObject({
      tokenFrom: 'VAULT_TOKEN',
      problems: [],
      target: {
        address: 'https://vault.example:8200',
        namespace: 'team-a',
        proxy: 'http://proxy.example:3128',
        timeoutMs: 90_000,
        tls: {
          skipVerify: true,
          serverName: 'vault.internal',
          useSystemStore: false,
          ca: { name: 'ca.pem' },
        },
      },
    });
    const handle = first?.shown.target?.tls.ca;
    expect(handle === undefined ? '' : files.pathOf(handle)).toBe(ca);
  });

  it('lets BAO_ win over VAULT_ in credentials of their own', () => {
    const credentials = found({
      VAULT_ADDR: 'https://vault:8200',
      BAO_ADDR: 'https://bao:8200',
      VAULT_TOKEN: 't',
    });
    expect(credentials.map(({ shown }) => [shown.target?.address, shown.tokenFrom])).toEqual([
      ['https://vault:8200', 'VAULT_TOKEN'],
      ['https://bao:8200', 'VAULT_TOKEN'],
    ]);
    expect(new Set(credentials.map(({ shown }) => shown.environmentId)).size).toBe(2);
  });

  itOnUnix('modes of files: Windows has lists of rights instead')(
    'takes the token file where no variable has one, and says who can read it',
    () => {
      tokenFile('hvs.file\n', 0o644);
      const [first] = found({ VAULT_ADDR: 'https://vault:8200' });
      expect(first?.token).toBe('hvs.file');
      expect(first?.shown.tokenFrom).toBe('~/.vault-token');
      expect(first?.shown.problems.join()).toContain('644');
      expect(found({ VAULT_ADDR: 'https://vault:8200', VAULT_TOKEN: 't' })[0]?.token).toBe('t');
    },
  );

  it('finds the token file alone without a target: it belongs to a server nobody has named', () => {
    tokenFile('hvs.file');
    expect(found({}).map(({ shown }) => shown)).toMatchObject([
      { sources: ['~/.vault-token'], tokenFrom: '~/.vault-token', problems: [] },
    ]);
    expect(found({})[0]?.shown.target).toBeUndefined();
  });

  it('gives the same sources the same id each time it is looked for', () => {
    const environment = { VAULT_ADDR: 'https://vault:8200' };
    expect(found(environment)[0]?.shown.environmentId).toBe(found(environment)[0]?.shown.environmentId);
  });

  const problems: readonly [name: string, environment: Environment, said: string][] = [
    ['address without scheme', { VAULT_ADDR: 'vault:8200' }, 'VAULT_ADDR'],
    ['unix socket without a path', { VAULT_ADDR: 'unix://' }, 'VAULT_ADDR'],
    ['missing CA', { VAULT_ADDR: 'https://v:1', VAULT_CACERT: '/does/not/exist.pem' }, 'VAULT_CACERT'],
    ['missing CA folder', { VAULT_ADDR: 'https://v:1', VAULT_CAPATH: '/does/not/exist' }, 'VAULT_CAPATH'],
    ['odd flag', { VAULT_ADDR: 'https://v:1', VAULT_SKIP_VERIFY: 'maybe' }, 'VAULT_SKIP_VERIFY'],
    ['odd timeout', { VAULT_ADDR: 'https://v:1', VAULT_CLIENT_TIMEOUT: 'soon' }, 'VAULT_CLIENT_TIMEOUT'],
  ];
  it.each(problems)('names the variable of a problem: %s', (_name, environment, said) => {
    expect(found(environment)[0]?.shown.problems.join()).toContain(said);
  });

  it('verifies certificates where the flag is not a flag', () => {
    const [first] = found({ VAULT_ADDR: 'https://v:1', VAULT_SKIP_VERIFY: 'maybe' });
    expect(first?.shown.target?.tls.skipVerify).toBe(false);
  });
});
