/** A token screen inside a workspace, over a bridge that a test answers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AccessorRow, TokenInspection } from '../../../shared/vault/token-work.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { SessionRemedies } from '../../parts/refusal/session-remedies.tsx';
import { useWorkspace, WorkspaceProvider } from '../../workspace/workspace.tsx';
import { toldAtLogin } from './token-notes.ts';
import type { LookedUp } from './token-notes.ts';

let opened = 0;

/** A session of a name nobody else has: what screens keep per session starts empty. */
export function newSession(change: Partial<SessionView> = {}): SessionView {
  return sampleSession({ sessionId: `s${String(++opened)}`, ...change });
}

/** A token as a look-up tells it: half an hour of an hour left, now. */
export function lookedUp(change: Partial<LookedUp> = {}): LookedUp {
  const nowMs = Date.now();
  return {
    ...toldAtLogin(sampleToken),
    issueTime: new Date(nowMs - 1_800_000).toISOString(),
    lookedUpAt: new Date(nowMs).toISOString(),
    ttlSeconds: 1800,
    expireTime: new Date(nowMs + 1_800_000).toISOString(),
    ...change,
  };
}

export function inspection(change: Partial<TokenInspection> = {}): TokenInspection {
  return { ...lookedUp(), raw: '{\n  "data": {"id": "••••"}\n}', ...change };
}

/** A row of the table. */
export function accessorRow(accessor: string, change: Partial<LookedUp> = {}): AccessorRow {
  return { accessor, token: lookedUp({ accessor, displayName: `token-${accessor}`, ...change }) };
}

/** Renders a screen of a session; the names of screens that it opens are written down in `Opened`. */
export function showScreen(session: SessionView, children: ReactNode, answers: Answers = {}): FakeBridge {
  const bridge = installFakeBridge({
    'workspace.load': () => ({ tabs: [], activeTab: -1, recents: [], favourites: [] }),
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'clipboard.copyText': () => ({}),
    'policy.list': () => [],
    'token.roles': () => [],
    'secret.dismiss': () => ({}),
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <SessionRemedies session={session}>{children}</SessionRemedies>
        <Opened />
      </WorkspaceProvider>
    </QueryClientProvider>,
  );
  return bridge;
}

function Opened() {
  const { tabs } = useWorkspace();
  const screens = tabs.flatMap((tab) => (tab.kind === 'screen' ? [`${tab.screen} ${tab.argument}`] : []));
  return <output data-testid="opened">{screens.join('; ')}</output>;
}
