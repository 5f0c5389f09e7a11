import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { UpdateStage, UpdateState } from '../../../shared/ipc/contract/updates.ts';
import { query } from '../../api/client.ts';
import { createQueryClient, connectEvents } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import { updateSettings } from './updates.tsx';

afterEach(cleanup);

const update = {
  version: '0.2.0',
  released: '2026-11-01T10:00:00Z',
  sizeBytes: 100 * 1024 * 1024,
  notes: '<b>Faster</b> & safer',
};
const idle: UpdateState = {
  way: 'itself',
  why: '',
  looks: true,
  mode: 'ask',
  feed: 'https://updates.example.com/strongroom/',
  stage: { kind: 'idle' },
  checkedAt: '',
};

function Updates() {
  const state = useQuery(query('updates.state', {})).data;
  return state === undefined
    ? null
    : updateSettings(state).settings.map(({ id, show }) => <div key={id}>{show()}</div>);
}

function show(change: Partial<UpdateState> = {}) {
  let state = { ...idle, ...change };
  const answer = (next: Partial<UpdateState>) => (state = { ...state, ...next });
  const bridge = installFakeBridge({
    'updates.state': () => state,
    'updates.setMode': ({ mode }) => answer({ mode }),
    'updates.setFeed': ({ address }) => answer({ feed: address }),
    'updates.check': () => answer({ stage: { kind: 'found', update } }),
    'updates.download': () => answer({ stage: { kind: 'ready', update, atQuit: false } }),
    'updates.cancel': () => answer({ stage: { kind: 'found', update } }),
    'updates.setAtQuit': ({ on }) => answer({ stage: { kind: 'ready', update, atQuit: on } }),
    'updates.installNow': () => state,
  });
  const client = createQueryClient();
  connectEvents(client);
  render(
    <QueryClientProvider client={client}>
      <Updates />
    </QueryClientProvider>,
  );
  const tell = (stage: UpdateStage) => act(() => bridge.emit('updates.changed', answer({ stage })));
  return { bridge, tell, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the settings of updates', () => {
  it('lead from a check to an installation, and show notes as text', async () => {
    const { bridge, user } = show();
    await user.click(await button('Check now'));
    expect((await screen.findByRole('status')).textContent).toContain('Version 0.2.0 is available, 100 MiB');
    expect(screen.getByText('<b>Faster</b> & safer')).toBeTruthy();
    await user.click(await button('Download'));
    await user.click(await screen.findByRole('checkbox', { name: 'Install when I quit' }));
    expect(bridge.inputsOf('updates.setAtQuit')).toEqual([{ on: true }]);
    await user.click(await button('Quit and install…'));
    expect(bridge.inputsOf('updates.installNow')).toHaveLength(1);
  });

  it('show how far a download is, and cancel it while it runs', async () => {
    const { bridge, tell, user } = show({ stage: { kind: 'found', update } });
    bridge.answers['updates.download'] = noAnswer;
    await user.click(await button('Download'));
    tell({ kind: 'downloading', update, receivedBytes: 25 * 1024 * 1024 });
    expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByRole('status').textContent).toContain('25.0 MiB of 100 MiB');
    await user.click(await button('Cancel'));
    expect(bridge.inputsOf('updates.cancel')).toHaveLength(1);
  });

  it('change the mode and the address, and stay as they are where the person says no', async () => {
    const { bridge, user } = show();
    const no = failing({ kind: 'cancelled', message: 'Cancelled.' });
    bridge.answers['updates.setMode'] = no;
    await user.click(await screen.findByRole('radio', { name: /Automatic/ }));
    expect(bridge.inputsOf('updates.setMode')).toEqual([{ mode: 'automatic' }]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Notify' }).checked).toBe(true);
    const field = screen.getByRole('textbox', { name: 'Update address' });
    await user.clear(field);
    await user.type(field, 'http://x/');
    bridge.answers['updates.setFeed'] = failing({
      kind: 'invalid-input',
      message: 'New versions come over https:// only.',
    });
    await user.click(await button('Change…'));
    expect(await screen.findByText('New versions come over https:// only.')).toBeTruthy();
  });

  it('say why a step failed', async () => {
    const problem = {
      kind: 'bad-answer',
      message: 'It is signed with another key.',
      hint: 'Tell them.',
    } as const;
    show({ problem });
    expect((await screen.findByRole('alert')).textContent).toBe('It is signed with another key. Tell them.');
    // The line above it does not say the opposite.
    expect(screen.queryByText(/No new version is known/)).toBeNull();
  });

  it('are left to the package manager', async () => {
    const why = 'The package manager that installed this copy updates it.';
    show({ way: 'package-manager', why, looks: false });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('name a new version where a person installs it, and offer nothing that the app does not do', async () => {
    const why = 'On macOS, new versions are installed by hand.';
    const { user } = show({ way: 'by-hand', why });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value') ?? '')).toHaveLength(2);
    await user.click(await button('Check now'));
    expect((await screen.findByRole('status')).textContent).toContain('Version 0.2.0 is available');
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });
});
