import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { valueFacts } from '../../shared/vault/entry-facts.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge, noAnswer } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { useWorkspaceActions, WorkspaceProvider } from '../workspace/workspace.tsx';
import { MainArea } from './main-area.tsx';

beforeAll(() => {
  // jsdom has neither layout nor idle callbacks.
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  const nothing = (): void => undefined;
  vi.stubGlobal('matchMedia', () => ({ addEventListener: nothing, removeEventListener: nothing }));
});
afterEach(cleanup);

function viewOf(path: string): EntryView {
  return {
    entryId: `e-${path}`,
    mount: mountAt('secret/'),
    path,
    version: 1,
    createdTime: '',
    keys: [valueFacts(`key of ${path}`, '""')],
    dataBytes: 2,
    warnings: [],
    readAt: '',
  };
}

function Openers() {
  const { openEntry } = useWorkspaceActions();
  return ['alpha', 'beta'].map((path) => (
    <button
      key={path}
      onClick={() => {
        openEntry(mountAt('secret/'), path, { pin: true });
      }}
    >
      open {path}
    </button>
  ));
}

it('keeps the entry of a tab behind others open, and closes it with its tab', async () => {
  const answers = [viewOf('alpha'), viewOf('beta')].map((view) => Promise.resolve(view));
  const bridge = installFakeBridge({
    'app.preferences': () => ({ theme: 'light', detailsOpen: false }) as never,
    'workspace.load': () => ({ tabs: [], activeTab: -1, recents: [], favourites: [] }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    // Each is read once; further reads never settle.
    'entry.open': () => answers.shift() ?? new Promise<EntryView>(() => undefined),
    'entry.close': () => ({}),
  });
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[sampleSession()]}>
        <Openers />
        <MainArea />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  for (const path of ['alpha', 'beta']) {
    fireEvent.click(screen.getByText(`open ${path}`));
    await screen.findByRole('rowheader', { name: `key of ${path}` });
  }
  fireEvent.click(screen.getByRole('tab', { name: 'alpha' }));
  await screen.findByRole('rowheader', { name: 'key of alpha' });
  expect(bridge.inputsOf('entry.close')).toEqual([]);
  const closeBeta = container.querySelectorAll('[data-close]')[1];
  if (closeBeta !== undefined) fireEvent.click(closeBeta);
  await waitFor(() => {
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'e-beta' }]);
  });
});

it.each([
  ['sealed', 'sealed'],
  ['unauthenticated', 'unauthenticated'],
] as const)(
  'says a trouble above the screens, unless the cluster’s says it itself: %s',
  async (_what, kind) => {
    installFakeBridge({
      'app.preferences': noAnswer,
      'workspace.load': () => ({ tabs: [], activeTab: -1, recents: [], favourites: [] }),
      'workspace.save': () => ({}),
      'draft.list': () => [],
      'cluster.watch': noAnswer,
    });
    function Open() {
      const { openScreen } = useWorkspaceActions();
      return <button onClick={() => openScreen('cluster')}>open the cluster</button>;
    }
    const session = sampleSession({ trouble: { kind, message: 'Trouble.' } });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <WorkspaceProvider sessions={[session]}>
          <Open />
          <MainArea />
        </WorkspaceProvider>
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByText('open the cluster'));
    await screen.findByRole('region', { name: 'Verdict' });
    const above = screen.queryByText(/What you see may be out of date/);
    expect(above === null).toBe(kind === 'sealed');
  },
);
