import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { VaultAnswer, VaultClient, VaultRequest } from '../../vault/http/types.ts';
import { createUnwrapJournal, parseUnwrapJournal } from './unwrap-journal.ts';
import type { Opening } from './unwrap-journal.ts';

const token = 'hvs.CAESIJwrappingtokenwrappingtoken';
const header: VaultRequest = { method: 'POST', path: 'sys/wrapping/unwrap', body: '{}', token };
const body: VaultRequest = { ...header, token: 'own', body: JSON.stringify({ token }) };

/** Journal in memory, in front of a client that answers as told. */
function journal(answer: () => Promise<VaultAnswer>, before: readonly Opening[] = []) {
  let value = before;
  const made = createUnwrapJournal({ value: () => value, save: (next) => void (value = next) });
  const sent: VaultRequest[] = [];
  const onDiskAtSending: (readonly Opening[])[] = [];
  const client = made.guard({
    options: { address: 'https://vault.example' },
    send: (request: VaultRequest) => {
      sent.push(request);
      onDiskAtSending.push(value);
      return answer();
    },
  } as unknown as VaultClient);
  return { ...made, client, sent, onDiskAtSending, value: () => value };
}

const answers = (): Promise<VaultAnswer> => Promise.resolve({ status: 200 } as VaultAnswer);
const fails = (kind: AppError['kind']) => () =>
  Promise.reject(new AppFailure({ kind, message: '' } as AppError));

describe('the journal of openings', () => {
  it.each([
    ['as the request’s token', header],
    ['in the body', body],
    ['in a namespace', { ...header, path: 'team/sys/wrapping/unwrap' }],
    ['by PUT', { ...body, method: 'PUT' as const }],
  ])('notes one %s before it leaves, and that its answer came', async (_how, request) => {
    const { client, onDiskAtSending, value, find } = journal(answers);
    await client.send(request);
    expect(onDiskAtSending[0]).toMatchObject([{ answered: false, origin: 'https://vault.example' }]);
    expect(find(token)).toMatchObject({ answered: true });
    expect(find('hvs.another')).toBeUndefined();
    expect(JSON.stringify(value())).not.toContain(token.slice(4, 20));
  });

  it.each([
    { ...header, path: 'sys/wrapping/lookup' },
    { ...header, path: 'secret/data/sys/wrapping/unwrapped' },
    { ...header, method: 'GET' as const },
  ])('notes nothing of $method $path', async (request) => {
    const { client, value, sent } = journal(answers);
    await client.send(request);
    expect(sent).toEqual([request]);
    expect(value()).toEqual([]);
  });

  it.each(['invalid-request', 'forbidden', 'network', 'tls', 'other-cluster', 'cancelled'] as const)(
    'forgets one that came to nothing (%s), and remembers the one before',
    async (kind) => {
      const first = journal(answers);
      await first.client.send(header);
      const second = journal(fails(kind), first.value());
      await expect(second.client.send(header)).rejects.toThrow();
      expect(second.value()).toEqual(first.value());
    },
  );

  it.each(['outcome-unknown', 'timeout', 'bad-answer', 'server-error', 'too-large'] as const)(
    'remembers one that may have been carried out (%s), and does not tell it again at the next start',
    async (kind) => {
      const { client, find, takeLost } = journal(fails(kind));
      await expect(client.send(header)).rejects.toThrow();
      expect(find(token)).toMatchObject({ answered: false });
      expect(takeLost()).toEqual([]);
    },
  );

  it('forgets one whose token the server still knows', async () => {
    const { client, find, notOpened } = journal(fails('outcome-unknown'));
    await expect(client.send(header)).rejects.toThrow();
    notOpened('hvs.another');
    expect(find(token)).toBeDefined();
    notOpened(token);
    expect(find(token)).toBeUndefined();
  });

  it('tells an opening that a run did not see the end of, once', () => {
    const killed = journal(() => new Promise(() => undefined));
    void killed.client.send(header);
    const next = journal(answers, parseUnwrapJournal(JSON.parse(JSON.stringify(killed.value()))));
    expect(next.takeLost()).toMatchObject([{ origin: 'https://vault.example', answered: false }]);
    expect(next.takeLost()).toEqual([]);
    expect(next.find(token)).toMatchObject({ answered: false });
  });

  it.each([null, {}, [1], [{}], [{ salt: '', digest: '', at: 'never', origin: '' }]])(
    'takes no file of %j',
    (data) => {
      expect(parseUnwrapJournal(data)).toBeUndefined();
    },
  );
});
