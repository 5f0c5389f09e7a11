/**
 * Remembered work of each saved connection: places, never values. Written a moment after the last change, so that
 * switching tabs does not write a file per tab, and off the main thread, which is often busy with the very folder or
 * entry that was opened; an unsaved connection is remembered until it is closed.
 */
import { emptyMemory, maxNamespaces } from '../../../shared/vault/workspace-memory.ts';
import type { WorkspaceMemory } from '../../../shared/vault/workspace-memory.ts';

/** Keyed by profile; in another namespace than the profile's own by `profile/namespace`. */
export type WorkspacesFile = Readonly<Record<string, WorkspaceMemory>>;

/** Owner of a memory: `profileId` only if still saved, `namespace` only if it is not the profile's own. */
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
  /** Writes pending changes before it returns; resolves once no earlier write is under way. */
  readonly flush: () => Promise<void>;
}

/** Delay in which changes are gathered before a write. */
const GATHER_MS = 500;

/** Opens the remembered work of a file. `clean` removes data that must not be kept from a memory. */
export function createWorkspaces(
  file: {
    readonly value: () => WorkspacesFile;
    readonly save: (value: WorkspacesFile) => void;
    readonly saveLater: (value: WorkspacesFile) => Promise<void>;
  },
  clean: (memory: WorkspaceMemory) => WorkspaceMemory = (memory) => memory,
): Workspaces {
  const ofProfiles = new Map(Object.entries(file.value()));
  const ofSessions = new Map<string, WorkspaceMemory>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  function write(): void {
    timer = undefined;
    const mine = file.saveLater(Object.fromEntries(ofProfiles)).then(() => {
      if (underWay === mine) underWay = undefined;
    });
    underWay = mine;
  }

  async function flush(): Promise<void> {
    if (timer !== undefined || underWay !== undefined) file.save(Object.fromEntries(ofProfiles));
    clearTimeout(timer);
    timer = undefined;
    await underWay;
  }

  function namespacesOf(profileId: string): readonly string[] {
    return [...ofProfiles.keys()].filter((key) => key.startsWith(`${profileId}/`));
  }

  function changed(): void {
    timer ??= setTimeout(write, GATHER_MS);
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
      // The latest goes last: beyond the limit, the first namespaces are dropped.
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

/** Key of a memory in the file; undefined: it is not written. A profile id has no slash. */
function keyOf({ profileId, namespace }: WorkspaceOwner): string | undefined {
  return profileId === undefined || namespace === undefined ? profileId : `${profileId}/${namespace}`;
}

/** Parses `workspaces.json`; undefined if it has another format. `parse` returns undefined for an invalid memory. */
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
