import { useCallback } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useOpenNamespace } from '../../parts/session/open-namespace.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import type { FoundPlace } from '../../parts/tree/search-store.ts';

export interface FoundOpening {
  readonly open: (found: FoundPlace, how: 'preview' | 'pin') => void;
  /** Error of opening its namespace. */
  readonly failure: AppError | undefined;
}

/** Opens a hit of a session's search; one of a namespace below in a session there, with the same token. */
export function useOpenFound(session: SessionView): FoundOpening {
  const openPlace = useOpenPlace(session.sessionId);
  const { open: openNamespace, failure } = useOpenNamespace(session);
  const open = useCallback(
    (found: FoundPlace, how: 'preview' | 'pin'): void => {
      const { sessionId: of, namespace, mount, path } = found;
      if (namespace === undefined) openPlace({ sessionId: of, mount, path }, how);
      else openNamespace(namespace, (sessionId) => openPlace({ sessionId, mount, path }, how));
    },
    [openPlace, openNamespace],
  );
  return { open, failure };
}
