/** A session's memory between runs. */
import type { WorkspaceMemory } from '../../shared/vault/workspace-memory.ts';
import { activeTabOf } from './tab-list.ts';
import type { EntryTab } from './tabs.ts';
import { placesOf } from './workspace-state.ts';
import type { WorkspaceState } from './workspace-state.ts';

/** Maximum number of remembered tabs per session. */
const maxTabs = 200;

/** Memory of a session; of its tabs only those of existing entries. */
export function memoryOf(state: WorkspaceState, sessionId: string): WorkspaceMemory {
  const own = state.tabs.filter(
    (tab): tab is EntryTab => tab.kind === 'entry' && tab.sessionId === sessionId,
  );
  const tabs = own.filter((tab) => tab.mode !== 'create').slice(0, maxTabs);
  const frontId = activeTabOf(state, sessionId)?.tabId;
  const uses = state.uses[sessionId] ?? [];
  const requests = state.requests[sessionId] ?? [];
  const namespaces = state.namespaces[sessionId] ?? [];
  return {
    tabs: tabs.map(({ mount, path, pinned, version }) => ({
      mount,
      path,
      pinned,
      ...(version === undefined ? {} : { version }),
    })),
    activeTab: tabs.findIndex((tab) => tab.tabId === frontId),
    ...placesOf(state, sessionId),
    ...(uses.length === 0 ? {} : { uses }),
    ...(requests.length === 0 ? {} : { requests }),
    ...(namespaces.length === 0 ? {} : { namespaces }),
  };
}
