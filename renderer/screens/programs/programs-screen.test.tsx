/** The screen of programs over a bridge that a test controls. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PastRequest, ProgramGrant, ProgramsState } from '../../../shared/vault/programs.ts';
import { connectEvents, createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { withRoom } from '../../fixtures/screen.fixture.tsx';
import { numbered } from './program-words.ts';
import { ProgramsScreen } from './programs-screen.tsx';

withRoom();
// No list is polled on a hidden page: what appears came by an event.
beforeEach(() => void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'));
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const off: ProgramsState = { on: false, socket: '/run/user/1000/s', grants: [], requests: [], waiting: 0 };
const at = new Date().toISOString();
const request: PastRequest = {
  at,
  who: 'node app.js',
  agent: false,
  command: 'run',
  connection: 'payments',
  keys: ['strongroom://payments/secret/web#password'],
  outcome: 'given',
};
const grant: ProgramGrant = {
  id: 'g1',
  who: 'make in /home/ada/web',
  agent: true,
  connection: 'payments',
  keys: ['strongroom://payments/secret/web#password', 'strongroom://payments/secret/web#user'],
  until: null,
  while: 'bash (4242)',
  givenAt: at,
};

function show(first: ProgramsState) {
  let state = first;
  const bridge = installFakeBridge({
    'programs.list': () => state,
    'programs.revoke': () => (state = { ...state, grants: [] }),
    'app.setPreferences': () => {
      state = { ...state, on: true };
      throw new Error('not of interest');
    },
    'app.preferences': () => {
      throw new Error('not of interest');
    },
    'clipboard.copyText': () => ({}),
  });
  const client = createQueryClient();
  ends.push(connectEvents(client));
  render(
    <QueryClientProvider client={client}>
      <ProgramsScreen />
    </QueryClientProvider>,
  );
  const tell = (next: ProgramsState) => {
    state = next;
    act(() => {
      bridge.emit('programs.changed', {});
    });
  };
  return { bridge, tell, user: userEvent.setup() };
}

describe('programs', () => {
  it('say what they are while off, turn on by one button, and have a line to try', async () => {
    const { bridge, user } = show(off);
    expect(await screen.findByText('Programs cannot ask for secrets')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy this line' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: 'strongroom status' }]);
    await user.click(screen.getByRole('button', { name: 'Let programs ask' }));
    expect(bridge.inputsOf('app.setPreferences')).toEqual([{ programs: true }]);
  });

  it('show a request as soon as it has ended, and who waits', async () => {
    const { tell, user } = show({ ...off, on: true });
    expect(await screen.findByText('No program has asked yet')).toBeTruthy();
    expect(screen.getByText('/run/user/1000/s')).toBeTruthy();
    tell({ ...off, on: true, waiting: 1 });
    expect(await screen.findByText('1 request waiting for your answer')).toBeTruthy();
    tell({ ...off, on: true, requests: [{ ...request, outcome: 'denied' }, request] });
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('node app.jspaymentsstrongroom://payments/secret/web#password');
    expect([first, second].map((row) => row?.textContent.match(/Denied|Given/)?.[0])).toEqual([
      'Denied',
      'Given',
    ]);
    await user.click(first ?? document.body);
    const details = within(await screen.findByRole('complementary', { name: 'Request' }));
    expect(details.getByText('strongroom://payments/secret/web#password')).toBeTruthy();
  });

  it('revoke a grant by its row, and all', async () => {
    const { bridge, tell, user } = show({ ...off, on: true, grants: [grant] });
    await user.click(await screen.findByRole('tab', { name: 'Grants' }));
    expect(await screen.findByText('while bash (4242) runs')).toBeTruthy();
    expect(screen.getByText('Agent: make in /home/ada/web')).toBeTruthy();
    expect(screen.getByText('2 references')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    expect(bridge.inputsOf('programs.revoke')).toEqual([{ id: 'g1' }]);
    tell({ ...off, on: true, grants: [grant] });
    await user.click(screen.getByRole('button', { name: 'Revoke all' }));
    await waitFor(() => expect(bridge.inputsOf('programs.revoke')).toEqual([{ id: 'g1' }, { all: true }]));
    tell({ ...off, on: true });
    expect(await screen.findByText('No grants')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Revoke all' })).toBeNull();
  });
});

it('requests of one moment keep their keys when a newer one comes', () => {
  const [newer, older] = [
    { ...request, who: 'newer' },
    { ...request, who: 'older' },
  ];
  const before = numbered([newer, older]);
  const after = numbered([{ ...request, who: 'newest' }, newer, older]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(3);
  expect(after.slice(1)).toEqual(before);
});
