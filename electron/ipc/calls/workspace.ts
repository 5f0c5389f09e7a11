/** `workspace.*` and `draft.*`: what outlives the page, the former as places on disk, the latter in memory only. */
import type { WorkspaceOwner } from '../../core/profiles/workspaces.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of remembered places and unsaved edits. */
export function workspaceHandlers(parts: DeskParts): HandlersOf<'workspace' | 'draft'> {
  const { sessions, profiles, workspaces, drafts, entries } = parts;

  function ownerOf(sessionId: string): WorkspaceOwner {
    const { profileId } = sessions.get(sessionId);
    const saved = profileId !== undefined && profiles.find(profileId) !== undefined;
    return saved ? { sessionId, profileId } : { sessionId };
  }

  return {
    'workspace.load': ({ sessionId }) => workspaces.load(ownerOf(sessionId)),
    'workspace.save': ({ sessionId, memory }) => {
      workspaces.save(ownerOf(sessionId), memory);
      return {};
    },
    'draft.list': ({ sessionId }) => drafts.list(sessions.get(sessionId).sessionId),
    'draft.put': async ({ sessionId, mount: at, path, entryId, text }, { signal }) => {
      const session = sessions.get(sessionId);
      const held = entryId === undefined ? undefined : entries.get(entryId).card.mount;
      const mount = held?.path === at ? held : await session.mountAt(at, signal);
      drafts.put({ sessionId, mount, path, text, ...(entryId === undefined ? {} : { entryId }) });
      return {};
    },
    'draft.drop': ({ sessionId, mount, path }) => {
      drafts.drop(sessions.get(sessionId).sessionId, mount, path);
      return {};
    },
  };
}
