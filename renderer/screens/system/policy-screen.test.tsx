import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { PolicyScreen } from './policy-screen.tsx';

afterEach(cleanup);

function show(answers: Answers, name = '', numUses = 0) {
  const bridge = installFakeBridge({ 'policy.list': () => ['default', 'root'], ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PolicyScreen
        session={sampleSession({ sessionId: crypto.randomUUID(), token: { ...sampleToken, numUses } })}
        name={name}
      />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

const policy = {
  name: 'root',
  text: '',
  endpoint: 'sys/policies/acl/root',
  at: '2026-11-20T09:00:00Z',
  raw: '{}',
};

describe('the policy reader', () => {
  it('reads by name where listing is not allowed, and names the missing permission', async () => {
    const { bridge, user } = show({
      'policy.list': failing({ kind: 'forbidden', message: 'no' }),
      'policy.read': () => policy,
    });
    expect(await screen.findByText('path "sys/policies/acl/" { capabilities = ["list"] }')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Read by name' }), ' root {Enter}');
    expect(await screen.findByText(/The root policy has no text/)).toBeTruthy();
    expect(bridge.inputsOf('policy.read')).toMatchObject([{ name: 'root' }]);
  });

  it('asks nothing with a token of limited uses before a person wants it, and names the price', async () => {
    const { bridge, user } = show({ 'policy.read': () => policy }, 'root', 3);
    expect([bridge.inputsOf('policy.list'), bridge.inputsOf('policy.read')]).toEqual([[], []]);
    await user.click(screen.getByRole('button', { name: 'List policies (1 use)' }));
    expect(await screen.findByLabelText('Filter 2 policies')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Read “root” (1 use)' }));
    expect(await screen.findByText(/The root policy has no text/)).toBeTruthy();
    expect([bridge.inputsOf('policy.list').length, bridge.inputsOf('policy.read').length]).toEqual([1, 1]);
  });

  it('says that an unknown policy is unknown, not that something failed', async () => {
    show({ 'policy.read': failing({ kind: 'invalid-path', reason: 'absent', message: 'no' }) }, 'typo');
    expect(await screen.findByText('There is no policy “typo”')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the permission that a single policy needs', async () => {
    show({ 'policy.read': failing({ kind: 'forbidden', message: 'no' }) }, 'secret-one');
    expect(
      await screen.findByText('path "sys/policies/acl/secret-one" { capabilities = ["read"] }'),
    ).toBeTruthy();
  });
});
