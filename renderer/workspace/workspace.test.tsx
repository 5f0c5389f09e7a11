import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import type { WorkspaceActions } from './actions.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions, WorkspaceProvider } from './workspace.tsx';

afterEach(cleanup);

it('renders again only who reads what has changed', async () => {
  installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
  });
  const seen: string[] = [];
  let actions: WorkspaceActions | undefined;
  function Acts() {
    actions = useWorkspaceActions();
    seen.push('acts');
    return null;
  }
  function Sessions() {
    seen.push(`in front: ${useOpenSessions().session.name}`);
    return null;
  }
  function Tabs() {
    seen.push(`tabs: ${String(useWorkspace().tabs.length)}`);
    return null;
  }
  const sessions = [
    sampleSession({ sessionId: 'one', name: 'One' }),
    sampleSession({ sessionId: 'two', name: 'Two' }),
  ];
  render(
    <WorkspaceProvider sessions={sessions}>
      <Acts />
      <Sessions />
      <Tabs />
    </WorkspaceProvider>,
  );
  // Remembered workspaces are restored first.
  await act(async () => Promise.resolve());
  seen.length = 0;
  act(() => {
    actions?.openEntry(mountAt('secret/'), 'db');
  });
  expect(seen).toEqual(['tabs: 1']);
  seen.length = 0;
  act(() => {
    actions?.activate('one');
  });
  expect(seen).toEqual(['in front: One', 'tabs: 0']);
});
