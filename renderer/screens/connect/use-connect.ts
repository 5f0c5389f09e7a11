/**
 * Logging in, checking and saving from the connect form: the order of saving, and the place of an error. A login that
 * fails on the way to the server is followed by a check, which names the failing step.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import type { CheckStep, ConnectionReport, Profile } from '../../../shared/vault/connection.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { onCheckStep } from '../../api/connection.ts';
import { refreshProfiles, removeProfile, saveProfile } from '../../api/profiles.ts';
import { openSession } from '../../api/session.ts';
import { loginIn } from '../../parts/login/login-draft.ts';
import { differs, lookOf, targetOf } from './connect-draft.ts';
import type { ConnectDraft } from './connect-draft.ts';
import { draftProblem, fieldErrorOf, targetProblem } from './draft-fields.ts';
import type { FieldError } from './draft-fields.ts';

export type Pending = 'login' | 'check' | 'save';

export interface Connecting {
  readonly pending: Pending | undefined;
  readonly fieldError: FieldError | undefined;
  /** A failure that concerns no single field. */
  readonly failure: AppError | undefined;
  readonly report: ConnectionReport | undefined;
  /** The steps of the check so far: of the running one, else of the report. */
  readonly steps: readonly CheckStep[];
  readonly check: (draft: ConnectDraft) => void;
  /** `before`: the remembered connection that the draft changes. */
  readonly save: (draft: ConnectDraft, before: Profile | undefined) => void;
  readonly logIn: (draft: ConnectDraft, before: Profile | undefined) => void;
  readonly cancel: () => void;
  /** Shows a problem of the form before anything is sent. */
  readonly complain: (problem: FieldError) => void;
  /** Clears the last result: the form has changed. */
  readonly reset: () => void;
}

export interface ConnectingEvents {
  readonly onOpened: (session: SessionView) => void;
  /** The draft is remembered now. */
  readonly onSaved: (draft: ConnectDraft, profile: Profile) => void;
}

/** The actions of the form. */
export function useConnect({ onOpened, onSaved }: ConnectingEvents): Connecting {
  const client = useQueryClient();
  const running = useRef<AbortController>(undefined);
  /** Results of older attempts are ignored: a change of the form starts a new number. */
  const latest = useRef(0);
  const [pending, setPending] = useState<Pending>();
  const [said, setSaid] = useState<Said>(nothing);
  const [live, setLive] = useState<readonly CheckStep[]>([]);

  const run = (
    what: Pending,
    draft: ConnectDraft,
    work: (signal: AbortSignal, say: (next: Said) => void) => Promise<void>,
  ): void => {
    if (pending !== undefined) return;
    const mine = ++latest.current;
    const say = (next: Said): void => {
      if (mine === latest.current) setSaid(next);
    };
    const problem = what === 'check' ? targetProblem(draft) : draftProblem(draft);
    setSaid(problem === undefined ? nothing : { ...nothing, fieldError: problem });
    if (problem !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setPending(what);
    work(controller.signal, say)
      .catch((caught: unknown) => say(saidOf(appErrorOf(caught))))
      .finally(() => setPending(undefined));
  };

  const look = async (draft: ConnectDraft, signal: AbortSignal): Promise<ConnectionReport> => {
    setLive([]);
    const stop = onCheckStep((step) => setLive((before) => [...before, step]));
    try {
      return await vault.connection.check({ target: targetOf(draft) }, signal);
    } finally {
      stop();
    }
  };

  const save = (draft: ConnectDraft, before: Profile | undefined, signal: AbortSignal): Promise<Profile> => {
    const id = before === undefined ? {} : { profileId: before.profileId };
    const wanted = { ...targetOf(draft), ...id, ...lookOf(draft), ...loginIn(draft.login) };
    return saveProfile(client, wanted, signal);
  };

  const logIn = async (
    draft: ConnectDraft,
    before: Profile | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const { environmentId, login } = draft;
    let profile = before;
    if (before === undefined ? draft.remember : differs(draft, before)) {
      profile = await save(draft, before, signal);
      if (before !== undefined) onSaved(draft, profile);
    }
    try {
      const input = {
        target: targetOf(draft),
        ...lookOf(draft),
        ...(profile === undefined ? {} : { profileId: profile.profileId }),
        ...(environmentId === undefined ? {} : { environmentId }),
        ...loginIn(login),
      };
      const session = await openSession(client, input, signal);
      if (before === undefined && profile !== undefined) onSaved(draft, profile);
      void refreshProfiles(client);
      onOpened(session);
    } catch (failure) {
      // A new connection is remembered only after a login, not after a failed attempt.
      if (before === undefined && profile !== undefined) await removeProfile(client, profile.profileId);
      throw failure;
    }
  };

  return {
    pending,
    ...said,
    steps: pending === 'check' ? live : (said.report?.steps ?? []),
    check: (draft) => {
      run('check', draft, async (signal, say) => {
        const report = await look(draft, signal);
        const fieldError = report.error === undefined ? undefined : fieldErrorOf(report.error);
        say({ ...nothing, fieldError, report: fieldError === undefined ? report : undefined });
      });
    },
    save: (draft, before) => {
      run('save', draft, async (signal) => {
        onSaved(draft, await save(draft, before, signal));
      });
    },
    logIn: (draft, before) => {
      run('login', draft, async (signal, say) => {
        try {
          await logIn(draft, before, signal);
        } catch (caught) {
          const failure = appErrorOf(caught);
          if (!isOnTheWay(failure.kind) || draft.tls.clientCertificate !== undefined) throw caught;
          say({ ...nothing, failure });
          setPending('check');
          // The login’s failure is shown already; the steps only explain it.
          const report = await look(draft, signal).catch(() => undefined);
          say({ ...nothing, failure, report });
        }
      });
    },
    cancel: () => running.current?.abort(),
    complain: (problem) => setSaid({ ...nothing, fieldError: problem }),
    reset: () => {
      latest.current++;
      // Its result would be about another form.
      if (pending === 'check') running.current?.abort();
      setSaid(nothing);
    },
  };
}

type Said = Pick<Connecting, 'fieldError' | 'failure' | 'report'>;

const nothing: Said = { fieldError: undefined, failure: undefined, report: undefined };

/**
 * True if a login failed before the server processed it. Its address is confirmed already: the check does not ask.
 */
function isOnTheWay(kind: AppErrorKind): boolean {
  return ['network', 'timeout', 'tls', 'bad-answer', 'sealed', 'not-initialized'].includes(kind);
}

/** A cancelled or declined attempt shows nothing; an input error goes to its field. */
function saidOf(error: AppError): Said {
  if (error.kind === 'cancelled') return nothing;
  const fieldError = fieldErrorOf(error);
  return fieldError === undefined ? { ...nothing, failure: error } : { ...nothing, fieldError };
}
