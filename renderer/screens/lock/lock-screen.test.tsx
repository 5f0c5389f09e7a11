import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { LockState, SessionView } from '../../../shared/ipc/contract.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { LockScreen } from './lock-screen.tsx';

afterEach(cleanup);

const state: LockState = {
  locked: true,
  since: '2026-11-20T09:00:00Z',
  reason: 'idle',
  drafts: 0,
  oneTimeResults: 0,
};
const locked = { kind: 'locked', message: 'Locked.' } as const;
const production = sampleSession({ trouble: locked });
const staging = sampleSession({
  sessionId: 'two',
  name: 'Staging',
  colour: 'teal',
  address: 'https://staging.example',
  namespace: 'team/',
  inKeychain: true,
  trouble: locked,
});

function show(
  answers: Answers = {},
  lock: Partial<LockState> = {},
  sessions: SessionView[] = [production, staging],
) {
  const bridge = installFakeBridge({
    'session.close': () => ({}),
    'clipboard.state': () => ({ clearsAt: '' }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LockScreen lock={{ ...state, ...lock }} sessions={sessions} />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

/** Chooses one of the rarer ways out of a row's menu. */
async function pick(user: ReturnType<typeof userEvent.setup>, session: string, item: string): Promise<void> {
  await user.click(button(`More for ${session}`));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name });
}

describe('LockScreen', () => {
  it('says which connections are locked, since when and why', () => {
    show();
    expect(screen.getByText(/It was idle/)).toBeTruthy();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('Payments production');
    expect(first?.textContent).toContain('https://vault.pay.example:8200');
    expect(second?.textContent).toContain('https://staging.example · team/');
    expect(document.activeElement).toBe(button('Unlock all…'));
    const blue = screen.getAllByRole('button').filter(({ className }) => /\bprimary\b/.test(className));
    expect(blue).toEqual([button('Unlock all…')]);
    expect(within(first ?? document.body).getByText('token')).toBeTruthy();
    expect(within(second ?? document.body).getByText('keychain')).toBeTruthy();
  });

  it.each([
    [{ drafts: 0, oneTimeResults: 0 }, null],
    [{ drafts: 1, oneTimeResults: 0 }, '1 unsaved edit is kept, hidden until you log in again.'],
    [{ drafts: 2, oneTimeResults: 0 }, '2 unsaved edits are kept, hidden until you log in again.'],
    [
      { drafts: 2, oneTimeResults: 1 },
      '2 unsaved edits and 1 one-time result are kept, hidden until you log in again.',
    ],
  ])('says what is kept: %o', (unsaved, words) => {
    show({}, unsaved);
    expect(screen.queryByRole('note')?.textContent ?? null).toBe(words);
  });

  it('says what is still on the clipboard', async () => {
    show({ 'clipboard.state': () => ({ clearsAt: '', problem: 'Another program holds it.' }) });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Clipboard not cleared: Another program holds it.',
    );
  });

  it('unlocks with a token, and from the keychain where it is there', async () => {
    const { bridge, user } = show({
      'session.reauthenticate': failing({ kind: 'cancelled', message: 'Closed.' }),
    });
    await user.click(button('Unlock… Payments production'));
    await user.click(button('Unlock… Staging'));
    await pick(user, 'Staging', 'Log in with token…');
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([
      { sessionId: 'one' },
      { sessionId: 'two', fromKeychain: true },
      { sessionId: 'two' },
    ]);
    bridge.answers['session.reauthenticate'] = noAnswer;
    await user.click(button('Unlock… Payments production'));
    expect(button('Unlock… Payments production').textContent).toBe('Waiting for the token…');
  });

  it('unlocks all, one prompt after another, and says that it was stopped', async () => {
    const outcome = { stopped: true, failures: [] };
    const { bridge, user } = show({ 'session.unlockAll': () => outcome });
    await user.click(button('Unlock all…'));
    expect((await screen.findByText(/^Stopped/)).textContent).toBe('Stopped: 2 connections still locked.');
    expect(bridge.inputsOf('session.unlockAll')).toEqual([{}]);
    bridge.answers['session.unlockAll'] = () => ({
      stopped: false,
      failures: [
        { sessionId: 'two', error: { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' } },
      ],
    });
    await user.click(button('Unlock all…'));
    expect(await screen.findByText('Nothing listens.')).toBeTruthy();
    expect(screen.queryByText(/^Stopped/)).toBeNull();
    const { promise, resolve } = Promise.withResolvers<typeof outcome>();
    bridge.answers['session.unlockAll'] = () => promise;
    await user.click(button('Unlock all…'));
    expect(button('Unlock… Staging').getAttribute('aria-disabled')).toBe('true');
    resolve({ stopped: false, failures: [] });
    expect(await screen.findByRole('button', { name: 'Unlock all…' })).toBeTruthy();
  });

  it('offers no “all” for one', () => {
    show({}, {}, [production]);
    expect(screen.queryByRole('button', { name: 'Unlock all…' })).toBeNull();
    expect(document.activeElement).toBe(button('Unlock… Payments production'));
  });

  it('says in which way it logs in, and offers another one', async () => {
    const login = { type: 'ldap', mount: 'ldap/', fields: { username: 'ops' } } as const;
    const { bridge, user } = show({ 'session.reauthenticate': noAnswer }, {}, [{ ...production, login }]);
    expect(screen.getByText('LDAP as ops')).toBeTruthy();
    await pick(user, 'Payments production', 'Another method…');
    const dialog = await screen.findByRole('dialog', {
      name: 'Unlock Payments production by another method',
    });
    // A locked session has no connection to ask through.
    expect(within(dialog).queryByRole('button', { name: 'List auth methods' })).toBeNull();
    await user.clear(within(dialog).getByLabelText(/User name/));
    await user.type(within(dialog).getByLabelText(/User name/), 'root');
    await user.click(within(dialog).getByRole('button', { name: 'Unlock…' }));
    expect(bridge.inputsOf('session.reauthenticate')).toEqual([
      { sessionId: 'one', login: { ...login, fields: { username: 'root' } } },
    ]);
    expect(within(dialog).getByRole('button', { name: 'Waiting for the login…' })).toBeTruthy();
  });

  it('says what failed beside the connection it failed for; a closed question is silent', async () => {
    const { bridge, user } = show({
      'session.reauthenticate': failing({
        kind: 'network',
        code: 'ECONNREFUSED',
        message: 'Nothing listens.',
      }),
    });
    await user.click(button('Unlock… Staging'));
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(second ?? document.body).getByText('Nothing listens.')).toBeTruthy();
    expect(within(first ?? document.body).queryByRole('alert')).toBeNull();
    bridge.answers['session.reauthenticate'] = failing({ kind: 'cancelled', message: 'Closed.' });
    await user.click(button('Unlock… Staging'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('closes a connection at once where nothing is kept', async () => {
    const { bridge, user } = show();
    await pick(user, 'Staging', 'Close this connection');
    expect(bridge.inputsOf('session.close')).toEqual([{ sessionId: 'two' }]);
  });

  it('asks before it closes one that may have unsaved edits', async () => {
    const { bridge, user } = show({}, { drafts: 1 });
    await pick(user, 'Staging', 'Close this connection');
    const dialog = await screen.findByRole('dialog', { name: 'Close Staging?' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep it locked' }));
    expect(bridge.inputsOf('session.close')).toEqual([]);
    await pick(user, 'Staging', 'Close this connection');
    await user.click(await screen.findByRole('button', { name: 'Discard and close' }));
    expect(bridge.inputsOf('session.close')).toEqual([{ sessionId: 'two' }]);
  });
});
