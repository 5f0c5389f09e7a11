import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { useActions, type OfferedAction } from '../workspace/action-registry.ts';
import { useAppCommands } from './app-commands.ts';

const ran: string[] = [];

beforeAll(() => {
  // jsdom lacks idle callbacks.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  cleanup();
  ran.length = 0;
});

function action(change: Partial<OfferedAction> & Pick<OfferedAction, 'id'>): OfferedAction {
  return { label: change.id, group: 'Test', run: () => void ran.push(change.id), ...change };
}

function OfferingComponent({ actions }: { readonly actions: readonly OfferedAction[] }) {
  useAppCommands();
  useActions(() => actions);
  return null;
}

it('tells main what can be done, and again when that has changed', async () => {
  const bridge = installFakeBridge({ 'menu.offer': () => ({}) });
  const actions = [
    action({ id: 'shell.newEntry', key: 'newEntry' }),
    action({ id: 'tab.back', key: 'back', unlisted: true, idle: true }),
    action({ id: 'session.Log out…', disabled: true }),
    action({ id: 'tab.closeTab', key: 'closeTab' }),
  ];
  const { rerender } = render(<OfferingComponent actions={actions} />);
  await waitFor(() => {
    expect(bridge.inputsOf('menu.offer')).toEqual([{ commands: ['newEntry', 'closeTab'] }]);
  });
  rerender(<OfferingComponent actions={[]} />);
  await waitFor(() => {
    expect(bridge.inputsOf('menu.offer').at(-1)).toEqual({ commands: [] });
  });
});

it('does what is chosen, unless a dialog waits for an answer; the lock waits for none', () => {
  const bridge = installFakeBridge({ 'menu.offer': () => ({}) });
  render(
    <OfferingComponent
      actions={[action({ id: 'shell.newEntry', key: 'newEntry' }), action({ id: 'lock', key: 'lock' })]}
    />,
  );
  act(() => {
    bridge.emit('menu.chosen', { command: 'newEntry' });
  });
  const dialog = document.createElement('div');
  dialog.dataset['modal'] = '';
  document.body.append(dialog);
  act(() => {
    bridge.emit('menu.chosen', { command: 'newEntry' });
    bridge.emit('menu.chosen', { command: 'lock' });
    bridge.emit('menu.chosen', { command: 'closeTab' });
  });
  dialog.remove();
  expect(ran).toEqual(['shell.newEntry', 'lock']);
});
