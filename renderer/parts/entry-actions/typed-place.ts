/** Place being chosen: session, mount, path. */
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { query } from '../../api/client.ts';
import type { PlaceOfEntry } from '../../api/entry-actions.ts';
import { useRead } from '../read/use-read.ts';
import { entryMounts, likeliestMount, placeProblem } from './place.ts';

export interface TypedPlace {
  /** Sessions to choose from. */
  readonly sessions: readonly SessionView[];
  readonly session: SessionView | undefined;
  readonly sessionId: string;
  readonly path: string;
  /** Undefined until the mounts of the session are known. */
  readonly mount: Mount | undefined;
  readonly mounts: readonly Mount[];
  readonly mountsError: AppError | undefined;
  /** True if mounts are unknown and listing them would cost a token use. */
  readonly mountsCost: boolean;
  readonly listMounts: () => void;
  /** Problem with the path; an empty one counts only after a first attempt to continue. */
  readonly problem: string | undefined;
  /** The place, if it is valid. */
  readonly chosen: PlaceOfEntry | undefined;
  readonly setSession: (sessionId: string) => void;
  readonly setMount: (mount: Mount) => void;
  readonly setPath: (path: string) => void;
  /** Marks an attempt to continue: from now on an empty path is a problem. */
  readonly tryIt: () => void;
}

export interface InitialPlace {
  readonly sessionId: string;
  readonly mount: Mount | undefined;
  readonly path: string;
}

/** State of a place while it is typed. */
export function useTypedPlace(sessions: readonly SessionView[], initial: InitialPlace): TypedPlace {
  const [sessionId, setSessionId] = useState(initial.sessionId);
  const [wanted, setMount] = useState(initial.mount);
  const [path, setPath] = useState(initial.path);
  const [tried, setTried] = useState(false);
  const session = sessions.find((one) => one.sessionId === sessionId);
  const listed = useRead(session, query('mount.list', { sessionId }));
  const known = sessionId === initial.sessionId && initial.mount !== undefined ? [initial.mount] : [];
  const mounts = entryMounts(listed.data ?? known);
  const mount = likeliestMount(mounts, wanted);
  const wrong = placeProblem(path);
  return {
    sessions,
    session,
    sessionId,
    path,
    mount,
    mounts,
    setMount,
    setPath,
    mountsError: listed.error,
    mountsCost: listed.unasked && mounts.length === 0,
    listMounts: listed.refresh,
    problem: path === '' && !tried ? undefined : wrong,
    chosen: wrong !== undefined || mount === undefined ? undefined : { sessionId, mount, path },
    setSession: setSessionId,
    tryIt: () => setTried(true),
  };
}
