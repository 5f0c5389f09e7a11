/** Passwords that are generated in the editor: the page has a reference, and never the password. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { FakeBridge } from '../../../fixtures/fake-bridge.fixture.ts';
import { row, show, viewOf } from '../entry-screen.fixture.tsx';
// Preloaded: loading it on first use can exceed the test's timeout on a busy machine.
import './generate-dialog.tsx';

afterEach(cleanup);

const generated = { generatedId: 'made', length: 24, bits: 142.8 };

async function edit(): Promise<FakeBridge> {
  const bridge = show(
    {
      'entry.generate': () => generated,
      'entry.save': () => ({ version: 8, method: 'replace', warnings: [] }),
      'entry.view': () => viewOf(8),
    },
    { announces: true },
  );
  await row('password');
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  return bridge;
}

const press = (name: string): Promise<void> => userEvent.setup().click(screen.getByRole('button', { name }));

async function dialogOf(key: string): Promise<HTMLElement> {
  const name = `Generate a value for ${key}`;
  await userEvent.setup().click(await screen.findByRole('button', { name: `${name}…` }));
  return screen.findByRole('dialog', { name });
}

describe('a generated password', () => {
  it('replaces a value that is not opened, and is saved by its reference', async () => {
    const bridge = await edit();
    const dialog = await dialogOf('password');
    // 24 characters of 62, less the combinations that lack a set: just under 24 × log2(62).
    expect(within(dialog).getByRole('status').textContent).toBe('Entropy: 142 bits');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Symbols/ }));
    expect(within(dialog).getByRole('status').textContent).toBe('Entropy: 150 bits');
    await press('Generate');
    expect(bridge.inputsOf('entry.generate')).toMatchObject([
      { recipe: { kind: 'characters', length: 24, sets: ['lower', 'upper', 'digits', 'symbols'] } },
    ]);
    expect(await screen.findByText('24 characters · 142 bits')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Edit as JSON/ }).getAttribute('aria-disabled')).toBe('true');
    await press('Review and save…');
    const changes = await screen.findByRole('list', { name: 'Changes' });
    expect(within(changes).getByText('generated')).toBeTruthy();
    expect(within(changes).getByRole('button').getAttribute('aria-disabled')).toBe('true');
    await press('Save as version 8');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')).toEqual([
        { entryId: 'entry-1', changes: [{ op: 'set-generated', key: 'password', generated }] },
      ]);
    });
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('stands in its row only once the dialog is closed: a key pressed then is not the dialog’s', async () => {
    await edit();
    await dialogOf('password');
    const both: boolean[] = [];
    const look = new MutationObserver(() => {
      if (screen.queryByText('24 characters · 142 bits') === null) return;
      both.push(screen.queryByRole('dialog') !== null);
    });
    look.observe(document.body, { childList: true, subtree: true });
    await press('Generate');
    await screen.findByText('24 characters · 142 bits');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    look.disconnect();
    expect(both).not.toContain(true);
    expect(both).toContain(false);
  });

  it('is undone, and the value is what it was', async () => {
    await edit();
    await dialogOf('password');
    await press('Generate');
    await screen.findByText('generated');
    await press('Undo changes to password');
    expect(screen.getByText('No changes yet.')).toBeTruthy();
  });

  it('is made of words, as many as are possible', async () => {
    const bridge = await edit();
    const dialog = await dialogOf('username');
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Words/ }));
    const field = within(dialog).getByRole('textbox', { name: 'Words' });
    fireEvent.change(field, { target: { value: '2' } });
    expect(within(dialog).getByRole('button', { name: 'Generate' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    fireEvent.change(field, { target: { value: '7' } });
    expect(within(dialog).getByRole('status').textContent).toBe('Entropy: 77 bits');
    await press('Generate');
    expect(bridge.inputsOf('entry.generate')).toMatchObject([{ recipe: { kind: 'words', count: 7 } }]);
  });

  it('is the value of a new key, or is typed after all', async () => {
    const bridge = await edit();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Add a key' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new key' }), {
      target: { value: 'token' },
    });
    await dialogOf('token');
    await press('Generate');
    await screen.findByText('generated');
    await press('Review and save…');
    await press('Save as version 8');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')).toMatchObject([
        { changes: [{ op: 'set-generated', key: 'token', generated }] },
      ]);
    });
  });
});
