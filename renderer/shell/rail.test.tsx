import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { KeychainState } from '../../shared/vault/connection.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { failing, installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import type { Answers } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { boardShown, hideBoard } from '../workspace/board.ts';
import { Rail } from './rail.tsx';
import { useShortcuts } from './shortcuts.ts';
import {
  useOpenSessions,
  useWorkspace,
  useWorkspaceActions,
  WorkspaceProvider,
} from '../workspace/workspace.tsx';

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  hideBoard();
});

const production = sampleSession({ profileId: 'p1' });
const staging = sampleSession({
  sessionId: 'two',
  name: 'Staging',
  trouble: { kind: 'locked', message: 'Locked.' },
});
const dead = sampleSession({
  sessionId: 'three',
  name: 'Dead',
  trouble: { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens.' },
});
const available: KeychainState = { available: true, backend: 'gnome_libsecret' };

function Probe() {
  const workspace = { ...useOpenSessions(), ...useWorkspace(), ...useWorkspaceActions() };
  useShortcuts();
  return (
    <>
      <p>in front: {workspace.session.name}</p>
      <input aria-label="a filter" data-filter />
      <input aria-label="a field" />
      <button
        type="button"
        onClick={() => {
          workspace.openEntry(mountAt('secret/'), 'a');
          workspace.setDirty('tab-1', true);
        }}
      >
        edit
      </button>
    </>
  );
}

function show(answers: Answers = {}, sessions: readonly SessionView[] = [production, staging, dead]) {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'lock.state': () => ({ locked: false, since: '', drafts: 0, oneTimeResults: 0 }),
    'lock.now': () => ({}),
    'profile.list': () => [],
    'keychain.state': () => available,
    'session.close': () => ({}),
    'session.logOut': () => ({ revoked: false }),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={sessions}>
        <Rail />
        <Probe />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

async function openMenu(name: string): Promise<void> {
  fireEvent.contextMenu(screen.getByRole('button', { name }));
  await screen.findByRole('menu');
}

describe('Rail', () => {
  it('opens the board by its button and by its key, which closes it again', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Board' }));
    expect(boardShown.snapshot()).toBe(true);
    await user.keyboard('{Control>}{Shift>}b{/Shift}{/Control}');
    expect(boardShown.snapshot()).toBe(false);
    await user.keyboard('{Control>}{Shift>}b{/Shift}{/Control}');
    expect(boardShown.snapshot()).toBe(true);
    // The hidden area behind does not react.
    await user.click(screen.getByLabelText('a field'));
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('a field'));
    // Selecting a session by number closes the board.
    await user.keyboard('{Control>}{Alt>}[Digit2]{/Alt}{/Control}');
    expect(boardShown.snapshot()).toBe(false);
    expect(screen.getByText('in front: Staging')).toBeTruthy();
  });

  it('switches notices of the desktop on and off for a session', async () => {
    const on = { ...production, notices: true };
    const { bridge, user } = show({ 'session.setNotices': () => on });
    await openMenu('Payments production');
    await user.click(screen.getByRole('menuitem', { name: /^Turn on notifications/ }));
    expect(bridge.inputsOf('session.setNotices')).toEqual([{ sessionId: production.sessionId, on: true }]);
    cleanup();
    show({}, [on]);
    await openMenu('Payments production');
    expect(screen.getByRole('menuitem', { name: /^Turn off notifications/ })).toBeTruthy();
  });

  it('says of every session what is wrong with it', () => {
    show();
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('button')?.ariaLabel)).toEqual([
      'Payments production',
      'Staging: locked',
      'Dead: unreachable',
    ]);
  });

  it('puts the namespaces of one token into one frame, and the digits follow what is seen', async () => {
    const health = { ...sampleSession().health, namespaces: true };
    const root = sampleSession({ sessionId: 'root', name: 'Enterprise', health });
    const team = sampleSession({
      ...root,
      sessionId: 'team',
      name: 'Enterprise · team-a',
      namespace: 'team-a',
    });
    const { user } = show({}, [root, staging, team]);
    const frame = screen.getByRole('list', { name: 'Enterprise: 2 namespaces' });
    const drawn = [...frame.querySelectorAll('button')].map(({ ariaLabel, textContent, dataset }) => [
      ariaLabel,
      `${dataset['letters'] ?? ''} ${textContent}`,
    ]);
    expect(drawn).toEqual([
      ['Enterprise · root', 'EN root'],
      ['Enterprise · team-a', 'EN team-a'],
    ]);
    await user.keyboard('{Control>}{Alt>}[Digit2]{/Alt}{/Control}');
    expect(screen.getByText('in front: Enterprise · team-a')).toBeTruthy();
  });

  it('tells twelve sessions of one connection apart, and keeps the active one in view', async () => {
    const seen: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      seen.push(this.querySelector('button')?.ariaLabel ?? '');
    };
    const twelve = Array.from({ length: 12 }, (_, index) => sampleSession({ sessionId: String(index) }));
    const { user } = show({}, twelve);
    const items = screen.getAllByRole('listitem');
    const drawn = items.map((item) =>
      [...item.querySelectorAll<HTMLElement>('[data-letters], [data-number]')]
        .map(({ dataset }) => dataset['letters'] ?? dataset['number'])
        .join(''),
    );
    expect(new Set(drawn).size).toBe(12);
    expect(drawn.slice(0, 2)).toEqual(['PP', 'PP2']);
    await user.click(screen.getByRole('button', { name: 'Payments production (12)' }));
    expect(seen.at(-1)).toBe('Payments production (12)');
    seen.length = 0;
    fireEvent(window, new Event('resize'));
    expect(seen).toEqual(['Payments production (12)']);
  });

  it('draws each trouble in a shape of its own', () => {
    show();
    const marks = ['Staging: locked', 'Dead: unreachable'].map(
      (name) => screen.getByRole('button', { name }).querySelector('svg')?.innerHTML,
    );
    expect(new Set(marks).size).toBe(2);
    expect(marks).not.toContain(undefined);
    expect(screen.getByRole('button', { name: 'Payments production' }).querySelector('svg')).toBeNull();
  });

  it('brings a session to the front with Ctrl, Alt and a digit, by the place of the key', () => {
    show();
    const press = (code: string, more: KeyboardEventInit = {}): void => {
      fireEvent.keyDown(document.body, { code, key: '¹', ctrlKey: true, altKey: true, ...more });
    };
    press('Digit1');
    expect(screen.getByText('in front: Payments production')).toBeTruthy();
    press('Digit9');
    expect(screen.getByText('in front: Dead')).toBeTruthy();
    press('Digit2');
    expect(screen.getByText('in front: Staging')).toBeTruthy();
    press('Digit4');
    press('Digit1', { modifierAltGraph: true });
    expect(screen.getByText('in front: Staging')).toBeTruthy();
  });

  it('locks with Ctrl Shift L, wherever the focus is, after what is typed has been handed over', async () => {
    const { bridge, user } = show();
    const field = screen.getByLabelText('a field');
    field.focus();
    await user.keyboard('{Control>}{Shift>}l{/Shift}{/Control}');
    expect(bridge.inputsOf('lock.now')).toEqual([{}]);
    expect(document.activeElement).not.toBe(field);
  });

  it('goes to the filter with a slash, unless one is typing', async () => {
    const { user } = show();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('a filter'));
    screen.getByLabelText('a field').focus();
    await user.keyboard('/');
    expect(screen.getByLabelText('a field')).toHaveProperty('value', '/');
  });
});

