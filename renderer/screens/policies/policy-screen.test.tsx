import { offeredActions } from '../../workspace/action-registry.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { changed, edit, field, policy, run, show, text, type } from './policy-screen.fixture.tsx';

vi.mock('../../ui/code/code-editor.ts', () => import('./code-editor.fixture.tsx'));

afterEach(cleanup);

describe('the field', () => {
  it('has the focus, filters the names, and opens the first of them, or the one of that very name', async () => {
    const { user, bridge } = show();
    await screen.findByRole('button', { name: 'payments' });
    expect(document.activeElement).toBe(field());
    await user.keyboard('pay');
    expect(screen.queryByRole('button', { name: 'app' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'payments' })).toBeTruthy();
    await user.clear(field());
    await user.type(field(), ' APP {Enter}');
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    expect(bridge.inputsOf('policy.read').map(({ name }) => name)).toEqual(['payments', 'app']);
  });

  it('leads to the names by Arrow Down, which move among themselves', async () => {
    const { user } = show();
    await screen.findByRole('button', { name: 'payments' });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent.trim()).toBe('default');
    await user.keyboard('{End}');
    const names = screen.getAllByRole('listitem').map((row) => row.textContent.trim());
    expect(document.activeElement?.textContent.trim()).toBe(names.at(-1));
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent.trim()).toBe(names[0]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('heading', { name: 'default' })).toBeTruthy();
  });

  it('opens by name where listing is not allowed, and says what that needs', async () => {
    const { user, bridge } = show({
      'policy.list': failing({ kind: 'forbidden', message: 'no' }),
      'policy.read': () => policy('root', ''),
    });
    const refused = await screen.findByRole('region', { name: 'Not permitted' });
    expect(refused.textContent).toBe('Needs list on sys/policies/acl/');
    await user.type(field(), ' root {Enter}');
    expect(await screen.findByText(/The root policy has no text/)).toBeTruthy();
    expect(bridge.inputsOf('policy.read')).toMatchObject([{ name: 'root' }]);
    await user.click(within(refused).getByRole('button', { name: 'Why was I refused?' }));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(bridge.inputsOf('policy.list')).toHaveLength(2);
  });

  it.each([
    ['names to choose from', {}, 0, /^Choose one on the left/],
    ['a list that costs a use', {}, 3, /^List the policies \(1 use\), or/],
    [
      'a list that is refused',
      { 'policy.list': failing({ kind: 'forbidden', message: 'no' }) },
      0,
      /^Type a name on the left/,
    ],
  ])('stands beside a first step that fits %s', async (_what, answers, numUses, words) => {
    show(answers, '', numUses);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('asks nothing with a token of limited uses before a person wants it, and names the price', async () => {
    const { bridge, user } = show({}, 'app', 3);
    expect([bridge.inputsOf('policy.list'), bridge.inputsOf('policy.read')]).toEqual([[], []]);
    const list = within(screen.getByRole('navigation', { name: 'Policies' }));
    await user.click(await list.findByRole('button', { name: 'Ask the server (1 use)' }));
    expect(await screen.findByRole('button', { name: 'payments' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ask the server (1 use)' }));
    expect(await screen.findByRole('heading', { name: 'app' })).toBeTruthy();
    expect([bridge.inputsOf('policy.list').length, bridge.inputsOf('policy.read').length]).toEqual([1, 1]);
  });
});

describe('a policy', () => {
  it('that does not exist can be created', async () => {
    const { user } = show(
      { 'policy.read': failing({ kind: 'invalid-path', reason: 'absent', message: 'no' }) },
      'typo',
    );
    expect(await screen.findByText('There is no policy “typo”')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create it' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'typo');
  });

  it('that may not be read names the permission it needs, and can be retried', async () => {
    const { user, bridge } = show(
      { 'policy.read': failing({ kind: 'forbidden', message: 'no' }) },
      'secret-one',
    );
    expect(
      await screen.findByText('path "sys/policies/acl/secret-one" { capabilities = ["read"] }'),
    ).toBeTruthy();
    bridge.answers['policy.read'] = () => policy('secret-one');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'secret-one' })).toBeTruthy();
  });

  it('of the server itself keeps what cannot be: root is not edited, default not deleted', async () => {
    const { user } = show({}, 'default');
    await screen.findByRole('heading', { name: 'default' });
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect((await screen.findByRole('menuitem', { name: /^Delete/ })).getAttribute('aria-disabled')).toBe(
      'true',
    );
    cleanup();
    show({}, 'root');
    expect((await screen.findByRole('button', { name: 'Edit' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('is deleted once its name was typed, and leaves the list', async () => {
    const { user, bridge } = show({}, 'app');
    await screen.findByRole('heading', { name: 'app' });
    bridge.answers['policy.delete'] = failing({ kind: 'cancelled', message: 'Closed.' });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete policy…' }));
    expect(screen.getByRole('heading', { name: 'app' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    bridge.answers['policy.delete'] = () => ({ warnings: [] });
    bridge.answers['policy.list'] = () => ['default'];
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete policy…' }));
    expect(await screen.findByText('No policy selected')).toBeTruthy();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'app' })).toBeNull();
    });
    expect(bridge.inputsOf('policy.delete')).toHaveLength(2);
  });

  it('is duplicated under another name', async () => {
    const { user, bridge } = show({}, 'app');
    await screen.findByRole('heading', { name: 'app' });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate policy' }));
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveProperty('value', 'app-copy');
    await user.clear(name);
    await user.type(name, ' App-2 ');
    await user.click(screen.getByRole('button', { name: 'Create…' }));
    expect(await screen.findByRole('heading', { name: 'app-2' })).toBeTruthy();
    expect(bridge.inputsOf('policy.write')).toMatchObject([{ name: 'app-2', text, before: null }]);
    expect(bridge.inputsOf('policy.list')).toHaveLength(2);
  });
});

describe('an edit', () => {
  it('is saved by Ctrl+S, as the prompt is the review; its changes can be shown before', async () => {
    const shown = await edit();
    const { bridge, user } = shown;
    type(shown, changed);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show changes' }));
    const difference = await screen.findByRole('group', { name: 'Changes of policy app' });
    expect(difference.textContent).toContain('"list"');
    expect(bridge.inputsOf('policy.write')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    bridge.answers['policy.read'] = () => policy('app', changed);
    run('policy.save');
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(bridge.inputsOf('policy.write')).toMatchObject([{ name: 'app', text: changed, before: text }]);
    expect(bridge.inputsOf('policy.read')).toHaveLength(2);
  });

  it('stays while another policy is in front, and says so in the list', async () => {
    const shown = await edit();
    type(shown, changed);
    await shown.user.click(screen.getByRole('button', { name: 'payments' }));
    expect(await screen.findByRole('heading', { name: 'payments' })).toBeTruthy();
    const row = screen.getByRole('button', { name: 'app edited' });
    await shown.user.click(row);
    expect(screen.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
    await shown.user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'app edited' })).toBeNull();
  });

  it('says at which line the text goes wrong, while it is typed', async () => {
    const shown = await edit();
    type(shown, 'path "a" {\n  capabilities = ["raed"]\n}\n');
    expect(await screen.findByText('“raed” is not a capability.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Line 2' })).toBeTruthy();
  });

  it('is not saved with a known error, unless from the menu', async () => {
    const shown = await edit();
    const { bridge, user } = shown;
    const wrong = 'path "a" {\n  capabilities = ["raed"]\n}\n';
    type(shown, wrong);
    expect(await screen.findByText('1 error')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Save…' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show changes' }));
    // The review says it too, and leads to the line.
    expect(screen.getByText('“raed” is not a capability.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Line 2' }));
    expect(await screen.findByRole('textbox', { name: 'Policy app' })).toBeTruthy();
    expect(offeredActions().find(({ id }) => id === 'policy.save')?.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save with 1 error…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('policy.write')).toMatchObject([{ name: 'app', text: wrong }]);
    });
  });

  it('goes back to the text where the server refuses it, with the line that it names', async () => {
    const shown = await edit({
      'policy.write': failing({
        kind: 'invalid-request',
        message: 'The server refused the text.',
        serverErrors: ['failed to parse policy: At 2:3: illegal character'],
      }),
    });
    type(shown, changed);
    await shown.user.click(await screen.findByRole('button', { name: 'More' }));
    await shown.user.click(await screen.findByRole('menuitem', { name: 'Show changes' }));
    await screen.findByRole('group', { name: 'Changes of policy app' });
    run('policy.save');
    expect(await screen.findByText('Not saved')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Line 2' })).toBeTruthy();
    expect(shown.draft()?.text).toBe(changed);
  });

  it('that is declined in the prompt is as it was', async () => {
    const shown = await edit({ 'policy.write': failing({ kind: 'cancelled', message: 'Closed.' }) });
    type(shown, changed);
    await waitFor(() => {
      run('policy.save');
    });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Save…' }).getAttribute('aria-disabled')).toBeNull();
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('cannot be saved without a change or without a name', async () => {
    const shown = await edit();
    expect(screen.getByRole('button', { name: 'Save…' }).getAttribute('aria-disabled')).toBe('true');
    await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await shown.user.click(screen.getAllByRole('button', { name: 'New policy' })[0] ?? document.body);
    type(shown, changed, '');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
    });
    expect(screen.getByRole('button', { name: 'Create…' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'x' } });
    expect(screen.getByRole('button', { name: 'Create…' }).getAttribute('aria-disabled')).toBeNull();
  });
});
