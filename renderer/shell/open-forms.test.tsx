import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession } from '../fixtures/session.fixture.ts';
import { engineOf } from '../screens/console/engine-store.ts';
import { WorkspaceProvider, useWorkspace } from '../workspace/workspace.tsx';
import { useOpenForms } from './open-forms.ts';

afterEach(cleanup);

it('shows the forms of an engine in a tab, and goes to the path that was chosen', async () => {
  installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
  });
  const session = sampleSession();
  const { result } = renderHook(
    () => ({ open: useOpenForms(session.sessionId), tab: useWorkspace().activeTab }),
    { wrapper: ({ children }) => <WorkspaceProvider sessions={[session]}>{children}</WorkspaceProvider> },
  );
  act(() => {
    result.current.open(mountAt('pki/', 'other', 'pki'), 'roles/web');
  });
  await waitFor(() => {
    expect(result.current.tab).toMatchObject({ kind: 'screen', screen: 'engine', argument: 'pki/' });
  });
  expect(engineOf(session.sessionId, 'pki/').snapshot().wanted).toBe('pki/roles/web');
});
