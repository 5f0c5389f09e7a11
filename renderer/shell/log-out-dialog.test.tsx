import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { createQueryClient } from '../api/query-client.ts';
import { failing, installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../fixtures/session.fixture.ts';
import { LogOutDialog } from './log-out-dialog.tsx';

afterEach(cleanup);

const fresh = { ...sampleToken, lookedUpAt: new Date().toISOString() };

function show(change: Partial<SessionView> = {}, answers: Answers = {}, lost = '') {
  const bridge = installFakeBridge({ 'session.close': () => ({}), ...answers });
  let closed = 0;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LogOutDialog
        session={sampleSession({ token: fresh, ...change })}
        lost={lost}
        onClose={() => closed++}
      />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup(), closed: () => closed };
}

const text = () => screen.getByRole('dialog').textContent;

describe('LogOutDialog', () => {
  it('forgets the token unless told, and says how long it stays valid', async () => {
    const { bridge, user, closed } = show({ inKeychain: true });
    expect(screen.getByLabelText('Strongroom forgets it')).toHaveProperty('checked', true);
    expect(text()).toMatch(
      /It stays valid for 4[12]m.*, until .* UTC: whoever has a copy can go on using it/,
    );
    expect(text()).toContain('The keychain keeps its copy.');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(bridge.inputsOf('session.close')).toEqual([{ sessionId: 'one' }]);
    expect(closed()).toBe(1);
  });

  it('revokes it when asked, and says what goes with it', async () => {
    const { bridge, user } = show();
    expect(text()).toContain('It ends at once, and so do all tokens made with it');
    await user.click(screen.getByLabelText('The server revokes it'));
    await user.click(screen.getByRole('button', { name: 'Revoke and log out' }));
    expect(bridge.inputsOf('session.close')).toEqual([{ sessionId: 'one', revoke: true }]);
  });

  it('stays, with the reason, where the server did not revoke it; forgetting is still possible', async () => {
    const refused = failing({ kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' });
    const { bridge, user, closed } = show({}, { 'session.close': refused });
    await user.click(screen.getByLabelText('The server revokes it'));
    await user.click(screen.getByRole('button', { name: 'Revoke and log out' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The token was not revoked, and the session stays open',
    );
    expect(screen.getByText('Nothing listens.')).toBeTruthy();
    expect(closed()).toBe(0);
    bridge.answers['session.close'] = () => ({});
    await user.click(screen.getByLabelText('Strongroom forgets it'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(closed()).toBe(1);
  });

  it('is silent where the question of the trusted view was declined', async () => {
    const declined = failing({ kind: 'cancelled', message: 'Cancelled. Nothing was revoked.' });
    const { bridge, user, closed } = show({}, { 'session.close': declined });
    await user.click(screen.getByLabelText('The server revokes it'));
    await user.click(screen.getByRole('button', { name: 'Revoke and log out' }));
    expect(bridge.inputsOf('session.close')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Revoke and log out' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(closed()).toBe(0);
  });

  it('names what is not saved, and cannot be left by a stray Enter', async () => {
    const { bridge, user } = show({}, {}, 'One tab has changes that are not saved.');
    expect(text()).toContain('One tab has changes that are not saved. Logging out discards them.');
    await user.keyboard('{Enter}');
    expect(bridge.inputsOf('session.close')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
    expect(bridge.inputsOf('session.close')).toEqual([]);
  });

  it.each<[string, Partial<SessionView>, RegExp]>([
    ['a batch token', { token: { ...fresh, type: 'batch' } }, /A batch token cannot be revoked/],
    [
      'a dead token',
      { trouble: { kind: 'unauthenticated', message: 'Dead.' } },
      /there is nothing to revoke/,
    ],
  ])('has nothing to choose with %s', async (_what, change, words) => {
    const { bridge, user } = show(change);
    expect(text()).toMatch(words);
    expect(screen.queryByRole('radio')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(bridge.inputsOf('session.close')).toEqual([{ sessionId: 'one' }]);
  });

  it('says that a root token never ends, and what it takes to get another', () => {
    show({ token: { ...fresh, policies: ['root'], expireTime: null, ttlSeconds: 0 } });
    expect(text()).toContain('It never ends: whoever has a copy can go on using it.');
    expect(text()).toContain('a new one takes a quorum of key shares');
  });
});
