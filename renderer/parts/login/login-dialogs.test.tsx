import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { tokenLogin } from '../../../shared/vault/login.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { AsideDialog } from './aside-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';

beforeAll(async () => {
  await Promise.all([import('../answer/answer-panel.tsx'), import('./other-fields.tsx')]);
});
afterEach(cleanup);

const login = { type: 'userpass', mount: 'userpass/', fields: { username: 'ops' } } as const;

const answer: AnswerView = {
  answerId: 'a1',
  kind: 'plain',
  sessionId: 'one',
  title: 'Login at auth/userpass/login/ops',
  method: 'POST',
  path: 'auth/userpass/login/ops',
  at: '2026-11-20T09:00:00Z',
  elapsedMs: 12,
  status: 200,
  headers: [],
  warnings: [],
  once: true,
  form: 'json',
  rows: [],
  rowsLeftOut: 0,
};

function show(which: 'again' | 'aside', answers: Answers = {}, session = sampleSession({ login })) {
  const bridge = installFakeBridge({
    'login.methods': () => ({
      methods: [{ type: 'userpass', mount: 'userpass/', description: '' }],
      server: 'Vault 1.21.2',
      namespaces: false,
    }),
    'session.reauthenticate': () => session,
    'login.aside': () => answer,
    ...answers,
  });
  const events: string[] = [];
  const common = { session, onClose: () => events.push('closed') };
  render(
    <QueryClientProvider client={createQueryClient()}>
      {which === 'again' ? (
        <LoginDialog {...common} onStart={() => events.push('started')} />
      ) : (
        <AsideDialog {...common} onOpened={(id) => events.push(`opened ${id}`)} />
      )}
    </QueryClientProvider>,
  );
  return { bridge, events, user: userEvent.setup() };
}

const username = () => screen.getByLabelText<HTMLInputElement>(/User name/);

describe('logging in in another way', () => {
  it('starts from the way the session was opened in, and asks its server what there is', async () => {
    const { bridge, events, user } = show('again');
    expect(await screen.findByText('Vault 1.21.2: 1 auth method listed')).toBeTruthy();
    expect(bridge.inputsOf('login.methods')).toEqual([{ where: { sessionId: 'one' } }]);
    expect(username().value).toBe('ops');
    await user.clear(username());
    await user.type(username(), 'dev{Enter}');
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([
      { sessionId: 'one', login: { ...login, fields: { username: 'dev' } } },
    ]);
    expect(events).toEqual(['started', 'closed']);
  });

  it('stays with what was typed where it failed, and is silent where the view was closed', async () => {
    const { bridge, events, user } = show('again', {
      'session.reauthenticate': failing({ kind: 'forbidden', message: 'There is no such login.' }),
    });
    await user.type(username(), '2{Enter}');
    expect(await screen.findByText('There is no such login.')).toBeTruthy();
    expect(username().value).toBe('ops2');
    bridge.answers['session.reauthenticate'] = failing({ kind: 'cancelled', message: 'Closed.' });
    await user.type(username(), '{Enter}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(events).toEqual(['started', 'started']);
  });

  it('sends nothing while something is missing', async () => {
    const other = { type: 'other', mount: '', fields: {} } as const;
    const { bridge, user } = show('again', {}, sampleSession({ login: other }));
    await user.click(screen.getByRole('button', { name: 'Log in…' }));
    expect(screen.getByLabelText('Mount path').getAttribute('aria-invalid')).toBe('true');
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([]);
  });
});

describe('logging in beside', () => {
  it('shows what the login has brought, and keeps the session as it is', async () => {
    const { bridge, user } = show('aside');
    await user.click(screen.getByRole('button', { name: 'Log in…' }));
    const dialog = await screen.findByRole('dialog', {
      name: 'New token for Payments production',
    });
    expect(await within(dialog).findAllByText(/auth\/userpass\/login\/ops/)).not.toHaveLength(0);
    expect(bridge.inputsOf('login.aside')).toEqual([{ sessionId: 'one', login }]);
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([]);
  });

  it.each([
    ['a token', tokenLogin],
    ['a wrapping token', { type: 'wrapped', mount: '', fields: {} }],
  ] as const)('offers no token, which is no login, where the session was opened with %s', async (_, by) => {
    const { user } = show('aside', {}, sampleSession({ login: by }));
    expect(screen.getByRole('combobox', { name: 'Auth method' }).textContent).toContain(
      'User name and password',
    );
    await user.click(screen.getByRole('combobox', { name: 'Auth method' }));
    expect(await screen.findByRole('option', { name: 'GitHub' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Token' })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Wrapping token' })).toBeNull();
  });

  it('has the answer wrapped for as long as is told, and refuses what is no duration', async () => {
    const { bridge, user } = show('aside');
    const ttl = screen.getByLabelText(/Wrap TTL/);
    await user.type(ttl, 'soon{Enter}');
    expect(ttl.getAttribute('aria-invalid')).toBe('true');
    expect(bridge.inputsOf('login.aside')).toEqual([]);
    await user.clear(ttl);
    await user.type(ttl, '5m{Enter}');
    expect(bridge.inputsOf('login.aside')).toEqual([{ sessionId: 'one', login, wrapTtl: '5m' }]);
  });
});
