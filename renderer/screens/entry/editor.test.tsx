import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { EntryChange } from '../../../shared/vault/entry.ts';
import type { MergeView } from '../../../shared/vault/editing.ts';
import { failing, noAnswer, type Answers, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { runKey } from '../../workspace/action-registry.ts';
import { draftText } from './edit/draft-text.ts';
import { emptyDraft, withMembers, withOpened, withValue } from './edit/draft.ts';
import { row, show, viewOf, type ShowOptions } from './entry-screen.fixture.tsx';

afterEach(cleanup);

type User = ReturnType<typeof userEvent.setup>;

/** Opens the entry and starts editing it. */
async function edit(
  answers: Answers = {},
  options: ShowOptions = {},
): Promise<{ user: User; bridge: FakeBridge }> {
  const user = userEvent.setup();
  const bridge = show(answers, options);
  await row('password');
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  return { user, bridge };
}

async function changePassword(user: User, to: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Edit password' }));
  const field = await screen.findByRole('textbox', { name: 'Value of password' });
  await user.clear(field);
  await user.type(field, to);
}

const reviewButton = (): HTMLElement => screen.getByRole('button', { name: 'Review and save…' });
const saveButton = (): HTMLElement => screen.getByRole('button', { name: 'Save as version 8' });

async function save(user: User): Promise<void> {
  await user.click(reviewButton());
  await user.click(saveButton());
}

const mine: readonly EntryChange[] = [{ op: 'set', key: 'password', rawJson: '"mine"' }];

/** Their side: password changed, other added, username removed. */
function merged(clash: boolean, entryId = 'theirs-1'): MergeView {
  const facts = (key: string, raw: string) => valueFacts(key, raw);
  return {
    theirs: viewOf(8, entryId, { limits: '{"max":1}', other: '1', password: clash ? '"theirs"' : '"mine"' }),
    currentVersion: 8,
    keys: [
      {
        key: 'password',
        mine: 'changed',
        theirs: 'changed',
        clash,
        baseFacts: facts('password', '"pa55word"'),
        mineFacts: facts('password', '"mine"'),
        theirFacts: facts('password', '"theirs"'),
      },
      { key: 'other', mine: 'same', theirs: 'added', clash: false, theirFacts: facts('other', '1') },
      {
        key: 'username',
        mine: 'same',
        theirs: 'removed',
        clash: false,
        baseFacts: facts('username', '"svc"'),
      },
    ],
  };
}

describe('saving', () => {
  it('shows the difference first, masked, and sends the changes and nothing else', async () => {
    const after = viewOf(8, 'entry-1', {
      fresh: '"f"',
      limits: '{"max":9007199254740993}',
      password: '"new"',
    });
    const { user, bridge } = await edit({
      'entry.save': () => ({ version: 8, warnings: ['Mind the gap.'] }),
      'entry.view': () => after,
    });
    expect(screen.getByText('clean')).toBeTruthy();
    await changePassword(user, 'new');
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    await user.click(screen.getByRole('button', { name: 'Add a key' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), 'fresh');
    await user.type(screen.getByRole('textbox', { name: 'Value of fresh' }), 'f');
    expect(screen.getByText('dirty')).toBeTruthy();
    await user.click(reviewButton());
    const changes = screen.getByRole('list', { name: 'Changes' });
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['passwordchanged', 'usernameremoved', 'freshadded']);
    expect(bridge.inputsOf('entry.save')).toEqual([]);
    await user.click(saveButton());
    expect((await screen.findAllByText('Saved as version 8.')).length).toBeGreaterThan(0);
    expect(await screen.findByText('version 8 · current')).toBeTruthy();
    expect(screen.getByText('Mind the gap.')).toBeTruthy();
    expect(screen.getByText('clean')).toBeTruthy();
    expect(bridge.inputsOf('entry.save')).toEqual([
      {
        entryId: 'entry-1',
        changes: [
          { op: 'set', key: 'password', rawJson: '"new"' },
          { op: 'remove', key: 'username' },
          { op: 'set', key: 'fresh', rawJson: '"f"' },
        ],
      },
    ]);
    expect(bridge.inputsOf('entry.reveal')).toEqual([{ entryId: 'entry-1', key: 'password' }]);
    // After a save main knows the entry: the server is not asked again.
    expect(bridge.inputsOf('entry.open')).toHaveLength(1);
  });

  it('replaces the value of a focused row by what is typed, unread; Tab goes on to the next row', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'entry.save': () => ({ version: 8, warnings: [] }) });
    (await row('limits')).focus();
    await waitFor(() => {
      expect(runKey('edit', 'main')).toBe(true);
    });
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit limits');
    });
    await user.keyboard('7{Tab}');
    await user.keyboard('new word');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value of password' }));
    expect(screen.getByDisplayValue('new word')).toBeTruthy();
    // A space presses the row, as it does any button; a pasted text replaces the value, too.
    await user.keyboard('{Tab}');
    await user.paste('pasted');
    expect(screen.getByDisplayValue('pasted')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo changes to username' }));
    await user.keyboard('{Control>}s{/Control}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')).toEqual([
        {
          entryId: 'entry-1',
          changes: [
            // Of the kind that it had.
            { op: 'set', key: 'limits', rawJson: '7' },
            { op: 'set', key: 'password', rawJson: '"new word"' },
          ],
        },
      ]);
    });
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('has the rare things of a value in the menu of its row', async () => {
    const { user } = await edit();
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    expect(await screen.findByDisplayValue('pa55word')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More for password' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'JSON' }));
    expect(screen.getByDisplayValue('"pa55word"')).toBeTruthy();
  });

  it('reveals one difference on asking: what is there from main, what will be from the draft', async () => {
    const { user } = await edit();
    await changePassword(user, 'new one');
    await user.click(reviewButton());
    expect(screen.queryByText('pa55word')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the change of password' }));
    const diff = await screen.findByRole('group', { name: 'Change of password' });
    expect(diff.textContent).toContain('pa55word');
    expect(diff.textContent).toContain('new one');
    fireEvent.blur(window);
    expect(screen.queryByRole('group', { name: 'Change of password' })).toBeNull();
  });

  it('goes by keyboard: Ctrl+S shows the difference, Escape goes back to the field, Ctrl+Enter saves', async () => {
    const { user, bridge } = await edit({
      'entry.save': () => ({ version: 8, warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    await changePassword(user, 'new');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(bridge.inputsOf('entry.save')).toEqual([]);
    await user.keyboard('{Control>}s{/Control}');
    expect(document.activeElement?.textContent).toBe('Review changes');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value of password' }));
    await user.keyboard('{Control>}s{/Control}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('version 8 · current');
    expect(bridge.inputsOf('entry.save')).toHaveLength(1);
  });

  it('says that only the changed keys were sent, where it patched', async () => {
    const { user } = await edit({
      'entry.save': () => ({ version: 8, method: 'patch', warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    await changePassword(user, 'new');
    await save(user);
    expect(await screen.findByText(/Only the changed keys were sent \(PATCH\)/)).toBeTruthy();
  });

  it('says of an engine without versions that it cannot be certain', async () => {
    const { user } = await edit(
      { 'entry.open': () => viewOf(undefined, 'entry-1', undefined, 'kv1') },
      { engine: 'kv1' },
    );
    await changePassword(user, 'new');
    await user.click(reviewButton());
    expect(screen.getByText(/has no check-and-set/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  });

  it('does not save broken JSON or a name that is taken', async () => {
    const { user } = await edit();
    await user.click(screen.getByRole('button', { name: 'Edit limits' }));
    const limits = await screen.findByRole('textbox', { name: 'Value of limits' });
    fireEvent.change(limits, { target: { value: '{"max": }' } });
    expect(screen.getByText('This is not a JSON value (line 1, column 9).')).toBeTruthy();
    expect(reviewButton().getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(limits, { target: { value: '{"max": 1}' } });
    await user.click(screen.getByRole('button', { name: 'Add a key' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), 'username');
    expect(screen.getByText('There is already a key of this name.')).toBeTruthy();
    expect(reviewButton().getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{Control>}s{/Control}');
    expect(screen.queryByRole('list', { name: 'Changes' })).toBeNull();
  });

  it('warns of a number that KV v2 will round, and of what nobody sees', async () => {
    const { user } = await edit();
    await user.click(screen.getByRole('button', { name: 'Edit limits' }));
    const limits = await screen.findByRole('textbox', { name: 'Value of limits' });
    fireEvent.change(limits, { target: { value: '{"max": 9007199254740995}' } });
    expect(screen.getByText(/9007199254740995 in “limits” will come back as 9007199254740996/)).toBeTruthy();
    await changePassword(user, ' x');
    expect(screen.getByText('space at the start')).toBeTruthy();
  });

  it('keeps the carriage returns of a value when a letter is typed into it', async () => {
    const { user, bridge } = await edit({
      'entry.reveal': () => ({ rawJson: '"one\\r\\ntwo"' }),
      'entry.save': () => ({ version: 8, warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    await user.type(await screen.findByRole('textbox', { name: 'Value of password' }), '!');
    await save(user);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')[0]?.changes).toEqual([
        { op: 'set', key: 'password', rawJson: '"one\\r\\ntwo!"' },
      ]);
    });
  });

  it('does not send more than the server takes, and says how much too much it is', async () => {
    const { user, bridge } = await edit({ 'entry.limits': () => ({ requestBytes: 1024, storage: '' }) });
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    const field = await screen.findByRole('textbox', { name: 'Value of password' });
    fireEvent.change(field, { target: { value: 'x'.repeat(2000) } });
    expect(
      await screen.findByText(/1\.\d KiB more than the 1\.0 KiB that the server takes in one request/),
    ).toBeTruthy();
    await save(user);
    expect(bridge.inputsOf('entry.save')).toEqual([]);
  });

  it('says before a save that the server takes no more strings, and lets it be tried', async () => {
    const limits = { requestBytes: 33_554_432, storage: '', requestStrings: 9 };
    const { user, bridge } = await edit({ 'entry.limits': () => limits });
    const warning = /^Saving sends 11 strings, .* refuses more than 9 in one request/;
    expect(screen.queryByText(warning)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add a key' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), 'fresh');
    expect(await screen.findByText(warning)).toBeTruthy();
    await save(user);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.save')).toHaveLength(1);
    });
  });

  it('asks before it throws edits away, and main forgets them', async () => {
    const { user, bridge } = await edit();
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByText('1 removed')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(await row('username')).toBeTruthy();
    expect(bridge.inputsOf('draft.drop')).toEqual([
      { sessionId: 'one', mount: 'secret/', path: 'payments/api' },
    ]);
    // Independent of the timing of the mirroring: the last call drops the draft.
    expect(bridge.calls.findLast(({ name }) => /^draft\.(?:put|drop)$/.test(name))?.name).toBe('draft.drop');
  });
});

describe('a conflict', () => {
  const conflict = failing({ kind: 'conflict', message: 'No.', currentVersion: 8 });

  it('merges by key, waits for a choice where both changed, and goes on over their version', async () => {
    const { user, bridge } = await edit({ 'entry.save': conflict, 'entry.merge': () => merged(true) });
    await changePassword(user, 'mine');
    await save(user);
    expect(await screen.findByText('Someone saved version 8 while you edited 7')).toBeTruthy();
    expect(bridge.inputsOf('entry.merge')).toEqual([{ entryId: 'entry-1', changes: mine }]);
    // Theirs lost a key that was left alone here: it is said, and stands right below the conflict.
    expect(screen.getByText(/^Theirs removes 1 key you kept\. 1 conflict: choose a side\./)).toBeTruthy();
    expect(screen.getByText(/Merged automatically: 1 key of theirs\./)).toBeTruthy();
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((one) => one.textContent),
    ).toEqual([
      'passwordchangedchangedYoursTheirs',
      'usernameunchangedremovedremoved (theirs)',
      'other—addedtheirs',
    ]);
    expect(screen.getByText('1 left to choose')).toBeTruthy();
    const goOn = screen.getByRole('button', { name: 'Continue' });
    expect(goOn.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('radio', { name: 'Yours' }));
    await user.click(goOn);
    bridge.answers['entry.save'] = () => ({ version: 9, warnings: [] });
    bridge.answers['entry.view'] = () => viewOf(9, 'theirs-1');
    await user.click(screen.getByRole('button', { name: 'Save as version 9' }));
    await screen.findByText('version 9 · current');
    expect(bridge.inputsOf('entry.save')[1]).toEqual({ entryId: 'theirs-1', changes: mine });
    await waitFor(() => {
      expect(bridge.inputsOf('entry.close')).toContainEqual({ entryId: 'entry-1' });
    });
    expect(bridge.inputsOf('entry.close')).not.toContainEqual({ entryId: 'theirs-1' });
  });

  it('leaves nothing to save where theirs is chosen, or where both did the same', async () => {
    for (const clash of [true, false]) {
      const { user, bridge } = await edit({ 'entry.save': conflict, 'entry.merge': () => merged(clash) });
      await changePassword(user, 'mine');
      await save(user);
      await screen.findByText('Someone saved version 8 while you edited 7');
      if (clash) await user.click(screen.getByRole('radio', { name: 'Theirs' }));
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      expect(await screen.findByText('Nothing left to save.')).toBeTruthy();
      expect(screen.getByText('version 8 · current')).toBeTruthy();
      expect(bridge.inputsOf('entry.save')).toHaveLength(1);
      cleanup();
    }
  });

  it('shows the three values of a key on asking, one key at a time', async () => {
    const { user } = await edit({
      'entry.save': conflict,
      'entry.merge': () => merged(true),
    });
    await changePassword(user, 'mine');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Show the values of password' }));
    await user.click(await screen.findByRole('button', { name: 'Before (version 7) → yours' }));
    const diff = await screen.findByRole('group', { name: 'Difference in password' });
    expect(diff.textContent).toContain('pa55word');
    expect(diff.textContent).toContain('mine');
    await user.click(screen.getByRole('button', { name: 'Show the values of other' }));
    await waitFor(() => {
      expect(screen.queryByRole('group', { name: 'Difference in password' })).toBeNull();
    });
  });

  it('closes what it looked at when it goes back, and the draft is as it was', async () => {
    const { user, bridge } = await edit({ 'entry.save': conflict, 'entry.merge': () => merged(true) });
    await changePassword(user, 'mine');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Back to editing' }));
    expect(screen.getByDisplayValue('mine')).toBeTruthy();
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'theirs-1' }]);
  });

  it('keeps the draft where what is there cannot be read, and can try again', async () => {
    const { user, bridge } = await edit({
      'entry.save': conflict,
      'entry.merge': failing({ kind: 'forbidden', message: 'May not read.' }),
    });
    await changePassword(user, 'mine');
    await save(user);
    expect(await screen.findByText('May not read.')).toBeTruthy();
    bridge.answers['entry.merge'] = () => merged(true);
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(await screen.findByRole('radio', { name: 'Yours' })).toBeTruthy();
  });

  it.each([
    [8, 'Save as version 9'],
    [0, 'Create it again'],
  ])('offers to save over an entry that is gone (version %i)', async (currentVersion, button) => {
    const { user, bridge } = await edit({
      'entry.save': conflict,
      'entry.merge': () => ({
        gone: { kind: 'invalid-path', reason: 'deleted-version', message: 'It was deleted.' },
        currentVersion,
        keys: merged(true).keys,
      }),
      'entry.saveOver': () => ({ version: 9, warnings: [] }),
      'entry.view': () => viewOf(9),
    });
    await changePassword(user, 'mine');
    await save(user);
    expect(await screen.findByText('It was deleted.')).toBeTruthy();
    expect(screen.queryByText(/left to choose/)).toBeNull();
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByText('version 9 · current');
    expect(bridge.inputsOf('entry.saveOver')).toEqual([
      { entryId: 'entry-1', changes: mine, currentVersion },
    ]);
  });
});

describe('a save whose answer was lost', () => {
  const lost = failing({ kind: 'outcome-unknown', message: 'Lost.' });

  it('is not sent again before somebody has looked', async () => {
    const { user, bridge } = await edit({
      'entry.save': lost,
      'entry.checkSave': () => ({ found: 'not-saved' }),
      'entry.view': () => viewOf(8),
    });
    await changePassword(user, 'mine');
    await save(user);
    await screen.findByText('Save not confirmed');
    await user.click(saveButton());
    expect(bridge.inputsOf('entry.save')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/still at version 7: your changes were not saved/)).toBeTruthy();
    bridge.answers['entry.save'] = () => ({ version: 8, warnings: [] });
    await user.click(saveButton());
    await screen.findByText('version 8 · current');
    expect(bridge.inputsOf('entry.checkSave')).toEqual([{ entryId: 'entry-1', changes: mine }]);
  });

  it('is told where it was saved after all', async () => {
    const { user } = await edit({
      'entry.save': lost,
      'entry.checkSave': () => ({ found: 'saved', version: 8, warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    await changePassword(user, 'mine');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect((await screen.findAllByText('Saved as version 8.')).length).toBeGreaterThan(0);
    expect(screen.getByText('clean')).toBeTruthy();
  });

  it('leads to a merge where there is something else', async () => {
    const { user, bridge } = await edit({
      'entry.save': lost,
      'entry.checkSave': failing({ kind: 'timeout', message: 'No answer.', timeoutMs: 1000 }),
      'entry.merge': () => merged(true),
    });
    await changePassword(user, 'mine');
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/The check failed, too: No answer/)).toBeTruthy();
    bridge.answers['entry.checkSave'] = () => ({ found: 'changed', currentVersion: 8 });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await user.click(await screen.findByRole('button', { name: 'Compare and merge' }));
    expect(await screen.findByRole('radio', { name: 'Yours' })).toBeTruthy();
  });
});

describe('a draft', () => {
  it('is mirrored to main while it is typed, and forgotten there once it is saved', async () => {
    const { user, bridge } = await edit({
      'entry.save': () => ({ version: 8, warnings: [] }),
      'entry.view': () => viewOf(8),
    });
    await changePassword(user, 'new');
    await waitFor(() => {
      expect(bridge.inputsOf('draft.put').at(-1)).toMatchObject({
        entryId: 'entry-1',
        path: 'payments/api',
        text: expect.stringContaining('new') as string,
      });
    });
    await save(user);
    await screen.findByText('version 8 · current');
    expect(bridge.inputsOf('draft.drop')).toHaveLength(1);
  });

  it('is gone on with after the page was replaced, over the version it was made over', async () => {
    const draft = withValue(withOpened(emptyDraft, 'password', '"pa55word"'), 'password', {
      mode: 'string',
      text: 'half typed',
    });
    const record = {
      mount: viewOf(7).mount,
      path: 'payments/api',
      entryId: 'entry-0',
      savedAt: '2026-11-20T09:00:00Z',
      text: draftText({ mode: 'edit', draft }),
    };
    const bridge = show({
      'draft.list': () => [record],
      'entry.view': () => viewOf(7, 'entry-0'),
    });
    expect(await screen.findByDisplayValue('half typed')).toBeTruthy();
    expect(screen.getByText('dirty')).toBeTruthy();
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    cleanup();
    // Main keeps the base version of a draft it stores, even after the page closes the entry.
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'entry-0' }]);

    show({
      'draft.list': () => [record],
      'entry.view': failing({ kind: 'invalid-input', message: 'Not held.' }),
    });
    expect(await screen.findByText('Your draft is now based on the current version')).toBeTruthy();
    expect(screen.getByDisplayValue('half typed')).toBeTruthy();
  });

  it('that has ended is not gone on with when another version is opened', async () => {
    const user = userEvent.setup();
    const draft = withValue(withOpened(emptyDraft, 'password', '"pa55word"'), 'password', {
      mode: 'string',
      text: 'half typed',
    });
    show({
      'draft.list': () => [
        {
          mount: viewOf(7).mount,
          path: 'payments/api',
          entryId: 'entry-0',
          savedAt: '2026-11-20T09:00:00Z',
          text: draftText({ mode: 'edit', draft }),
        },
      ],
      'entry.view': () => viewOf(7, 'entry-0'),
      'entry.open': ({ version }) => viewOf(version ?? 7),
      'entry.metadata': failing({ kind: 'forbidden', message: 'No.' }),
    });
    await screen.findByDisplayValue('half typed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await row('password');
    await user.click(screen.getByText('open version 3'));
    await screen.findByText(/^version 3/);
    expect(screen.queryByDisplayValue('half typed')).toBeNull();
    expect(screen.getByText('clean')).toBeTruthy();
  });

  it('of a new entry is gone on with as one, and leads to the entry once it exists', async () => {
    const user = userEvent.setup();
    const draft = withMembers(emptyDraft, [['user', '"svc"']], []);
    const bridge = show({
      'draft.list': () => [
        {
          mount: viewOf(7).mount,
          path: 'payments/api',
          savedAt: '2026-11-20T09:00:00Z',
          text: draftText({ mode: 'create', draft }),
        },
      ],
      'entry.create': () => ({ version: 1, warnings: [] }),
    });
    expect(await screen.findByDisplayValue('svc')).toBeTruthy();
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    await user.click(reviewButton());
    await user.click(screen.getByRole('button', { name: 'Create the entry' }));
    await row('password');
    expect(screen.getByText('clean')).toBeTruthy();
  });

  it('says when main does not keep it', async () => {
    const { user } = await edit({
      'draft.put': failing({ kind: 'too-large', message: 'Too large.', limitBytes: 1 }),
    });
    await user.click(screen.getByRole('button', { name: 'Remove username' }));
    expect(await screen.findByText('Not kept in case the window fails: Too large.')).toBeTruthy();
  });
});

describe('an entry that was not read', () => {
  const add = async (user: User, button: string, name: string, value: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: button }));
    await user.type(screen.getByRole('textbox', { name: 'Name of the new key' }), name);
    await user.type(screen.getByRole('textbox', { name: `Value of ${name}` }), value);
  };

  it('is created, and opened once it exists', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'entry.create': () => ({ version: 1, warnings: [] }) }, { mode: 'create' });
    const chips = (await screen.findByText('new, not saved yet')).closest('.chips');
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    await add(user, 'Add a key', 'user', 'svc');
    await user.click(reviewButton());
    await user.click(screen.getByRole('button', { name: 'Create the entry' }));
    await row('password');
    // The row of chips was there all along: the header keeps its height.
    expect(screen.getByText('version 7 · current').closest('.chips')).toBe(chips);
    expect(bridge.inputsOf('entry.create')).toEqual([
      {
        sessionId: 'one',
        mount: 'secret/',
        path: 'payments/api',
        changes: [{ op: 'set', key: 'user', rawJson: '"svc"' }],
      },
    ]);
  });

  it('is never created over one that is there', async () => {
    const user = userEvent.setup();
    show({ 'entry.create': failing({ kind: 'conflict', message: 'There is one.' }) }, { mode: 'create' });
    await screen.findByText('new, not saved yet');
    await add(user, 'Add a key', 'user', 'svc');
    await user.click(reviewButton());
    await user.click(screen.getByRole('button', { name: 'Create the entry' }));
    expect(await screen.findByText('There is an entry at this path already')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByDisplayValue('svc')).toBeTruthy();
    await user.click(reviewButton());
    await user.click(screen.getByRole('button', { name: 'Create the entry' }));
    await user.click(await screen.findByRole('button', { name: 'Open it and discard the draft' }));
    await row('password');
  });

  it('is changed key by key, set and removed by name', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'entry.patchUnread': () => ({ version: 4, warnings: [] }) }, { mode: 'patch' });
    await screen.findByText(/can change keys, but not read them/);
    await add(user, 'Name a key', 'user', 'svc');
    await user.click(screen.getByRole('button', { name: 'Name a key' }));
    await user.type(
      screen.getAllByRole('textbox', { name: 'Name of the new key' })[1] ?? document.body,
      'old',
    );
    await user.click(screen.getAllByRole('button', { name: 'Remove' })[1] ?? document.body);
    await user.click(reviewButton());
    await user.click(screen.getByRole('button', { name: 'Send these changes' }));
    expect((await screen.findAllByText('Changes sent; now at version 4.')).length).toBeGreaterThan(0);
    expect(bridge.inputsOf('entry.patchUnread')[0]?.changes).toEqual([
      { op: 'set', key: 'user', rawJson: '"svc"' },
      { op: 'remove', key: 'old' },
    ]);
    expect(bridge.inputsOf('entry.open')).toEqual([]);
  });
});

