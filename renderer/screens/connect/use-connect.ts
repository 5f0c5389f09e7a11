/** Logging in and checking, from the connect form: what is saved when, and where a failure is shown. */
import { useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ConnectionReport, Profile } from '../../../shared/vault/connection.ts';
import { appErrorOf } from '../../api/client.ts';
import { useCheckConnection } from '../../api/connection.ts';
import { useRemoveProfile, useSaveProfile } from '../../api/profiles.ts';
import { useOpenSession } from '../../api/session.ts';
import { differs, draftProblem, fieldErrorOf, shownName, targetOf } from './connect-draft.ts';
import type { ConnectDraft, FieldError } from './connect-draft.ts';

export interface Connecting {
  readonly pending: 'login' | 'check' | undefined;
  readonly fieldError: FieldError | undefined;
  /** A failure that belongs to no field. */
  readonly failure: AppError | undefined;
  readonly report: ConnectionReport | undefined;
  readonly check: (draft: ConnectDraft) => void;
  readonly logIn: (draft: ConnectDraft, profiles: readonly Profile[]) => void;
  readonly cancel: () => void;
  /** Forgets what the last try said: the form has changed. */
  readonly reset: () => void;
}

/** The two things the form can do; `onOpened` gets the new session. */
export function useConnect(onOpened: (session: SessionView) => void): Connecting {
  const open = useOpenSession();
  const save = useSaveProfile();
  const remove = useRemoveProfile();
  const checking = useCheckConnection();
  const running = useRef<AbortController>(undefined);
  const [pending, setPending] = useState<'login' | 'check'>();
  const [said, setSaid] = useState<Said>(nothing);

  const run = (what: 'login' | 'check', work: (signal: AbortSignal) => Promise<void>): void => {
    if (pending !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setSaid(nothing);
    setPending(what);
    work(controller.signal)
      .catch((caught: unknown) => {
        setSaid(saidOf(appErrorOf(caught)));
      })
      .finally(() => {
        setPending(undefined);
      });
  };

  const logIn = async (
    draft: ConnectDraft,
    profiles: readonly Profile[],
    signal: AbortSignal,
  ): Promise<void> => {
    const { colour, offerId } = draft;
    const target = targetOf(draft);
    const name = shownName(draft);
    const before = profiles.find((profile) => profile.profileId === draft.profileId);
    let profileId = before?.profileId;
    if (draft.remember && (before === undefined || differs(draft, before))) {
      const id = before === undefined ? {} : { profileId: before.profileId };
      profileId = (await save.mutateAsync({ ...target, ...id, name, colour })).profileId;
    }
    try {
      const session = await open.mutateAsync({
        input: {
          ...{ target, name, colour },
          ...(profileId === undefined ? {} : { profileId }),
          ...(offerId === undefined ? {} : { offerId }),
        },
        signal,
      });
      onOpened(session);
    } catch (failure) {
      // A connection is remembered when somebody has logged in to it, not when it was only tried.
      if (before === undefined && profileId !== undefined) await remove.mutateAsync(profileId);
      throw failure;
    }
  };

  return {
    pending,
    ...said,
    check: (draft) => {
      const problem = draftProblem(draft);
      if (problem !== undefined) setSaid({ ...nothing, fieldError: problem });
      else {
        run('check', async (signal) => {
          const report = await checking.mutateAsync({ target: targetOf(draft), signal });
          const fieldError = report.error === undefined ? undefined : fieldErrorOf(report.error);
          setSaid({ ...nothing, fieldError, report: fieldError === undefined ? report : undefined });
        });
      }
    },
    logIn: (draft, profiles) => {
      const problem = draftProblem(draft);
      if (problem !== undefined) setSaid({ ...nothing, fieldError: problem });
      else run('login', (signal) => logIn(draft, profiles, signal));
    },
    cancel: () => running.current?.abort(),
    reset: () => {
      setSaid(nothing);
    },
  };
}

type Said = Pick<Connecting, 'fieldError' | 'failure' | 'report'>;

const nothing: Said = { fieldError: undefined, failure: undefined, report: undefined };

/** A cancelled try says nothing; an input error goes to its field. */
function saidOf(error: AppError): Said {
  if (error.kind === 'cancelled') return nothing;
  const fieldError = fieldErrorOf(error);
  return fieldError === undefined ? { ...nothing, failure: error } : { ...nothing, fieldError };
}
