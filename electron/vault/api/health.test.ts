import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { VaultClient, VaultRequest } from '../http/types.ts';
import { healthOf, readHealth } from './health.ts';

const body = { initialized: true, sealed: false, standby: false, cluster_name: 'c', cluster_id: 'i' };
const read = (json: unknown) => healthOf({ status: 200, json: () => json });

describe('healthOf', () => {
  it.each([
    ['Vault community', { version: '1.21.2', enterprise: false }, 'vault', false],
    ['Vault Enterprise', { version: '1.21.2+ent', enterprise: true }, 'vault', true],
    ['Vault Enterprise with a redacted version', { version: '', enterprise: true }, 'vault', true],
    ['OpenBao', { version: '2.6.2' }, 'openbao', false],
    ['OpenBao with a redacted version', { version: '' }, 'openbao', false],
    ['Vault before it said so', { version: '1.13.4' }, 'vault', false],
    ['Vault Enterprise before it said so', { version: '1.13.4+ent' }, 'vault', true],
  ] as const)('%s', (_name, facts, kind, enterprise) => {
    expect(read({ ...body, ...facts })).toMatchObject({ kind, enterprise });
  });

  it.each([null, [], 'OK', {}, { status: 'ok' }, { initialized: 'yes', sealed: false }])(
    'refuses %j',
    (json) => {
      expect(() => read(json)).toThrow(AppFailure);
    },
  );

  it('needs nothing but the two states', () => {
    expect(read({ initialized: false, sealed: true })).toMatchObject({
      initialized: false,
      sealed: true,
      version: '',
    });
  });
});

describe('readHealth', () => {
  /** A server of one version; `onProbe`: its answer to the namespace header. */
  function server(facts: object, onProbe: number | AppError, known: { readonly namespaces?: boolean } = {}) {
    const sent: VaultRequest[] = [];
    const client: VaultClient = {
      options: {
        address: 'http://a',
        namespace: '',
        timeoutMs: 1,
        confirmedOrigins: [],
        ...known,
        tls: { ca: [], useSystemStore: true, skipVerify: false },
      },
      send: (request) => {
        sent.push(request);
        const probed = request.probesNamespaces === true ? onProbe : 200;
        if (typeof probed === 'object') return Promise.reject(new AppFailure(probed));
        const json = () => ({ ...body, ...facts });
        return Promise.resolve({
          status: probed,
          text: '{}',
          warnings: [],
          headers: {},
          origin: 'http://a',
          json,
        });
      },
      peerChain: () => [],
      close: () => Promise.resolve(),
    };
    return { client, sent };
  }

  it.each([
    ['an OpenBao built by hand', { version: '2.0.0-HEAD' }, 400, true],
    ['one that does not tell its version', { version: '' }, 400, true],
    ['one that looks the name up', { version: '3.0.0' }, 404, true],
    ['one that ignores the header, whatever it calls itself', { version: '2.6.2' }, 200, false],
  ])('asks %s for namespaces, once', async (_name, facts, onProbe, namespaces) => {
    const { client, sent } = server(facts, onProbe);
    expect((await readHealth(client)).health).toMatchObject({ kind: 'openbao', namespaces });
    expect(sent.map(({ probesNamespaces }) => probesNamespaces === true)).toEqual([false, true]);
    expect(sent.every(({ path, token }) => path === 'sys/health' && token === undefined)).toBe(true);
  });

  it.each([
    [{ version: '1.21.2', enterprise: false }, {}, false],
    [{ version: '1.21.2+ent', enterprise: true }, {}, true],
    [{ version: '2.6.2' }, { namespaces: true }, true],
    [{ version: '2.6.2' }, { namespaces: false }, false],
  ])('asks nothing where it is known: %j %j', async (facts, known, namespaces) => {
    const { client, sent } = server(facts, 400, known);
    expect((await readHealth(client)).health.namespaces).toBe(namespaces);
    expect(sent).toHaveLength(1);
  });

  it('does without namespaces where a gateway refuses the header, and guesses nothing where nobody answers', async () => {
    const blocked = server({ version: '2.6.2' }, { kind: 'forbidden', status: 403, message: 'No.' });
    expect((await readHealth(blocked.client)).health.namespaces).toBe(false);
    for (const error of [
      { kind: 'rate-limited', status: 429, message: 'Wait.' },
      { kind: 'network', code: 'ECONNRESET', message: 'Gone.' },
    ] as const)
      await expect(readHealth(server({ version: '2.6.2' }, error).client)).rejects.toMatchObject({ error });
  });
});
