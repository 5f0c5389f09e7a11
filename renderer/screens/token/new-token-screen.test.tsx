import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { NewTokenScreen } from './new-token-screen.tsx';
import { newSession, showScreen } from '../../fixtures/screen.fixture.tsx';

afterEach(cleanup);

const made: AnswerView = {
  answerId: 'a1',
  kind: 'plain',
  title: 'New token',
  method: 'POST',
  path: 'auth/token/create',
  at: new Date().toISOString(),
  elapsedMs: 4,
  status: 200,
  headers: [],
  warnings: [],
  once: true,
  form: 'json',
  rows: [],
  rowsLeftOut: 0,
};

function show(answers: Answers = {}, session = newSession()) {
  const bridge = showScreen(session, <NewTokenScreen session={session} />, {
    'policy.list': () => ['default', 'deploy', 'ops', 'root'],
    'token.create': () => made,
    'answer.list': () => [],
    'clipboard.state': () => ({ clearsAt: '' }),
    ...answers,
  });
  return { bridge, session, user: userEvent.setup() };
}

describe('NewTokenScreen', () => {
  it('sends what was set, and shows the answer', async () => {
    const { bridge, user } = show();
    await user.click(screen.getByRole('radio', { name: 'An orphan' }));
    expect(screen.getByText('Defaults to your token’s policies.')).toBeTruthy();
    await user.type(screen.getByLabelText(/Display name/), 'nightly');
    await user.click(await screen.findByRole('button', { name: 'deploy' }));
    const policies = screen.getByLabelText('Policies');
    await user.click(policies);
    await user.paste('Backup, audit');
    expect(
      within(screen.getByRole('list', { name: 'Chosen policies' })).getAllByRole('listitem'),
    ).toHaveLength(3);
    await user.type(screen.getByLabelText('TTL'), '90m');
    expect(screen.getByText(/^That is 1h30m\./)).toBeTruthy();
    await user.type(screen.getByLabelText('Number of uses'), '5');
    await user.click(screen.getByRole('checkbox', { name: /Wrap the token/ }));
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByRole('button', { name: 'Create another' })).toBeTruthy();
    expect(bridge.inputsOf('token.create')[0]?.options).toMatchObject({
      parent: 'none',
      displayName: 'nightly',
      policies: ['deploy', 'backup', 'audit'],
      ttl: '90m',
      numUses: 5,
      wrapTtl: '5m',
    });
  });

  it('says beside the button why nothing can be created', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText('TTL'), 'soon');
    expect(screen.getByText('1 field to correct.').closest('footer')).not.toBeNull();
    await user.click(screen.getByRole('radio', { name: 'By a role' }));
    expect(screen.getByText('Enter a role.').closest('footer')).not.toBeNull();
  });

  it('does not offer to leave out the policy default once that is chosen', async () => {
    const { user } = show();
    expect(screen.getByRole('checkbox', { name: /Without the policy/ })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'default' }));
    expect(screen.queryByRole('checkbox', { name: /Without the policy/ })).toBeNull();
  });

  it('never offers root among the policies', async () => {
    show();
    await screen.findByRole('button', { name: 'deploy' });
    expect(screen.queryByRole('button', { name: 'root' })).toBeNull();
  });

  it('keeps what was typed in another tab and when the server refuses', async () => {
    const { session, user, bridge } = show({
      'token.create': failing({ kind: 'invalid-request', message: 'Root only.' }),
    });
    await user.type(screen.getByLabelText(/Display name/), 'nightly');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('Root only.')).toBeTruthy();
    cleanup();
    showScreen(session, <NewTokenScreen session={session} />);
    expect(screen.getByLabelText(/Display name/)).toHaveProperty('value', 'nightly');
    expect(bridge.inputsOf('token.create')).toHaveLength(1);
  });

  it('lets a role be chosen where roles may be listed, else typed', async () => {
    const { user } = show({ 'token.roles': () => ['ci', 'nightly'] });
    await user.click(screen.getByRole('radio', { name: 'By a role' }));
    expect(await screen.findByRole('combobox', { name: 'Role' })).toBeTruthy();
    cleanup();
    const other = show({ 'token.roles': failing({ kind: 'forbidden', message: 'No.' }) });
    await other.user.click(screen.getByRole('radio', { name: 'By a role' }));
    expect(await screen.findByText(/could not be listed: /)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create token' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('takes an ID of one’s own by the trusted view, and sends only its card', async () => {
    const card = { secretRef: 'r9', kind: 'token-id', length: 12, since: '' } as const;
    const { bridge, user } = show({ 'secret.enter': () => card });
    await user.click(screen.getByRole('button', { name: /Metadata and custom/ }));
    await user.click(screen.getByRole('button', { name: 'Enter ID…' }));
    expect(await screen.findByText(/12 characters/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(bridge.inputsOf('token.create')[0]?.options.idRef).toBe('r9');
  });

  it('says that the outcome is not known, and does not send twice', async () => {
    const { bridge, user } = show({
      'token.create': failing({ kind: 'outcome-unknown', message: 'The answer was lost.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('Created or not: unknown')).toBeTruthy();
    expect(bridge.inputsOf('token.create')).toHaveLength(1);
  });
});
