import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../../fixtures/session.fixture.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { WorkspaceProvider, useWorkspace } from '../../workspace/workspace.tsx';
import { rowHeights } from '../../ui/row-heights.ts';
import { BrowseSideBar } from './browse-side-bar.tsx';
import { canPut } from './use-tree-hands.ts';

const mounts = [mountAt('secret/'), mountAt('pki/', 'other', 'pki')];
const folders: Readonly<Record<string, readonly string[]>> = {
  'secret/': ['both', 'both/', 'closed/', ...Array.from({ length: 50_000 }, (_, index) => `n-${index}`)],
  'secret/both/': ['inner'],
  'pki/': ['cert'],
};

let nextSession = 1;
const openForms = vi.fn<(mount: Mount, path: string) => void>();

function Tabs() {
  const { tabs } = useWorkspace();
  return <output>{tabs.map((tab) => `${tabPath(tab)}${tab.pinned ? '!' : ''}`).join(' ')}</output>;
}

function show(answers: Answers = {}, change: Partial<SessionView> = {}): FakeBridge {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => mounts,
    'folder.list': ({ mount, path }) => {
      const names = folders[mount + path];
      if (names === undefined) throw new AppFailure({ kind: 'forbidden', message: 'No.' });
      return { names: packNames(names), count: names.length, warnings: [] };
    },
    ...answers,
  });
  // Trees live as long as their session: every test has its own.
  const session = sampleSession({ sessionId: `session-${String(nextSession++)}`, ...change });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <BrowseSideBar session={session} onOpenForms={openForms} />
        <Tabs />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return bridge;
}

/** The rows on screen: name, and ARIA state. */
function shown(): string[] {
  return screen
    .getAllByRole('treeitem')
    .map((item) => `${item.getAttribute('data-key') ?? ''} ${item.getAttribute('aria-expanded') ?? '-'}`);
}

function filterCount(): string | undefined {
  return screen.getAllByRole('status').find(({ textContent }) => / of /.test(textContent))?.textContent;
}

function activeKey(): string | null | undefined {
  const id = screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.getAttribute('data-key');
}

async function openTree(): Promise<HTMLElement> {
  const tree = await screen.findByRole('tree');
  tree.focus();
  return tree;
}

afterEach(() => {
  cleanup();
  openForms.mockClear();
});