describe('keys from a text', () => {
  it('are looked at, then laid over the draft', async () => {
    const { user, bridge } = await edit({
      'entry.parseKeys': () => ({
        format: 'env',
        members: [
          ['password', '"from text"'],
          ['NEW_KEY', '"n"'],
        ],
        warnings: ['A comment was left out.'],
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Paste keys…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'x');
    expect(await within(dialog).findByText('.env: 1 replaced, 1 new')).toBeTruthy();
    expect(within(dialog).getByText('A comment was left out.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Import 2 keys' }));
    expect(await screen.findByDisplayValue('from text')).toBeTruthy();
    expect(screen.getByText('1 changed')).toBeTruthy();
    expect(screen.getByText('1 added')).toBeTruthy();
    expect(bridge.inputsOf('entry.save')).toEqual([]);
  });

  it('say where they cannot be read', async () => {
    const { user } = await edit({
      'entry.parseKeys': failing({ kind: 'invalid-input', message: 'Line 3 has no “=”.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Paste keys…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'x');
    expect(await within(dialog).findByText(/Line 3 has no “=”/)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('values and files', () => {
  it('fills a value from a file', async () => {
    const { user } = await edit({
      'entry.valueFromFile': () => ({
        name: 'key.pem',
        bytes: 1234,
        encoding: 'text',
        rawJson: '"from a file"',
      }),
    });
    await user.click(screen.getByRole('button', { name: 'More for password' }));
    await user.click(await screen.findByRole('menuitem', { name: 'From a file…' }));
    expect(await screen.findByDisplayValue('from a file')).toBeTruthy();
    expect(screen.getByText('Read key.pem (1.2 KiB).')).toBeTruthy();
  });

  it('writes a hidden value to a file, and is quiet where the dialog was closed', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'entry.valueToFile': () => ({ fileName: 'out.txt' }) });
    const password = await row('password');
    fireEvent.contextMenu(password);
    await user.click(await screen.findByRole('menuitem', { name: 'Save to a file…' }));
    expect(await within(password).findByText(/Wrote password to out.txt/)).toBeTruthy();
    expect(bridge.inputsOf('entry.valueToFile')).toEqual([
      { entryId: 'entry-1', key: 'password', as: 'text' },
    ]);
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
    bridge.answers['entry.valueToFile'] = failing({ kind: 'cancelled', message: 'Closed.' });
    fireEvent.contextMenu(password);
    await user.click(await screen.findByRole('menuitem', { name: 'Save to a file…' }));
    await waitFor(() => {
      expect(within(password).queryByText(/Wrote/)).toBeNull();
    });
    expect(within(password).queryByRole('alert')).toBeNull();
  });
});

describe('copying from the editor', () => {
  it('gives the selection to main, never to the browser', async () => {
    const { user, bridge } = await edit({ 'entry.save': noAnswer });
    await user.click(screen.getByRole('button', { name: 'Edit password' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Value of password' });
    field.setSelectionRange(0, 4);
    expect(fireEvent.copy(field)).toBe(false);
    expect(bridge.inputsOf('clipboard.copySecretText')).toEqual([{ text: 'pa55' }]);
    expect(await screen.findByText(/a part of/)).toBeTruthy();
    field.setSelectionRange(2, 2);
    expect(fireEvent.copy(field)).toBe(false);
    expect(bridge.inputsOf('clipboard.copySecretText')).toHaveLength(1);
  });
});
