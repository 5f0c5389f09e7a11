import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SealFacts, SystemCard, SystemFacts } from '../../../shared/vault/system.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { SystemScreen } from './system-screen.tsx';

const seal: SealFacts = {
  card: 'seal',
  ...{ type: 'shamir', initialized: true, sealed: false, threshold: 3, shares: 5, progress: 0 },
  ...{
    version: '1.21.2',
    storageType: 'raft',
    clusterName: 'pay',
    migration: false,
    recoverySeal: false,
    built: '',
  },
};
const facts: Readonly<Record<SystemCard, SystemFacts>> = {
  seal,
  keys: { card: 'keys', term: 4, installTime: '2026-09-03T10:00:00Z', encryptions: 1_200_000 },
  leader: {
    ...{ card: 'leader', haEnabled: false, isSelf: false, leaderAddress: '', clusterAddress: '' },
    ...{ performanceStandby: false, activeTime: '', raftCommitted: 0, raftApplied: 0 },
  },
  rekey: {
    ...{ card: 'rekey', started: false, threshold: 0, shares: 0, progress: 0, required: 3, backup: false },
    ...{ verificationRequired: false, pgpFingerprints: [] },
  },
  'root-generation': {
    card: 'root-generation',
    ...{ started: true, progress: 1, required: 3, complete: false, pgpFingerprint: '' },
  },
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(answers: Answers = {}, session = sampleSession()) {
  const bridge = installFakeBridge({
    'system.look': ({ card }) => ({
      facts: facts[card],
      endpoint: `sys/${card}`,
      at: new Date().toISOString(),
      raw: '{}',
    }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SystemScreen session={session} />
    </QueryClientProvider>,
  );
  return { bridge };
}

const card = (name: string) => within(screen.getByRole('region', { name }));

describe('the cards', () => {
  it('say the one thing to know, each with its time and its raw answer', async () => {
    show();
    expect(await card('Seal').findByText('Unsealed')).toBeTruthy();
    expect(await card('Encryption key').findByText('Term 4')).toBeTruthy();
    expect(card('Encryption key').getByText('1,200,000')).toBeTruthy();
    expect(card('Rekey').getByText('Not in progress')).toBeTruthy();
    expect(card('Root generation').getByText('1 of 3 shares given')).toBeTruthy();
    expect(card('Leader').getByText('One node, no cluster')).toBeTruthy();
    expect(card('Seal').getByText('sys/seal')).toBeTruthy();
    expect(card('Seal').getByText(/^Read/)).toBeTruthy();
  });

  it('keep the last good answer while a later look fails, and say from when it is', async () => {
    const user = userEvent.setup();
    const { bridge } = show();
    await card('Seal').findByText('Unsealed');
    const before = bridge.answers['system.look'];
    bridge.answers['system.look'] = failing({ kind: 'network', code: 'ECONNREFUSED', message: 'No answer.' });
    await user.click(screen.getByRole('button', { name: 'Look at Seal again' }));
    expect(await card('Seal').findByText('The latest look failed')).toBeTruthy();
    expect(card('Seal').getByText('Unsealed')).toBeTruthy();
    expect(card('Seal').getByText(/^Last good answer/)).toBeTruthy();
    if (before !== undefined) bridge.answers['system.look'] = before;
    await user.click(screen.getByRole('button', { name: 'Look at Seal again' }));
    expect(await card('Seal').findByText(/^Read/)).toBeTruthy();
  });

  it.each([
    [{ kind: 'forbidden', message: 'no', path: 'sys/key-status' }, 'Needs permission to read sys/key-status'],
    [{ kind: 'sealed', message: 'no' }, 'Not while the server is sealed'],
    [{ kind: 'not-offered', message: 'no' }, 'Not offered by this server'],
  ] as const)('say honestly what they cannot: %o', async (error, words) => {
    show({ 'system.look': failing(error) });
    expect(await card('Rekey').findByText(words)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are looked at again while they are seen, but not what a permission is missing for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { bridge } = show({
      'system.look': ({ card: which }) => {
        if (which === 'keys') return failing({ kind: 'forbidden', message: 'no' })();
        return { facts: facts[which], endpoint: 'sys/x', at: '2026-11-20T09:00:00Z', raw: '{}' };
      },
    });
    await card('Seal').findByText('Unsealed');
    await vi.advanceTimersByTimeAsync(16_000);
    const looks = (which: SystemCard) =>
      bridge.inputsOf('system.look').filter((input) => input.card === which).length;
    expect(looks('seal')).toBeGreaterThan(2);
    expect(looks('keys')).toBe(1);
  });

  it('cost a token with limited uses nothing unasked', async () => {
    const user = userEvent.setup();
    const { bridge } = show({}, sampleSession({ token: { ...sampleToken, numUses: 3 } }));
    await card('Seal').findByText('Unsealed');
    expect(bridge.inputsOf('system.look').filter((input) => input.card === 'keys')).toEqual([]);
    expect(card('Encryption key').getByText(/costs this token one of its uses/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Look at Encryption key again' }));
    expect(await card('Encryption key').findByText('Term 4')).toBeTruthy();
  });
});

describe('a sealed server', () => {
  const sealed: SealFacts = { ...seal, sealed: true, progress: 1 };
  const look = ({ card: which }: { card: SystemCard }) => ({
    facts: which === 'seal' ? sealed : facts[which],
    ...{ endpoint: 'sys/seal-status', at: '2026-11-20T09:00:00Z', raw: '{}' },
  });

  it('takes a share, and says why one was refused', async () => {
    const user = userEvent.setup();
    const { bridge } = show({
      'system.look': look,
      'system.unseal': failing({ kind: 'server-error', message: 'The server failed.' }),
      'system.resetUnseal': () => sealed,
    });
    await user.click(await screen.findByRole('button', { name: 'Give a key share…' }));
    expect(await screen.findByText('The server failed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start over…' }));
    expect(bridge.inputsOf('system.resetUnseal')).toEqual([{ where: { sessionId: 'one' } }]);
  });

  it('says nothing where the person closed the view', async () => {
    const user = userEvent.setup();
    show({ 'system.look': look, 'system.unseal': failing({ kind: 'cancelled', message: 'Cancelled.' }) });
    await user.click(await screen.findByRole('button', { name: 'Give a key share…' }));
    expect(await screen.findByRole('button', { name: 'Give a key share…' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