describe('the tree', () => {
  it.each([
    ['Unreachable', {}],
    ['', { trouble: { kind: 'network', code: 'x', message: 'Gone.' } }],
  ] as const)('says why a folder was not listed, unless the main area says it: “%s”', async (_, change) => {
    const gone = new AppFailure({ kind: 'network', code: 'x', message: 'Gone.' });
    show({ 'folder.list': () => Promise.reject(gone) }, change);
    const tree = await openTree();
    fireEvent.click(screen.getByRole('treeitem', { name: /^secret/ }));
    const retries = 'trouble' in change ? 0 : 1;
    await waitFor(() => expect(tree.textContent).toMatch(retries === 0 ? /not listed/ : /Retry/));
    expect(screen.queryAllByText('Retry')).toHaveLength(retries);
  });

  it('calls a mount without names empty, and no folder', async () => {
    show({ 'folder.list': () => ({ names: packNames([]), count: 0, warnings: [] }) });
    await openTree();
    fireEvent.click(screen.getByRole('treeitem', { name: /^secret/ }));
    expect(await screen.findByText('empty')).toBeTruthy();
    expect(screen.getByRole('treeitem', { name: /^secret/ }).textContent).toBe('secret/kv v2');
  });

  it('selects by Shift, Ctrl and keys, says how many, and copies their paths', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'clipboard.copyText': () => ({}) });
    const tree = await openTree();
    expect(tree.getAttribute('aria-multiselectable')).toBe('true');
    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect(await screen.findByText('2 selected')).toBeTruthy();
    await user.keyboard('{ArrowDown}{Control>} {/Control}');
    const selected = () =>
      screen.getAllByRole('treeitem', { selected: true }).map((item) => item.getAttribute('data-key'));
    expect(selected()).toEqual(['secret/both', 'secret/both/', 'secret/closed/']);
    await user.keyboard('{Control>}c{/Control}');
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([
      { text: 'secret/both\nsecret/both/\nsecret/closed/' },
    ]);
    fireEvent.click(screen.getByRole('treeitem', { name: /^n-1$/ }), { ctrlKey: true });
    fireEvent.click(screen.getByRole('treeitem', { name: /^closed/ }), { ctrlKey: true });
    expect(selected()).toEqual(['secret/both', 'secret/both/', 'secret/n-1']);
    // A selection opens and reads nothing.
    expect(bridge.inputsOf('folder.list')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByText('3 selected')).toBeNull();
  });

  it('leads to a plan by Delete, and by Ctrl C and Ctrl V in a folder', async () => {
    const user = userEvent.setup();
    let plans = 0;
    const bridge = show({
      'clipboard.copyText': () => ({}),
      'plan.make': () => ({ planId: `plan-${String(++plans)}`, jobId: `job-${String(plans)}` }),
      'plan.drop': () => ({}),
    });
    await openTree();
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Delete}');
    await waitFor(() => expect(bridge.inputsOf('plan.make')).toHaveLength(1));
    await user.keyboard('{Control>}c{/Control}{ArrowDown}{Control>}v{/Control}');
    await waitFor(() => expect(bridge.inputsOf('plan.make')).toHaveLength(2));
    const [removal, copy] = bridge.inputsOf('plan.make');
    expect(removal).toMatchObject({
      places: [{ mount: 'secret/', path: 'both/' }],
      action: { kind: 'delete' },
    });
    expect(copy).toMatchObject({
      places: [{ path: 'both/' }],
      action: { kind: 'copy', to: { mount: 'secret/', path: 'closed/both/' }, versions: 'all' },
    });
    expect(screen.getByText('Plan!')).toBeTruthy();
  });

  it('puts nothing into itself, or where it is already', () => {
    const [mount] = mounts;
    if (mount === undefined) throw new Error('No mount.');
    const place = (path: string) => ({ mount, path });
    expect(canPut([place('a/')], place('a/b/'))).toBe(false);
    expect(canPut([place('a/b/'), place('a/x')], place('a/'))).toBe(false);
    expect(canPut([place('a/b/'), place('x')], place('a/'))).toBe(true);
    expect(canPut([place('a/b')], place('a/b/'))).toBe(true);
  });

  it('lists nothing before it is asked, then only what is opened', async () => {
    const bridge = show();
    await openTree();
    expect(shown()).toEqual(['secret/ false', 'pki/ false']);
    expect(screen.getByText('kv v2')).toBeTruthy();
    expect(bridge.inputsOf('folder.list')).toEqual([]);
  });

  it('opens 50,000 names and paints the few in view, each with its place', async () => {
    const user = userEvent.setup();
    show();
    await openTree();
    await user.keyboard('{ArrowRight}');
    const first = await screen.findByText('n-0');
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(80);
    const item = first.closest('[role=treeitem]');
    expect(item?.getAttribute('aria-posinset')).toBe('4');
    expect(item?.getAttribute('aria-setsize')).toBe('50003');
    expect(item?.getAttribute('aria-level')).toBe('2');
    expect(screen.getByText('50,003')).toBeTruthy();
    await user.keyboard('{End}{ArrowUp}');
    expect(activeKey()).toBe('secret/n-49999');
  });

  it('reads an entry only on Space and Enter, and keeps an entry and a folder of one name apart', async () => {
    const user = userEvent.setup();
    const bridge = show();
    await openTree();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('both');
    await user.keyboard('{ArrowDown}');
    expect(activeKey()).toBe('secret/both');
    expect(screen.getByRole('status').textContent).toBe('');
    await user.keyboard(' ');
    expect(screen.getByRole('status').textContent).toBe('secret/both');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('status').textContent).toBe('secret/both!');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('inner')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(activeKey()).toBe('secret/both/inner');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.queryByText('inner')).toBeNull();
    expect(bridge.calls.some((one) => one.name === 'entry.open')).toBe(false);
  });

  it('says where it may not list, and goes on', async () => {
    const user = userEvent.setup();
    show();
    await openTree();
    await user.keyboard('{ArrowRight}');
    await user.click(await screen.findByText('closed/'));
    expect(await screen.findByText('needs list')).toBeTruthy();
    const row = screen.getByText('closed/').closest('[role=treeitem]');
    expect(row?.getAttribute('aria-expanded')).toBe('false');
  });

  it('never reads another engine by selecting, and opens its forms', async () => {
    const user = userEvent.setup();
    const bridge = show();
    await openTree();
    await user.click(screen.getByText('pki/'));
    await user.click(await screen.findByText('cert'));
    expect(openForms).toHaveBeenCalledExactlyOnceWith(mounts[1], 'cert');
    expect(bridge.calls.filter(({ name }) => /^(?:entry|console)\./.test(name))).toEqual([]);
  });

  it('filters as one types, with counts, and goes back', async () => {
    const user = userEvent.setup();
    show();
    await openTree();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('n-0');
    const filter = screen.getByRole('searchbox', { name: 'Filter names' });
    await user.type(filter, 'N-4999');
    expect(filterCount()).toBe('11 of 50,003');
    expect(shown()).toHaveLength(12);
    expect(shown()[0]).toBe('secret/ true');
    await user.keyboard('{Escape}');
    expect(shown().slice(0, 3)).toEqual(['secret/ true', 'secret/both -', 'secret/both/ false']);
  });

  it('finds a row by typing its first letters', async () => {
    const user = userEvent.setup();
    show();
    await openTree();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('n-0');
    await user.keyboard('clo');
    expect(activeKey()).toBe('secret/closed/');
  });

  it('copies the forms of a path from its menu', async () => {
    const bridge = show({ 'clipboard.copyText': () => ({}) });
    await openTree();
    fireEvent.contextMenu(screen.getByText('secret/'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy policy path' }));
    await waitFor(() => {
      expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: 'secret/metadata/' }]);
    });
  });
});

