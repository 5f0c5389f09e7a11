import { describe, expect, it } from 'vitest';
import type { TrustedAnswer, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { createConsequenceGate } from './consequence.ts';
import { sendDelete, sendRead, sendWrite } from '../../vault/http/client.fixture.ts';

const nothing: VaultAnswer = {
  status: 204,
  text: '',
  warnings: [],
  headers: {},
  origin: '',
  json: () => undefined,
};

/** Gate in front of a client that sends nothing; answers come from a list, and then `cancel`. */
function gate(...answers: readonly TrustedAnswer[]) {
  const sent: string[] = [];
  const asked: TrustedRequest[] = [];
  const left = [...answers];
  const send = (request: VaultRequest) => {
    sent.push(`${request.method} ${request.path}`);
    return Promise.resolve(nothing);
  };
  const client: VaultClient = {
    options: {
      address: 'https://vault.example.com',
      namespace: '',
      timeoutMs: 1,
      confirmedOrigins: [],
      tls: { ca: [], useSystemStore: true, skipVerify: false },
    },
    send,
    peerChain: () => [],
    close: () => Promise.resolve(),
  };
  const { guard, confirm, enter } = createConsequenceGate({
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(left.shift() ?? { kind: 'cancel' });
    },
    nowMs: () => 0,
  });
  return { client: guard(client), confirm, enter, sent, asked };
}

const yes: TrustedAnswer = { kind: 'submit', text: '' };
const revoke: VaultRequest = { method: 'POST', path: 'auth/token/revoke-accessor', body: '{"accessor":"a"}' };
const question = { title: 'All of them?', body: ['Two tokens.'], action: 'Revoke' };

describe('the gate', () => {
  it('sends nothing that a person declines, whatever the method', async () => {
    const { client, sent, asked } = gate();
    await expect(client.send(revoke)).rejects.toThrow('Cancelled');
    await expect(sendDelete(client, 'sys/mounts/secret')).rejects.toThrow('Cancelled');
    await expect(sendWrite(client, 'sys/seal', '{}')).rejects.toThrow('Cancelled');
    expect(asked).toHaveLength(3);
    expect(sent).toEqual([]);
    await sendRead(client, 'secret/data/app');
    expect(sent).toEqual(['GET secret/data/app']);
  });

  it('takes what is typed into a prompt for the consent to the request that carries it, once', async () => {
    const { client, enter, sent, asked } = gate({ kind: 'fields', values: { share: 'abc' } });
    const requestOf = (key: string) =>
      ({ method: 'POST', path: 'sys/rekey/update', body: JSON.stringify({ key }) }) as const;
    const prompt = { kind: 'enter-fields', title: 'Share', intro: [], fields: [], action: 'Give' } as const;
    const read = ({ share = '' }) => ({ share, body: requestOf(share).body });
    const entry = { prompt, request: requestOf(''), read };
    const { share, confirmed } = await enter(client, entry);
    await client.send({ ...requestOf(share), consent: { confirmed } });
    expect(sent).toEqual(['POST sys/rekey/update']);
    expect(asked).toEqual([{ ...prompt, facts: [{ name: 'Request', value: 'POST /v1/sys/rekey/update' }] }]);
    // Another share, or the same one again, is asked about.
    await expect(client.send({ ...requestOf('other'), consent: { confirmed } })).rejects.toThrow('Cancelled');
    await expect(client.send({ ...requestOf(share), consent: { confirmed } })).rejects.toThrow('Cancelled');
    await expect(enter(client, entry)).rejects.toThrow('Nothing was sent');
  });

  it('wants the path typed where it says so, and nothing else for it', async () => {
    const { client, sent } = gate(
      yes,
      { kind: 'submit', text: 'sys/sea' },
      { kind: 'submit', text: 'sys/seal' },
    );
    const seal = () => client.send({ method: 'PUT', path: 'sys/seal' });
    await expect(seal()).rejects.toThrow('Cancelled');
    await expect(seal()).rejects.toThrow('Cancelled');
    await seal();
    expect(sent).toEqual(['PUT sys/seal']);
  });

  it('asks once for what was agreed to together, each of it once, and for nothing besides', async () => {
    const { client, confirm, sent, asked } = gate(yes);
    const consent = { confirmed: await confirm(client, question, [revoke]) };
    await client.send({ ...revoke, consent });
    await expect(client.send({ ...revoke, consent })).rejects.toThrow('Cancelled');
    await expect(client.send({ ...revoke, body: '{"accessor":"b"}', consent })).rejects.toThrow('Cancelled');
    await expect(client.send({ method: 'PUT', path: 'sys/seal', consent })).rejects.toThrow('Cancelled');
    expect(sent).toHaveLength(1);
    expect(asked).toHaveLength(4);
  });

  it('takes no consent that it has not made', async () => {
    const { client, asked } = gate();
    const consent = { confirmed: { confirmed: true } } as const;
    await expect(client.send({ ...revoke, consent })).rejects.toThrow('Cancelled');
    expect(asked).toHaveLength(1);
  });

  it('asks in the words of the sender beside its own, and keeps what must be typed', async () => {
    const { client, asked } = gate();
    const request = {
      method: 'PUT',
      path: 'sys/seal',
      consent: { question, concerns: ['And more.'] },
    } as const;
    await expect(client.send(request)).rejects.toThrow('Cancelled');
    expect(asked).toMatchObject([
      {
        title: 'All of them?',
        facts: [
          { name: 'Request', value: 'PUT /v1/sys/seal' },
          { name: 'Server', value: 'https://vault.example.com' },
        ],
        body: ['The node stops answering until it is unsealed with key shares.', 'Two tokens.', 'And more.'],
        typedName: 'sys/seal',
      },
    ]);
  });

  it.each([
    ['DELETE', 'sys/policies/acl/app', true],
    ['POST', 'auth/token/revoke-accessor', true],
    ['PUT', 'sys/seal', true],
    ['POST', 'sys/policies/acl/app', false],
    ['POST', 'sys/quotas/rate-limit/all', false],
  ] as const)('has a red button only for what goes: %s %s', async (method, path, destructive) => {
    const { client, confirm, asked } = gate();
    await expect(client.send({ method, path, body: '{}' })).rejects.toThrow('Cancelled');
    await expect(confirm(client, question, [{ method, path, body: '{}' }])).rejects.toThrow('Cancelled');
    const harmless = { ...question, destructive: false };
    await expect(confirm(client, harmless, [{ method, path, body: '{}' }])).rejects.toThrow('Cancelled');
    expect(asked).toMatchObject([
      { destructive, chord: true },
      { destructive, chord: true },
      { destructive: false, chord: true },
    ]);
  });

  it('asks about what harms otherwise, even where nothing is destroyed', async () => {
    const { client, asked } = gate();
    const request = { method: 'POST', path: 'sys/wrapping/wrap', body: '{}' } as const;
    await client.send(request);
    await expect(
      client.send({ ...request, consent: { concerns: ['It carries a token.'] } }),
    ).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it('keeps its title and its facts in sight of a path that is very long', async () => {
    const { client, asked } = gate();
    await expect(client.send({ method: 'DELETE', path: `secret/${'x'.repeat(4000)}` })).rejects.toThrow();
    const [request] = asked;
    expect(request?.kind === 'confirm' && request.title).toBe('Send this request?');
    expect(request?.kind === 'confirm' && request.body.join('').length).toBeLessThan(500);
  });
});
