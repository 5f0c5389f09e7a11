import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../shared/ipc/result.ts';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { WorkspaceProvider } from '../workspace/workspace.tsx';
import { EnvironmentStripe } from './environment-stripe.tsx';
import { StatusBar } from './status-bar.tsx';
import { TestingLine } from './testing-build.tsx';

afterEach(cleanup);

function bridge(testElectron: boolean): void {
  installFakeBridge({
    'app.info': () => ({
      version: '1',
      electronVersion: '1',
      testElectron,
      packaged: false,
      platform: 'linux',
      connectTo: '',
    }),
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'draft.dropped': () => [],
    'answer.list': () => [],
    'clipboard.state': () => ({ clearsAt: '' }),
    'app.preferences': () => {
      throw new Error('not asked');
    },
  });
}

function show(change: Partial<SessionView>, testElectron = false): string {
  bridge(testElectron);
  const session = sampleSession({ node: 'vault-2', ...change });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <StatusBar session={session} />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return screen.getByRole('contentinfo', { name: 'Status' }).textContent;
}

const { health } = sampleSession();
const network: AppError = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' };

describe('the server in the status bar', () => {
  it.each<[string, Partial<SessionView>, string]>([
    ['serves', {}, 'UnsealedVault 1.21.2 · vault-2 leader'],
    ['is a standby', { health: { ...health, standby: true } }, 'UnsealedVault 1.21.2 · vault-2 standby'],
  ])('has a role while it %s', (_what, change, words) => {
    expect(show(change)).toContain(words);
  });

  it.each<[string, Partial<SessionView>]>([
    ['Sealed', { health: { ...health, sealed: true } }],
    ['Namespace sealed', { trouble: { kind: 'namespace-sealed', message: 'Sealed.' } }],
    ['Sealed', { trouble: { kind: 'sealed', message: 'Sealed.' } }],
    ['Not initialised', { health: { ...health, initialized: false } }],
    ['Another cluster', { trouble: { kind: 'other-cluster', message: 'Another.' } }],
    ['Unreachable', { trouble: network }],
    ['Not a Vault response', { trouble: { kind: 'bad-answer', message: 'A page.' } }],
    ['Server failed', { trouble: { kind: 'server-error', message: 'Failed.' } }],
    ['Locked', { trouble: { kind: 'locked', message: 'Locked.' } }],
  ])('has none where it does not serve: %s', (words, change) => {
    const text = show(change);
    expect(text).toContain(`${words}Vault 1.21.2 · vault-2`);
    expect(text).not.toContain('leader');
  });
});

describe('the testing build of Electron', () => {
  it('is said in the status bar, and nothing of it in an official one', async () => {
    show({}, true);
    expect(await screen.findByText('Testing build: sample data only')).toBeTruthy();
    cleanup();
    show({}, false);
    expect(screen.queryByText(/Testing build/)).toBeNull();
  });

  it('is said in a line of its own where there is no status bar', async () => {
    bridge(true);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <TestingLine />
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('contentinfo')).textContent).toBe('Testing build: sample data only');
  });
});

describe('the stripe', () => {
  it.each([
    ['production', 'production'],
    ['Staging', 'staging'],
    ['disaster recovery', 'own'],
  ])('says %s in words', (environment, look) => {
    render(<EnvironmentStripe session={sampleSession({ environment })} />);
    const stripe = screen.getByRole('note', { name: 'Environment' });
    expect(stripe.textContent).toBe(environment);
    expect(stripe.dataset['environment']).toBe(look);
  });

  it('is not there where nothing is said, whatever the colour', () => {
    const { container } = render(<EnvironmentStripe session={sampleSession({ colour: 'red' })} />);
    expect(container.innerHTML).toBe('');
  });
});
