import { expect, it } from 'vitest';
import type { DestinationFacts, TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import { makePromptQueue } from '../../window/prompt-queue.ts';
import type { Ask } from '../platform.ts';
import type { Opened } from './sessions-parts.ts';
import { unlockEach } from './unlock-all.ts';

const destination = (name: string): DestinationFacts => ({
  name,
  address: `https://${name}.example`,
  namespace: '',
  trust: { name: 'Certificate', value: 'verified by the system' },
  proxy: '',
  colour: 'red',
});

/** Unlocks sessions whose tokens are kept; every prompt is agreed to. Returns what happened and the prompts. */
async function unlockStored(destinations: readonly DestinationFacts[], withKey: readonly string[] = []) {
  const shown: TrustedRequest[] = [];
  const unlocked: string[] = [];
  const { ask } = makePromptQueue(
    (request) => {
      shown.push(request);
      return {
        closed: Promise.resolve({ kind: 'submit', text: '' }),
        withdraw: () => undefined,
        takeAway: () => undefined,
      };
    },
    () => undefined,
  );
  const outcome = await unlockEach({
    ask,
    locked: destinations.map(({ name }) => ({ place: { sessionId: name } }) as Opened),
    inKeychain: () => true,
    wayOf: () => ({ how: 'keychain' }),
    unlock: async ({ place: { sessionId } }, way, inTurn) => {
      const of = destinations.find(({ name }) => name === sessionId);
      if (of === undefined || way.how !== 'keychain' || way.agree === undefined)
        throw new Error('no question');
      if (withKey.includes(sessionId))
        await inTurn('', undefined, () => ask({ kind: 'enter-passphrase', fileName: sessionId }));
      const ownAsk: Ask = (request, signal) => ask(request, signal);
      await way.agree(ownAsk, of);
      unlocked.push(sessionId);
    },
  });
  return { outcome, shown, unlocked };
}

it('names the environment of each server in the question they share', async () => {
  const { shown } = await unlockStored([
    { ...destination('one'), environment: 'production', namespace: 'team', proxy: 'http://proxy.example' },
    destination('two'),
  ]);
  expect(shown).toMatchObject([
    {
      kind: 'confirm',
      facts: [
        {
          name: 'one',
          value:
            'environment production · https://one.example · namespace team · through http://proxy.example · verified by the system',
        },
        { name: 'two', value: 'https://two.example · verified by the system' },
      ],
    },
  ]);
});

it('asks one question after another, of as many servers as need their own', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const risky = names.map((name) => ({
    ...destination(name),
    notes: [{ tone: 'risk', text: 'The certificate is not verified.' } as const],
  }));
  const { outcome, shown, unlocked } = await unlockStored([
    ...risky,
    destination('five'),
    destination('six'),
  ]);
  expect(outcome).toEqual({ stopped: false, failures: [] });
  expect(unlocked.toSorted()).toEqual([...names, 'five', 'six'].toSorted());
  expect(shown.map(({ kind }) => kind).toSorted()).toEqual(['confirm', ...names.map(() => 'confirm-token')]);
});

it('asks for the passphrases of client keys in the same turn, before the question they share', async () => {
  const names = ['one', 'two', 'three', 'four'];
  const risky: DestinationFacts = { ...destination('five'), contact: 'first' };
  const { outcome, shown, unlocked } = await unlockStored([...names.map(destination), risky], names);
  expect(outcome).toEqual({ stopped: false, failures: [] });
  expect(unlocked).toHaveLength(5);
  expect(shown.map(({ kind }) => kind).toSorted()).toEqual([
    'confirm',
    'confirm-token',
    ...names.map(() => 'enter-passphrase'),
  ]);
  expect(shown.at(-1)?.kind).toBe('confirm');
});
