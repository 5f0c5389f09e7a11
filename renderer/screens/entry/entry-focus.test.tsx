/** Focus while an entry is opened, edited and saved by keyboard alone. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { runKey } from '../../workspace/action-registry.ts';
import { row, show, viewOf } from './entry-screen.fixture.tsx';

afterEach(cleanup);

const focused = (): Element | null => document.activeElement;

describe('opening an entry', () => {
  it('moves the focus to its first key, once it is read', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    show({ 'entry.open': () => answered.then(() => viewOf(7)) });
    await screen.findByRole('heading', { name: 'api' });
    answer(undefined);
    const first = await row('limits');
    await waitFor(() => {
      expect(focused()).toBe(first);
    });
  });

  it('leaves the focus where somebody has gone on meanwhile', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    show({ 'entry.open': () => answered.then(() => viewOf(7)) });
    const more = await screen.findByRole('button', { name: 'More' });
    fireEvent.keyDown(document.body, { key: 'Tab' });
    more.focus();
    answer(undefined);
    await row('limits');
    expect(focused()).toBe(more);
  });

  it('moves it to the heading where there is nothing to read', async () => {
    show({ 'entry.open': () => viewOf(7, 'entry-1', {}) });
    const heading = await screen.findByRole('heading', { name: 'api' });
    await waitFor(() => {
      expect(focused()).toBe(heading);
    });
  });

  it('of a new one moves it to the button for the first key', async () => {
    show({}, { mode: 'create' });
    const add = await screen.findByRole('button', { name: 'Add a key' });
    await waitFor(() => {
      expect(focused()).toBe(add);
    });
  });
});

describe('editing one key', () => {
  it('takes four keys beside the value: E, Enter, Ctrl+S, Ctrl+S', async () => {
    const user = userEvent.setup();
    const bridge = show({
      'entry.save': () => ({ version: 8, method: 'replace', warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    const first = await row('limits');
    await waitFor(() => {
      expect(focused()).toBe(first);
    });
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(await row('password'));
    // Same action as the shortcut of the key map.
    await waitFor(() => {
      expect(runKey('edit', 'main')).toBe(true);
    });
    const pencil = await screen.findByRole('button', { name: 'Edit password' });
    await waitFor(() => {
      expect(focused()).toBe(pencil);
    });
    await user.keyboard('{Enter}');
    const field = await screen.findByRole('textbox', { name: 'Value of password' });
    expect(focused()).toBe(field);
    await user.keyboard('!{Control>}s{/Control}');
    expect(await screen.findByRole('list', { name: 'Changes' })).toBeTruthy();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')).toEqual([
        { entryId: 'entry-1', changes: [{ op: 'set', key: 'password', rawJson: '"pa55word!"' }] },
      ]);
    });
    // Back in the table, not lost.
    await waitFor(() => {
      expect(focused()?.getAttribute('role')).toBe('row');
    });
  });
});
