/** Copies the chosen key of a favourite, and keeps any problem: the entry or the key can be gone. */
import { useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FavouritePlace } from '../../../shared/vault/workspace-memory.ts';
import { appErrorOf } from '../../api/client.ts';
import { copyKeyOf } from '../../parts/value/copy-key.ts';
import { copyId } from '../../workspace/uses.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';

export interface CopyProblem {
  /** `gone-entry` and `gone-key` have a remedy; `other` has the server's message. */
  readonly kind: 'gone-entry' | 'gone-key' | 'other';
  readonly error: AppError;
}

export interface CopyFavourite {
  /** Problems by the whole path. */
  readonly problems: ReadonlyMap<string, CopyProblem>;
  /** The place whose key was copied last, and the one being copied. */
  readonly copied: string | undefined;
  readonly busy: string | undefined;
  readonly copy: (place: FavouritePlace) => void;
  readonly forget: (place: FavouritePlace) => void;
}

/** Copies keys of the favourites of a session. */
export function useCopyFavourite(sessionId: string): CopyFavourite {
  const { countUse } = useWorkspaceActions();
  const [problems, setProblems] = useState<ReadonlyMap<string, CopyProblem>>(new Map());
  const [copied, setCopied] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const running = useRef(false);
  const note = (id: string, problem: CopyProblem | undefined): void => {
    setProblems((before) => {
      const next = new Map(before);
      if (problem === undefined) next.delete(id);
      else next.set(id, problem);
      return next;
    });
  };
  return {
    problems,
    copied,
    busy,
    copy: (place) => {
      const { mount, path, copyKey } = place;
      if (copyKey === undefined || running.current) return;
      const id = mount.path + path;
      running.current = true;
      setBusy(id);
      setCopied(undefined);
      copyKeyOf(sessionId, place, copyKey)
        .then(
          () => {
            note(id, undefined);
            setCopied(id);
            countUse(sessionId, copyId(mount.path, path, copyKey));
          },
          (caught: unknown) => {
            const error = appErrorOf(caught);
            note(id, error.kind === 'cancelled' ? undefined : problemOf(error));
          },
        )
        .finally(() => {
          running.current = false;
          setBusy(undefined);
        });
    },
    forget: ({ mount, path }) => note(mount.path + path, undefined),
  };
}

function problemOf(error: AppError): CopyProblem {
  if (error.kind === 'invalid-path') return { kind: 'gone-entry', error };
  if (error.kind === 'invalid-input' && error.field === 'key') return { kind: 'gone-key', error };
  return { kind: 'other', error };
}
