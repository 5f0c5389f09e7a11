import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { metadata } from '../../parts/entry-actions/entry-dialogs.fixture.tsx';
import { preferences, row, show, viewOf } from './entry-screen.fixture.tsx';
import { revealMs } from '../../parts/value/reveal.ts';
import { runKey } from '../../workspace/action-registry.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('reading an entry', () => {
  it('shows keys and facts, and asks for no value', async () => {
    const bridge = show();
    await row('password');
    expect(screen.getByText('version 7 · current')).toBeTruthy();
    expect(screen.getByText('3 keys')).toBeTruthy();
    expect(within(await row('limits')).getByText('JSON object')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'hidden' })).toHaveLength(3);
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('keeps its header from loading to reading, editing and back: an open menu and the focus stay', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    show({ 'entry.open': () => answered.then(() => viewOf(7)) });
    const more = await screen.findByRole('button', { name: 'More' });
    expect(screen.queryByRole('rowheader', { name: 'password' })).toBeNull();
    answer(undefined);
    await row('password');
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('button', { name: 'Review and save…' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await row('password');
    expect(screen.getByRole('button', { name: 'More' })).toBe(more);
  });

  it('reveals one value at a time, by keyboard too', async () => {
    show();
    fireEvent.click(within(await row('username')).getByRole('button', { name: 'Reveal username' }));
    await screen.findByText('svc');
    const password = await row('password');
    password.focus();
    fireEvent.keyDown(password, { key: 'Enter' });
    await screen.findByText('pa55word');
    expect(screen.queryByText('svc')).toBeNull();
    fireEvent.keyDown(password, { key: ' ' });
    await waitFor(() => {
      expect(screen.queryByText('pa55word')).toBeNull();
    });
  });

  it('copies a value by a click on its dots, without revealing it', async () => {
    const bridge = show({ 'entry.copy': () => ({ clearsAt: '' }) });
    fireEvent.click(within(await row('password')).getByRole('img', { name: 'hidden' }));
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry-1', key: 'password' }]);
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('offers nothing to edit, and no room for facts, where there is no entry', async () => {
    show({
      'entry.open': failing({ kind: 'invalid-path', reason: 'absent', message: 'No.', path: 'x' }),
    });
    expect(await screen.findByRole('button', { name: 'Create this entry' })).toBeTruthy();
    expect(screen.getByText('secret/payments/api').tagName).toBe('CODE');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(document.querySelector('.chips')).toBeNull();
  });

  it('shows big integers of a JSON value digit for digit', async () => {
    show();
    fireEvent.click(within(await row('limits')).getByRole('button', { name: 'Reveal limits' }));
    expect(await screen.findByText(/9007199254740993/)).toBeTruthy();
  });

  it('hides a value when the window loses the focus', async () => {
    show();
    fireEvent.click(within(await row('username')).getByRole('button', { name: 'Reveal username' }));
    await screen.findByText('svc');
    fireEvent.blur(window);
    expect(screen.queryByText('svc')).toBeNull();
  });

  it('hides a value after its time', async () => {
    show();
    const button = within(await row('username')).getByRole('button', { name: 'Reveal username' });
    vi.useFakeTimers();
    fireEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(revealMs - 1));
    expect(screen.getByText('svc')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(screen.queryByText('svc')).toBeNull();
  });

  it('copies a hidden value in main, by Ctrl+C on its row, and never through the browser', async () => {
    const bridge = show();
    const password = await row('password');
    password.focus();
    fireEvent.keyDown(password, { key: 'c', ctrlKey: true });
    expect(await screen.findByText(/without showing it/)).toBeTruthy();
    expect(bridge.inputsOf('entry.copy')).toEqual([{ entryId: 'entry-1', key: 'password' }]);
    fireEvent.click(within(password).getByRole('button', { name: 'Reveal password' }));
    const value = await screen.findByText('pa55word');
    expect(fireEvent.copy(value)).toBe(false);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.copy')).toHaveLength(2);
    });
    expect(fireEvent.dragStart(value)).toBe(false);
  });

  it('closes in main what it opened', async () => {
    const bridge = show();
    await row('password');
    cleanup();
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-1' }]);
  });

  it('asks nothing more of a token with a limited number of uses', async () => {
    const bridge = show(
      {
        'app.preferences': () => ({ ...preferences, detailsOpen: true }),
      },
      { numUses: 5 },
    );
    await row('password');
    expect(await screen.findAllByText('Ask the server (1 use)')).toHaveLength(2);
    const asked = bridge.calls.map((one) => one.name).filter((name) => name.startsWith('entry.'));
    expect(asked).toEqual(['entry.open']);
  });

  it('is read again with F5 also where that costs a use', async () => {
    const bridge = show({}, { numUses: 5 });
    await row('password');
    runKey('refresh', 'main');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.open')).toHaveLength(2);
    });
  });

  it('offers its metadata where only the values may not be read', async () => {
    show({
      'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }),
      'entry.metadata': () => metadata,
    });
    await screen.findByText(/^path "secret\/data/);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit metadata…' })).toBeTruthy();
  });

  it('compares an older version with the current one, beside it', async () => {
    show({ 'entry.open': ({ version }) => viewOf(version ?? 4), 'entry.metadata': () => metadata });
    await row('password');
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    fireEvent.click(screen.getByText('open version 3'));
    fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
    // The tab of the comparison is in front.
    expect(await screen.findByText('open')).toBeTruthy();
  });

  it('names the capability that is missing', async () => {
    show({
      'entry.open': failing({ kind: 'forbidden', message: 'Not permitted.' }),
    });
    expect(
      await screen.findByText('path "secret/data/payments/api" { capabilities = ["read"] }'),
    ).toBeTruthy();
  });
});
