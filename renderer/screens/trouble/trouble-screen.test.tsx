import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { NodeSeal } from '../../../shared/vault/ceremony.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSeal, sampleSession } from '../../fixtures/session.fixture.ts';
import { TroubleScreen } from './trouble-screen.tsx';

afterEach(cleanup);

function show(error: AppError, answers: Answers = {}, session = sampleSession()) {
  const asked: string[] = [];
  const bridge = installFakeBridge({ 'session.refresh': () => session, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TroubleScreen
        session={session}
        error={error}
        onSettings={() => undefined}
        onCluster={() => asked.push('cluster')}
        onFirstRun={() => asked.push('first run')}
      />
    </QueryClientProvider>,
  );
  return { bridge, asked, user: userEvent.setup() };
}

const unsealed: NodeSeal = {
  address: 'https://v-1:8200',
  confirmed: true,
  seal: { ...sampleSeal, threshold: 1, shares: 1 },
};

describe('TroubleScreen', () => {
  it('shows how far unsealing has come, and tries again', async () => {
    const { health } = sampleSession();
    const sealed = { ...health, sealed: true, unseal: { progress: 1, threshold: 3, shares: 5 } };
    const { bridge, asked, user } = show(
      { kind: 'sealed', message: 'It is sealed.' },
      {},
      sampleSession({ health: sealed }),
    );
    expect(screen.getByText('1 of 3 key shares entered; 5 exist.')).toBeTruthy();
    // Without open tabs there is nothing to keep.
    expect(screen.queryByText(/Open tabs and unsaved edits stay/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(bridge.inputsOf('session.refresh')).toEqual([{ sessionId: 'one' }]);
    await user.click(screen.getByRole('button', { name: 'Seal status' }));
    expect(asked).toEqual(['cluster']);
  });

  it('enters an unseal key first of all, and looks whether the server serves then', async () => {
    const { bridge, user } = show(
      { kind: 'sealed', message: 'It is sealed.' },
      { 'ceremony.unseal': () => [unsealed] },
    );
    const primary = screen.getAllByRole('button').filter(({ className }) => /\bprimary\b/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Enter unseal key…']);
    await user.click(screen.getByRole('button', { name: 'Enter unseal key…' }));
    expect(bridge.inputsOf('ceremony.unseal')).toEqual([{ where: { sessionId: 'one' }, more: [] }]);
    await waitFor(() => {
      expect(bridge.inputsOf('session.refresh')).toHaveLength(1);
    });
  });

  it('asks for a new token when the old one is dead; closing the question is silent', async () => {
    const { bridge, user } = show(
      { kind: 'unauthenticated', message: 'The token is dead.' },
      { 'session.reauthenticate': failing({ kind: 'cancelled', message: 'Closed.' }) },
    );
    // One sentence between the title and the button; trying again with a dead token helps nobody.
    expect(screen.queryByText(/^Log in again\. /)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log in again…' }));
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([{ sessionId: 'one' }]);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Another method…' }));
    expect(
      await screen.findByRole('dialog', { name: 'Log in to Payments production by another method' }),
    ).toBeTruthy();
  });

  it('shows the clusters before and now, and leads to the connection first of all', () => {
    show({ kind: 'other-cluster', before: 'ours (c1)', now: 'theirs (c2)', message: 'Another one.' });
    const primary = screen.getAllByRole('button').filter(({ className }) => /\bprimary\b/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Edit connection…']);
    expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'ours (c1)',
      'theirs (c2)',
    ]);
    // Another method is in the menu of the session, and Retry stands below.
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Copy details',
      'Edit connection…',
      'Log in again…',
      'Retry',
    ]);
  });

  it('names the missing capability as a rule to copy', () => {
    show({ kind: 'forbidden', message: 'No.', method: 'GET', path: 'sys/internal/ui/mounts' });
    expect(screen.getByText('path "sys/internal/ui/mounts" { capabilities = ["read"] }')).toBeTruthy();
  });

  it('offers to confirm the node that a redirect led to, and asks for nothing else', async () => {
    const { bridge, user } = show(
      { kind: 'redirect-refused', location: 'https://vault-2.pay.example:8200', message: 'It redirected.' },
      { 'profile.confirmOrigins': failing({ kind: 'cancelled', message: 'Declined.' }) },
    );
    await user.click(screen.getByRole('button', { name: 'Confirm vault-2.pay.example:8200…' }));
    expect(bridge.inputsOf('profile.confirmOrigins')).toEqual([
      { sessionId: 'one', origins: ['https://vault-2.pay.example:8200'] },
    ]);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    bridge.answers['profile.confirmOrigins'] = failing({ kind: 'network', code: 'X', message: 'Cut off.' });
    await user.click(screen.getByRole('button', { name: 'Confirm vault-2.pay.example:8200…' }));
    expect(await screen.findByText('Cut off.')).toBeTruthy();
  });

  it('shows another failure of trying again beside the first', async () => {
    const timeout: AppError = { kind: 'timeout', timeoutMs: 30_000, message: 'No answer for 30 s.' };
    const { user } = show(
      { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' },
      { 'session.refresh': failing(timeout) },
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No answer for 30 s.')).toBeTruthy();
    expect(screen.getByText('Nothing listens.')).toBeTruthy();
  });
});
