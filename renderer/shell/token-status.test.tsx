import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../fixtures/session.fixture.ts';
import { TokenStatus } from './token-status.tsx';
import { WorkspaceProvider, useWorkspace } from '../workspace/workspace.tsx';

afterEach(cleanup);

function Front() {
  const { activeTab } = useWorkspace();
  return <p>{activeTab?.kind === 'screen' ? `in front: ${activeTab.screen}` : 'nothing in front'}</p>;
}

async function open(change: Partial<SessionView> = {}) {
  const session = sampleSession(change);
  installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <TokenStatus session={session} />
        <Front />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /userpass-ops/ }));
  return { user, card: await screen.findByRole('dialog', { name: 'Token' }) };
}

describe('TokenStatus', () => {
  it('leads to all that is known of the token, and gets out of the way', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Inspect token' }));
    expect(await screen.findByText('in front: token')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [1, '1 use left'],
    [7, '7 uses left'],
    [-1, 'no uses left'],
  ])('says what is left of the uses (%i)', async (numUses, words) => {
    await open({ token: { ...sampleToken, numUses } });
    expect(screen.getByRole('button', { name: /userpass-ops/ }).textContent).toContain(words);
  });

  it('says plainly what is not known of a token that may not look itself up', async () => {
    const unknown = { ...sampleToken, policies: [], expireTime: null, ttlSeconds: 0, renewable: false };
    const { card } = await open({ token: { ...unknown, noLookUp: 'nothing' } });
    expect(screen.getByRole('button', { name: /userpass-ops/ }).textContent).toContain('TTL unknown');
    expect(card.textContent).toContain('This token cannot look itself up');
    expect(card.textContent.match(/unknown/g)).toHaveLength(1);
    expect(card.textContent).not.toContain('never');
  });

  it('says nothing of a renewal that nobody has chosen', async () => {
    const { card } = await open();
    expect(card.textContent).not.toContain('Renewal');
  });

  it.each([
    [{ nextAt: new Date(Date.now() + 1_230_000).toISOString() }, /Renewalautomatic, next in 20/],
    [{ nextAt: '', problem: 'The server grants no more.' }, /none due The server grants no more\./],
  ])('says of automatic renewal %o', async (renewal, words) => {
    const { card } = await open({ renewal });
    expect(card.textContent).toMatch(words);
  });
});
