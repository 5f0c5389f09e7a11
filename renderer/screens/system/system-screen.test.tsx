import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SealFacts, SystemPanel, SystemFacts } from '../../../shared/vault/system.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { SessionRemedies } from '../../parts/refusal/session-remedies.tsx';
import { SystemScreen } from './system-screen.tsx';

const seal: SealFacts = {
  panel: 'seal',
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
const facts: Readonly<Record<SystemPanel, SystemFacts>> = {
  seal,
  keys: { panel: 'keys', term: 4, installTime: '2026-09-03T10:00:00Z', encryptions: 1_200_000 },
  leader: {
    ...{ panel: 'leader', haEnabled: false, isSelf: false, leaderAddress: '', clusterAddress: '' },
    ...{ performanceStandby: false, activeTime: '', raftCommitted: 0, raftApplied: 0 },
  },
  rekey: {
    ...{ panel: 'rekey', started: false, threshold: 0, shares: 0, progress: 0, required: 3, backup: false },
    ...{ verificationRequired: false, pgpFingerprints: [] },
  },
  'root-generation': {
    panel: 'root-generation',
    ...{ started: true, progress: 1, required: 3, complete: false, pgpFingerprint: '' },
  },
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(answers: Answers = {}, session = sampleSession()) {
  const bridge = installFakeBridge({
    'system.status': ({ panel }) => ({
      facts: facts[panel],
      endpoint: `sys/${panel}`,
      at: new Date().toISOString(),
      raw: '{}',
    }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionRemedies session={session}>
        <SystemScreen session={session} />
      </SessionRemedies>
    </QueryClientProvider>,
  );
  return { bridge };
}

const panel = (name: string) => within(screen.getByRole('region', { name }));

describe('the panels', () => {
  it('say the one thing to know, each with its time and its raw answer', async () => {
    show();
    expect(await panel('Seal').findByText('Unsealed')).toBeTruthy();
    expect(await panel('Encryption key').findByText('Term 4')).toBeTruthy();
    expect(panel('Encryption key').getByText('1,200,000')).toBeTruthy();
    expect(panel('Rekey').getByText('Not in progress')).toBeTruthy();
    expect(panel('Root generation').getByText('1 of 3 shares given')).toBeTruthy();
    expect(panel('Leader').getByText('One node, no cluster')).toBeTruthy();
    expect(panel('Seal').getByText('sys/seal')).toBeTruthy();
    expect(panel('Seal').getByText(/^Read/)).toBeTruthy();
  });

  it('keep the last good answer while a later look fails, and say from when it is', async () => {
    const user = userEvent.setup();
    const { bridge } = show();
    await panel('Seal').findByText('Unsealed');
    const before = bridge.answers['system.status'];
    bridge.answers['system.status'] = failing({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'No answer.',
    });
    await user.click(screen.getByRole('button', { name: 'Look at Seal again' }));
    expect(await panel('Seal').findByText('The latest look failed')).toBeTruthy();
    expect(panel('Seal').getByText('Unsealed')).toBeTruthy();
    expect(panel('Seal').getByText(/^Last good answer/)).toBeTruthy();
    if (before !== undefined) bridge.answers['system.status'] = before;
    await user.click(screen.getByRole('button', { name: 'Look at Seal again' }));
    expect(await panel('Seal').findByText(/^Read/)).toBeTruthy();
  });

  it.each([
    [{ kind: 'sealed', message: 'no' }, 'Not while the server is sealed'],
    [{ kind: 'not-offered', message: 'no' }, 'Not offered by this server'],
  ] as const)('say honestly what they cannot: %o', async (error, words) => {
    show({ 'system.status': failing(error) });
    expect(await panel('Rekey').findByText(words)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('let a person ask why they were refused', async () => {
    const path = 'sys/key-status';
    show({ 'system.status': failing({ kind: 'forbidden', message: 'no', path }) });
    const card = await panel('Encryption key').findByRole('region', { name: 'Not permitted' });
    expect(card.textContent).toContain(`Needs read on ${path}`);
    expect(within(card).getByRole('button', { name: 'Why was I refused?' })).toBeTruthy();
  });

  it('are looked at again while they are seen, but not what a permission is missing for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { bridge } = show({
      'system.status': ({ panel: which }) => {
        if (which === 'keys') return failing({ kind: 'forbidden', message: 'no' })();
        return { facts: facts[which], endpoint: 'sys/x', at: '2026-11-20T09:00:00Z', raw: '{}' };
      },
    });
    await panel('Seal').findByText('Unsealed');
    await vi.advanceTimersByTimeAsync(16_000);
    const looks = (which: SystemPanel) =>
      bridge.inputsOf('system.status').filter((input) => input.panel === which).length;
    expect(looks('seal')).toBeGreaterThan(2);
    expect(looks('keys')).toBe(1);
  });

  it('cost a token with limited uses nothing unasked', async () => {
    const user = userEvent.setup();
    const { bridge } = show({}, sampleSession({ token: { ...sampleToken, numUses: 3 } }));
    await panel('Seal').findByText('Unsealed');
    expect(bridge.inputsOf('system.status').filter((input) => input.panel === 'keys')).toEqual([]);
    expect(panel('Encryption key').getByText(/costs this token one of its uses/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Look at Encryption key again' }));
    expect(await panel('Encryption key').findByText('Term 4')).toBeTruthy();
  });
});

describe('a sealed server', () => {
  const sealed: SealFacts = { ...seal, sealed: true, progress: 1 };
  const look = ({ panel: which }: { panel: SystemPanel }) => ({
    facts: which === 'seal' ? sealed : facts[which],
    ...{ endpoint: 'sys/seal-status', at: '2026-11-20T09:00:00Z', raw: '{}' },
  });

  it('takes a share, and says why one was refused', async () => {
    const user = userEvent.setup();
    const { bridge } = show({
      'system.status': look,
      'system.unseal': failing({ kind: 'server-error', message: 'The server failed.' }),
      'system.resetUnseal': () => sealed,
    });
    await user.click(await screen.findByRole('button', { name: 'Enter unseal key…' }));
    expect(await screen.findByText('The server failed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start over…' }));
    expect(bridge.inputsOf('system.resetUnseal')).toEqual([{ where: { sessionId: 'one' } }]);
  });

  it('says nothing where the person closed the view', async () => {
    const user = userEvent.setup();
    show({ 'system.status': look, 'system.unseal': failing({ kind: 'cancelled', message: 'Cancelled.' }) });
    await user.click(await screen.findByRole('button', { name: 'Enter unseal key…' }));
    expect(await screen.findByRole('button', { name: 'Enter unseal key…' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
