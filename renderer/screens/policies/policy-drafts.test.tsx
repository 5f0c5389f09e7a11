/** Unsaved edits: stored by main, restored, and merged with another user's save. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { policiesPlace, policyDraftText } from '../../../shared/vault/policy-draft.ts';
import { flushDrafts } from '../../api/drafts.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { runKey } from '../../workspace/action-registry.ts';
import { changed, edit, field, policy, run, show, text, type } from './policy-screen.fixture.tsx';

vi.mock('../../ui/code/code-editor.ts', () => import('./code-editor.fixture.tsx'));

afterEach(cleanup);

function record(path: string, draft: { name: string; before: string | null; text: string }) {
  return { mount: policiesPlace, path, text: policyDraftText(draft), savedAt: '2026-11-20T09:00:00Z' };
}

describe('an unsaved edit', () => {
  it('is handed to main as it is typed, and forgotten there once it is discarded', async () => {
    const shown = await edit();
    const { bridge, session } = shown;
    await flushDrafts();
    expect(bridge.inputsOf('draft.put')).toEqual([]);
    type(shown, changed);
    await flushDrafts();
    const at = { sessionId: session.sessionId, mount: 'sys/policies/acl/', path: 'app' };
    expect(bridge.inputsOf('draft.put')).toEqual([
      { ...at, text: policyDraftText({ name: 'app', before: text, text: changed }) },
    ]);
    await shown.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(bridge.inputsOf('draft.drop')).toEqual([at]);
  });

  it('comes back from main: what was typed last, in front where nothing else is', async () => {
    const { bridge, draft } = show({
      'draft.list': () => [
        record('app', { name: 'app', before: text, text: changed }),
        record('', { name: 'Fresh', before: null, text }),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'app edited' })).toBeTruthy();
    const unsaved = screen.getByRole('list', { name: 'Unsaved policies' });
    fireEvent.click(within(unsaved).getByRole('button', { name: 'Fresh edited' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Fresh');
    expect(draft()).toEqual({ name: 'app', before: text, text: changed });
    expect(bridge.inputsOf('policy.read')).toEqual([]);
  });

  it('is not begun anew before it is known whether main keeps one', async () => {
    const loading = Promise.withResolvers<readonly ReturnType<typeof record>[]>();
    show({ 'draft.list': () => loading.promise }, 'app');
    await screen.findByRole('button', { name: 'payments' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    loading.resolve([record('app', { name: 'app', before: text, text: changed })]);
    expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeTruthy();
  });

  it('that main cannot keep says so', async () => {
    const shown = await edit({
      'draft.put': failing({ kind: 'too-large', message: 'Too much.', limitBytes: 1 }),
    });
    type(shown, changed);
    await flushDrafts();
    expect(await screen.findByText('Not kept in case the window fails: Too much.')).toBeTruthy();
  });

  it('of a new policy stays when another one is begun', async () => {
    const shown = show({}, 'app');
    const { user, draft } = shown;
    const duplicate = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Duplicate policy' }));
    };
    await duplicate();
    type(shown, 'mine', '');
    await user.click(screen.getByRole('button', { name: 'app' }));
    await duplicate();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'app-copy');
    expect([draft('')?.text, draft(' 2')?.text]).toEqual(['mine', text]);
    expect(screen.getAllByRole('button', { name: 'app-copy edited' })).toHaveLength(2);
  });
});

describe('an edit that somebody overtook', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `# line ${String(at)}`);
  const base = lines.join('\n');
  const mine = lines.with(1, '# mine').join('\n');
  const conflict = failing({ kind: 'conflict', message: 'Someone changed the policy “app”.' });

  async function overtakenBy(theirs: string, from = base, to = mine) {
    const shown = await edit({ 'policy.read': () => policy('app', from), 'policy.write': conflict });
    const { bridge, user } = shown;
    type(shown, to);
    await waitFor(() => {
      run('policy.save');
    });
    expect(await screen.findByText('Someone changed the policy “app”.')).toBeTruthy();
    bridge.answers['policy.read'] = () => policy('app', theirs);
    bridge.answers['policy.write'] = () => ({ warnings: [] });
    await user.click(screen.getByRole('button', { name: 'Compare and merge' }));
    await screen.findByRole('region', { name: 'Merge of policy app' });
    return shown;
  }

  async function saved({ bridge, user }: Awaited<ReturnType<typeof overtakenBy>>) {
    await screen.findByRole('group', { name: 'Changes of policy app' });
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    await screen.findByRole('button', { name: 'Edit' });
    return bridge.inputsOf('policy.write').at(-1);
  }

  it('is merged where both changed other lines, and seen as a difference with theirs', async () => {
    const theirs = lines.with(7, '# theirs').join('\n');
    const shown = await overtakenBy(theirs);
    expect(screen.getByText(/^Merged automatically/)).toBeTruthy();
    const result = screen.getByRole('group', { name: 'Result for policy app' });
    expect(result.textContent).toContain('# mine');
    await shown.user.click(screen.getByRole('button', { name: 'Use merged text' }));
    const both = lines.with(1, '# mine').with(7, '# theirs').join('\n');
    expect(await saved(shown)).toMatchObject({ text: both, before: theirs });
  });

  it('is decided by a person where both changed the same lines', async () => {
    const theirs = lines.with(1, '# theirs').join('\n');
    const shown = await overtakenBy(theirs);
    expect(screen.getByText(/1 left to choose/)).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Conflict 1 of policy app' }).textContent).toContain('# theirs');
    const merged = screen.getByRole('button', { name: 'Use merged text' });
    expect(merged.getAttribute('aria-disabled')).toBe('true');
    await shown.user.click(screen.getByRole('radio', { name: 'Both' }));
    await shown.user.click(merged);
    const both = lines.toSpliced(1, 1, '# theirs', '# mine').join('\n');
    expect(await saved(shown)).toMatchObject({ text: both, before: theirs });
  });

  it('may be kept as it is, once theirs was seen; the edit is as it was until then', async () => {
    const theirs = lines.with(1, '# theirs').join('\n');
    const shown = await overtakenBy(theirs);
    expect(shown.draft()).toMatchObject({ text: mine, before: base });
    await shown.user.click(screen.getByRole('button', { name: 'Keep my text' }));
    expect(await saved(shown)).toMatchObject({ text: mine, before: theirs });
  });
});

describe('F5', () => {
  it('refreshes the list or the policy, whichever has the focus', async () => {
    const { bridge, user } = show({}, 'app');
    await screen.findByRole('heading', { name: 'app' });
    expect(document.activeElement).toBe(field());
    expect(runKey('refresh', 'main')).toBe(true);
    const asked = () => [bridge.inputsOf('policy.list').length, bridge.inputsOf('policy.read').length];
    await waitFor(() => {
      expect(asked()).toEqual([2, 1]);
    });
    screen.getByRole('button', { name: 'Edit' }).focus();
    runKey('refresh', 'main');
    await waitFor(() => {
      expect(asked()).toEqual([2, 2]);
    });
    // A refresh does not overwrite an edit.
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    screen.getByRole('button', { name: 'Test' }).focus();
    runKey('refresh', 'main');
    await waitFor(() => {
      expect(asked()).toEqual([3, 2]);
    });
  });

  it('that fails says so, above what was read before; a policy that is gone is not shown', async () => {
    const { bridge } = show({}, 'app');
    await screen.findByRole('heading', { name: 'app' });
    bridge.answers['policy.read'] = failing({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'No way there.',
    });
    bridge.answers['policy.list'] = failing({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'No way there.',
    });
    runKey('refresh', 'main');
    expect(await screen.findByText('The policies could not be listed')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'payments' })).toBeTruthy();
    screen.getByRole('button', { name: 'Edit' }).focus();
    runKey('refresh', 'main');
    expect(await screen.findByText('The policy “app” could not be read')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'app' })).toBeTruthy();
    bridge.answers['policy.read'] = failing({ kind: 'invalid-path', reason: 'absent', message: 'no' });
    runKey('refresh', 'main');
    expect(await screen.findByText('There is no policy “app”')).toBeTruthy();
  });
});

it('shows what the server remarks about a policy that it saved', async () => {
  const shown = await edit({ 'policy.write': () => ({ warnings: ['Duplicate attribute.'] }) });
  type(shown, changed);
  await waitFor(() => {
    run('policy.save');
  });
  expect(await screen.findByText('Duplicate attribute.')).toBeTruthy();
});

it('cannot be edited or copied where a credential in it is hidden: that would be written back', async () => {
  const { user } = show({ 'policy.read': () => policy('app', '# token: [redacted]\n') }, 'app');
  expect((await screen.findByRole('button', { name: 'Edit' })).getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'More' }));
  const duplicate = await screen.findByRole('menuitem', { name: /^Duplicate/ });
  expect(duplicate.getAttribute('aria-disabled')).toBe('true');
});

it('is not refreshed by a key where that costs a use of the token', async () => {
  const { bridge } = show({}, 'app', 3);
  await screen.findAllByRole('button', { name: 'Ask the server (1 use)' });
  expect(runKey('refresh', 'main')).toBe(false);
  expect([bridge.inputsOf('policy.list'), bridge.inputsOf('policy.read')]).toEqual([[], []]);
});