describe('the menu of a session', () => {
  it('keeps the token in the keychain and forgets it there', async () => {
    const { bridge, user } = show({ 'keychain.keep': ({ keep }) => ({ ...production, inKeychain: keep }) });
    expect(bridge.inputsOf('keychain.state')).toEqual([]);
    await openMenu('Payments production');
    await user.click(await screen.findByRole('menuitem', { name: 'Keep the token in the keychain…' }));
    expect(bridge.inputsOf('keychain.keep')).toEqual([{ sessionId: 'one', keep: true }]);
  });

  it('offers to take it out where it is kept', async () => {
    const { bridge, user } = show({ 'keychain.keep': () => production }, [
      { ...production, inKeychain: true },
    ]);
    await openMenu('Payments production');
    await user.click(screen.getByRole('menuitem', { name: 'Remove the token from the keychain' }));
    expect(bridge.inputsOf('keychain.keep')).toEqual([{ sessionId: 'one', keep: false }]);
  });

  it.each([
    ['a connection that is not remembered', sampleSession(), available, 'For remembered connections only'],
    [
      'a keychain that is none, of a connection that is not remembered either',
      sampleSession(),
      { available: false, backend: 'basic_text', reason: 'It would be kept unencrypted.' },
      'No keychain: see Settings',
    ],
  ])('says why not for %s', async (_what, session, keychain, reason) => {
    const { bridge, user } = show({ 'keychain.state': () => keychain }, [session]);
    await openMenu('Payments production');
    const item = await screen.findByRole('menuitem', { name: new RegExp(reason) });
    expect(item.ariaDisabled).toBe('true');
    await user.click(item);
    expect(bridge.inputsOf('keychain.keep')).toEqual([]);
  });

  it('says what failed, and nothing where the question was closed', async () => {
    const { bridge, user } = show({ 'keychain.keep': failing({ kind: 'cancelled', message: 'Closed.' }) });
    const keep = async (): Promise<void> => {
      await openMenu('Payments production');
      await user.click(await screen.findByRole('menuitem', { name: 'Keep the token in the keychain…' }));
    };
    await keep();
    expect(screen.queryByRole('dialog')).toBeNull();
    bridge.answers['keychain.keep'] = failing({ kind: 'internal', message: 'The keychain refused it.' });
    await keep();
    expect(await screen.findByText('The keychain refused it.')).toBeTruthy();
  });

  it('logs out by a question of main’s alone, and says what failed', async () => {
    const { bridge, user } = show({}, [production]);
    const logOut = async (): Promise<void> => {
      await openMenu('Payments production');
      await user.click(screen.getByRole('menuitem', { name: 'Log out…' }));
    };
    await logOut();
    await waitFor(() => {
      expect(bridge.inputsOf('session.logOut')).toEqual([{ sessionId: 'one' }]);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    bridge.answers['session.logOut'] = failing({ kind: 'cancelled', message: 'Cancelled.' });
    await logOut();
    expect(screen.queryByRole('dialog')).toBeNull();
    bridge.answers['session.logOut'] = failing({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'Nothing listens.',
    });
    await logOut();
    expect(await screen.findByText('The token was not revoked, and the session stays open')).toBeTruthy();
    expect(bridge.inputsOf('session.close')).toEqual([]);
  });

  it('offers other ways to log in, where they make sense', async () => {
    const { user } = show({ 'login.methods': () => ({ methods: [], server: 'Vault', namespaces: false }) });
    await openMenu('Staging: locked');
    expect(screen.queryByRole('menuitem', { name: 'Get another token…' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'Another method…' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await openMenu('Payments production');
    await user.click(screen.getByRole('menuitem', { name: 'Get another token…' }));
    expect(
      await screen.findByRole('dialog', { name: 'Get another token: Payments production' }),
    ).toBeTruthy();
  });

  it('asks of a locked session, too, where edits are kept', async () => {
    const hidden = { locked: false, since: '', drafts: 2, oneTimeResults: 0 };
    const { user } = show({ 'lock.state': () => hidden });
    await openMenu('Staging: locked');
    expect(screen.getByRole('menuitem', { name: 'Unlock…' })).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Close session' }));
    expect(await screen.findByText(/2 unsaved edits are kept, hidden/)).toBeTruthy();
  });
});
