import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { EntryRights } from '../../../shared/vault/entry.ts';
import { query } from '../../api/client.ts';
import { useRead } from '../../parts/read/use-read.ts';
import type { EntryTab } from '../../workspace/tabs.ts';
import type { OpenState } from './open-entry.ts';

/** Facts about an entry besides its content: versions and rights. */
export interface EntryFacts {
  /** The newest version, if known. */
  readonly newest: number | undefined;
  /** An older version was requested, or another user has saved a newer one since this was read. */
  readonly old: boolean;
  /** The newest version is destroyed. */
  readonly currentGone: boolean;
  /** Capabilities of the token, if known. */
  readonly rights: EntryRights | undefined;
  /** Reads the versions again. */
  readonly refreshVersions: () => void;
  /** Reads all facts again. */
  readonly refresh: () => void;
}

/** Facts about the entry of a tab; `state`: its content. */
export function useEntryFacts(session: SessionView, tab: EntryTab, state: OpenState): EntryFacts {
  const { sessionId } = session;
  const { mount, path, version } = tab;
  const queries = useQueryClient();
  // The drawer's query serves the header too; without the drawer only an older version needs it.
  const metadata = useRead(
    session,
    query(
      'entry.metadata',
      { sessionId, mount: mount.path, path },
      { enabled: mount.engine === 'kv2' && (version !== undefined || state.kind === 'failed') },
    ),
  ).data;
  const rights = useQuery(
    query('entry.rights', { sessionId, mount: mount.path, path }, { enabled: false }),
  ).data;
  const refreshVersions = useCallback(
    () =>
      void queries.invalidateQueries({
        queryKey: query('entry.metadata', { sessionId, mount: mount.path, path }).queryKey,
      }),
    [queries, sessionId, mount, path],
  );
  const newest = metadata?.currentVersion;
  const shown = state.kind === 'ready' ? state.view.version : undefined;
  const ahead = shown !== undefined && newest !== undefined && shown > newest;
  useEffect(() => {
    if (ahead) refreshVersions();
  }, [ahead, refreshVersions]);
  return {
    newest,
    old: version === undefined ? (newest ?? 0) > (shown ?? Infinity) : version !== newest,
    currentGone: metadata?.versions.find((facts) => facts.version === newest)?.destroyed === true,
    rights,
    refreshVersions,
    refresh: () => {
      refreshVersions();
      void queries.invalidateQueries({
        queryKey: query('entry.rights', { sessionId, mount: mount.path, path }).queryKey,
      });
    },
  };
}
