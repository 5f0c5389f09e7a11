import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { emptyMemory } from '../../shared/vault/workspace-memory.ts';
import type { DroppedDraft } from '../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { DiscardedEditsStatus } from './discarded-edits.tsx';
import { WorkspaceProvider, useWorkspace } from '../workspace/workspace.tsx';

afterEach(cleanup);

const mount: Mount = { path: 'kv/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function Front() {
  const { activeEntry } = useWorkspace();
  return <p>{activeEntry === undefined ? 'nothing' : `in front: ${activeEntry.path}`}</p>;
}

function show(dropped: DroppedDraft[]) {
  const session = sampleSession({});
  const restored: string[] = [];
  installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'draft.dropped': () => dropped,
    'draft.restore': ({ draftId }) => {
      restored.push(draftId);
      dropped = dropped.filter((one) => one.draftId !== draftId);
      return {};
    },
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <DiscardedEditsStatus sessionId={session.sessionId} />
        <Front />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), restored };
}

const now = new Date().toISOString();

it('restores a discarded edit, opens its entry and is gone', async () => {
  const { user, restored } = show([
    { draftId: 'one', mount, path: 'team/app', savedAt: now, restorableUntil: now },
  ]);
  await user.click(await screen.findByRole('button', { name: '1 discarded edit' }));
  await user.click(screen.getByRole('button', { name: 'Restore the edit of kv/team/app' }));
  expect(await screen.findByText('in front: team/app')).toBeTruthy();
  expect(restored).toEqual(['one']);
  expect(screen.queryByRole('button', { name: /discarded/ })).toBeNull();
});

it('says nothing while there is none', async () => {
  show([]);
  expect(await screen.findByText('nothing')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
