import { describe, expect, it } from 'vitest';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { healthOnly } from './health-only.ts';

function clientThatNotes(): { readonly client: VaultClient; readonly sent: VaultRequest[] } {
  const sent: VaultRequest[] = [];
  const answer: VaultAnswer = {
    status: 200,
    text: '{}',
    warnings: [],
    headers: {},
    origin: 'http://a',
    json: () => ({}),
  };
  const client: VaultClient = {
    options: {
      address: 'http://a',
      namespace: '',
      timeoutMs: 1,
      confirmedOrigins: [],
      tls: { ca: [], useSystemStore: true, skipVerify: false },
    },
    send: (request) => {
      sent.push(request);
      return Promise.resolve(answer);
    },
    peerChain: () => [],
    close: () => Promise.resolve(),
  };
  return { client, sent };
}

describe('healthOnly', () => {
  it('lets health and leader pass', async () => {
    const { client, sent } = clientThatNotes();
    await healthOnly(client).send({ method: 'GET', path: 'sys/health' });
    await healthOnly(client).send({ method: 'GET', path: 'sys/leader' });
    expect(sent).toHaveLength(2);
  });

  it.each<VaultRequest>([
    { method: 'GET', path: 'sys/health', token: 'hvs.x' },
    { method: 'GET', path: 'sys/seal-status' },
    { method: 'GET', path: 'sys/health/../mounts' },
    { method: 'GET', path: 'secret/data/a' },
    { method: 'POST', path: 'sys/health' },
    { method: 'GET', path: 'sys/leader', body: '{}' },
    { method: 'GET', path: 'sys/leader', wrapTtl: 60 },
  ])('sends nothing of %j', async (request) => {
    const { client, sent } = clientThatNotes();
    await expect(healthOnly(client).send(request)).rejects.toMatchObject({ error: { kind: 'locked' } });
    expect(sent).toEqual([]);
  });
});