describe('search', () => {
  it('opens in a tab of its own for a folder, without a request yet', async () => {
    const bridge = show();
    await openTree();
    fireEvent.contextMenu(screen.getByText('secret/'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Search below this folder' }));
    expect(screen.getByRole('status').textContent).toBe('Search!');
    expect(bridge.inputsOf('search.start')).toEqual([]);
  });

  it('takes on from a filter without a hit, in all mounts', async () => {
    const user = userEvent.setup();
    const bridge = show({ 'search.start': () => ({ jobId: 'job' }) });
    await openTree();
    await user.type(screen.getByRole('searchbox', { name: 'Filter names' }), 'nowhere');
    expect(screen.getByText('No listed name contains “nowhere”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Search everywhere/ }));
    expect(bridge.inputsOf('search.start')).toMatchObject([
      { places: [{ mount: 'secret/', path: '' }], text: 'nowhere' },
    ]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Search!');
  });
});

describe('parents of the first row', () => {
  it('stay at the top, and lead back to their row', async () => {
    const user = userEvent.setup();
    show();
    const box = await openTree();
    await user.keyboard('{ArrowRight}');
    await screen.findByText('n-0');
    expect(parents(box)).toEqual([]);
    box.scrollTop = 1000 * rowHeights.comfortable.name;
    fireEvent.scroll(box);
    expect(parents(box)).toEqual(['secret/']);
    await user.click(box.querySelector('[data-parent]') ?? box);
    expect(activeKey()).toBe('secret/');
    expect(box.scrollTop).toBe(0);
    expect(parents(box)).toEqual([]);
  });
});

function parents(box: HTMLElement): readonly (string | null)[] {
  return [...box.querySelectorAll('[data-parent]')].map((row) => row.getAttribute('data-parent'));
}
