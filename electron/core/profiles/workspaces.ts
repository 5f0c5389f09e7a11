/**
 * What is remembered of the work with each saved connection: places, never a value. Written a moment after the last
 * change, so that going through tabs does not write a file a tab; a connection that is not saved is remembered until it
 * is closed.
 */
import { emptyMemory, maxNamespaces } from '../../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';

/** By profile; of another namespace than the profile's own by `profile/namespace`. */
export type WorkspacesFile = Readonly<Record<string, WorkspaceMemory>>;

/** Whose memory it is: `profileId` only where the profile is still saved, `namespace` only where it is not the profile's own. */
export interface WorkspaceOwner {
  readonly sessionId: string;
  readonly profileId?: string;
  readonly namespace?: string;
}

export interface Workspaces {
  readonly load: (owner: WorkspaceOwner) => WorkspaceMemory;
  readonly save: (owner: WorkspaceOwner, memory: WorkspaceMemory) => void;
  readonly removeProfile: (profileId: string) => void;
  readonly closeSession: (sessionId: string) => void;
  /** Writes what waits to be written, now. */
  readonly flush: () => void;
}

/** How long changes are gathered before they are written. */
const GATHER_MS = 500;

/** Opens the remembered work of a file. `clean` takes out of a memory what must not be kept. */
export function createWorkspaces(
  file: {
    readonly value: () => WorkspacesFile;
    readonly save: (value: WorkspacesFile) => void;
  },
  clean: (memory: WorkspaceMemory) => WorkspaceMemory = (memory) => memory,
): Workspaces {
  const ofProfiles = new Map(Object.entries(file.value()));
  const ofSessions = new Map<string, WorkspaceMemory>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    file.save(Object.fromEntries(ofProfiles));
  }

  function namespacesOf(profileId: string): readonly string[] {
    return [...ofProfiles.keys()].filter((key) => key.startsWith(`${profileId}/`));
  }

  function changed(): void {
    timer ??= setTimeout(flush, GATHER_MS);
  }

  return {
    load: (owner) => {
      const key = keyOf(owner);
      return (key === undefined ? ofSessions.get(owner.sessionId) : ofProfiles.get(key)) ?? emptyMemory;
    },
    save: (owner, told) => {
      const memory = clean(told);
      const key = keyOf(owner);
      if (key === undefined) {
        ofSessions.set(owner.sessionId, memory);
        return;
      }
      if (JSON.stringify(ofProfiles.get(key)) === JSON.stringify(memory)) return;
      // The latest stands last: of many namespaces the first ones go.
      ofProfiles.delete(key);
      ofProfiles.set(key, memory);
      const { profileId = '' } = owner;
      for (const old of namespacesOf(profileId).slice(0, -maxNamespaces)) ofProfiles.delete(old);
      changed();
    },
    removeProfile: (profileId) => {
      const keys = [profileId, ...namespacesOf(profileId)].filter((key) => ofProfiles.delete(key));
      if (keys.length > 0) changed();
    },
    closeSession: (sessionId) => void ofSessions.delete(sessionId),
    flush,
  };
}

/** What a memory is known by in the file; undefined: it is not written. An id of a profile has no slash. */
function keyOf({ profileId, namespace }: WorkspaceOwner): string | undefined {
  return profileId === undefined || namespace === undefined ? profileId : `${profileId}/${namespace}`;
}

/** The content of `workspaces.json`; undefined where it is not ours. `parse` answers undefined for what is no memory. */
export function parseWorkspacesFile(
  data: unknown,
  parse: (memory: unknown) => WorkspaceMemory | undefined,
): WorkspacesFile | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const memories: [string, WorkspaceMemory][] = [];
  for (const [profileId, value] of Object.entries(data)) {
    const memory = parse(value);
    if (memory === undefined) return undefined;
    memories.push([profileId, memory]);
  }
  return Object.fromEntries(memories);
}
