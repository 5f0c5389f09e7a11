/**
 * Subjects of calls. A row names its subject; the registrar finds it before the call runs, typed, and refuses the
 * call if the subject is gone, locked or of another session. So a use-case never sees an id that a page has made up.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AtPath } from '../../shared/ipc/contract/call.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { SelectedPlace } from '../../shared/vault/selection.ts';
import type { Where } from '../../shared/vault/where.ts';
import { OpenEntry } from '../core/entries/open.ts';
import type { Opened } from '../core/sessions/sessions-parts.ts';
import type { Session } from '../core/session/session.ts';
import type { Services } from '../services/services.ts';

export interface About<in Input, out Subject> {
  /** Subject in words, e.g. `a session`. */
  readonly what: string;
  /** Finds the subject. Throws `invalid-input` if it is not open or not held, `locked` if its session is locked. */
  readonly find: (services: Services, input: Input) => Subject;
  /** The sessions whose lock refuses the call; none by default. */
  readonly sessions?: (services: Services, input: Input) => readonly string[];
  /** The sessions whose environment its prompts name; by default those of `sessions`. */
  readonly concerns?: (services: Services, input: Input) => readonly string[];
  /** Keeps the subject until a changing call has ended, even if a lock has closed the rest. */
  readonly keep?: (services: Services, input: Input) => () => void;
}

/** The app itself, its saved connections, a job: not owned by a session. */
export const nothing: About<unknown, undefined> = { what: 'nothing', find: () => undefined };

/** An open session that has a token. */
export const aSession: About<{ readonly sessionId: string }, Session> = {
  what: 'a session',
  find: ({ sessions }, { sessionId }) => sessions.get(sessionId),
  sessions: (_services, { sessionId }) => [sessionId],
};

/** A session to which a job belongs, and those of the places that it searches. */
export const aSearch: About<
  { readonly sessionId: string; readonly places: readonly SelectedPlace[] },
  Session
> = {
  what: 'a session, and the places of it and of others',
  find: ({ sessions }, { sessionId, places }) => {
    for (const one of new Set(places.map((place) => place.sessionId))) sessions.get(one);
    return sessions.get(sessionId);
  },
  sessions: (_services, { sessionId, places }) => [
    ...new Set([sessionId, ...places.map((place) => place.sessionId)]),
  ],
};

/** An open session, locked or not, to unlock or close it. */
export const aSessionLockedOrNot: About<{ readonly sessionId: string }, Opened> = {
  what: 'a session, locked or not',
  find: ({ sessions }, { sessionId }) => sessions.find(sessionId),
  // Unlock calls pass the lock check but still name a session.
  concerns: (_services, { sessionId }) => [sessionId],
};

/** An open session, if the page names one. */
export const perhapsASession: About<{ readonly sessionId?: string }, Session | undefined> = {
  what: 'perhaps a session',
  find: ({ sessions }, { sessionId }) => (sessionId === undefined ? undefined : sessions.get(sessionId)),
  sessions: (_services, { sessionId }) => known(sessionId),
};

/** A session, or a server without a login. */
export const aPlace: About<{ readonly where: Where }, Where> = {
  what: 'a session, or a server without a login',
  find: ({ sessions }, { where }) => {
    if ('sessionId' in where) sessions.get(where.sessionId);
    return where;
  },
  sessions: (_services, { where }) => ('sessionId' in where ? [where.sessionId] : []),
};

/** An entry, as the page opened it. */
export const anOpenEntry: About<{ readonly entryId: string }, OpenEntry> = {
  what: 'an open entry',
  find: (services, { entryId }) => openEntryOf(services, entryId),
  sessions: ({ entries }, { entryId }) => known(entries.sessionOf(entryId)),
  keep: ({ entries }, { entryId }) => {
    if (entries.sessionOf(entryId) === undefined) return () => undefined;
    entries.pin(entryId);
    return () => entries.unpin(entryId);
  },
};

/** An entry that can have been closed already. */
export const anEntryId: About<{ readonly entryId: string }, string> = {
  what: 'an entry, open or not',
  find: (_services, { entryId }) => entryId,
  sessions: ({ entries }, { entryId }) => known(entries.sessionOf(entryId)),
};

/** Two entries, each as the page opened it. */
export const twoOpenEntries: About<
  { readonly leftEntryId: string; readonly rightEntryId: string },
  { readonly left: OpenEntry; readonly right: OpenEntry }
> = {
  what: 'two open entries',
  find: (services, { leftEntryId, rightEntryId }) => ({
    left: openEntryOf(services, leftEntryId),
    right: openEntryOf(services, rightEntryId),
  }),
  sessions: ({ entries }, { leftEntryId, rightEntryId }) => [
    ...known(entries.sessionOf(leftEntryId)),
    ...known(entries.sessionOf(rightEntryId)),
  ],
};

/** Places in several sessions, one after the other. */
export const columnsOfSessions: About<
  { readonly columns: readonly AtPath[] },
  readonly { readonly session: Session; readonly mount: MountPath; readonly path: string }[]
> = {
  what: 'places in several sessions',
  find: ({ sessions }, { columns }) =>
    columns.map(({ sessionId, mount, path }) => ({ session: sessions.get(sessionId), mount, path })),
  sessions: (_services, { columns }) => [...new Set(columns.map(({ sessionId }) => sessionId))],
};

/** An open entry and the session that its values go to. */
export const anOpenEntryAndASession: About<
  { readonly entryId: string; readonly sessionId: string },
  { readonly entry: OpenEntry; readonly session: Session }
> = {
  what: 'an open entry, and a session',
  find: (services, input) => ({
    entry: anOpenEntry.find(services, input),
    session: aSession.find(services, input),
  }),
  sessions: (services, input) => [
    ...(anOpenEntry.sessions?.(services, input) ?? []),
    ...(aSession.sessions?.(services, input) ?? []),
  ],
  ...(anOpenEntry.keep === undefined ? {} : { keep: anOpenEntry.keep }),
};

/** A session, and optionally an entry open in it; an entry of another session would outlive that session's lock. */
export const aSessionAndPerhapsAnEntry: About<
  { readonly sessionId: string; readonly entryId?: string },
  { readonly session: Session; readonly entry: OpenEntry | undefined }
> = {
  what: 'a session, and perhaps an open entry',
  find: (services, { sessionId, entryId }) => {
    const session = services.sessions.get(sessionId);
    const entry = entryId === undefined ? undefined : openEntryOf(services, entryId);
    if (entry === undefined || entry.session === session) return { session, entry };
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'entryId',
      message: 'This entry belongs to another session. Nothing was done.',
    });
  },
  sessions: ({ entries }, { sessionId, entryId }) => [
    sessionId,
    ...(entryId === undefined ? [] : known(entries.sessionOf(entryId))),
  ],
};

/** An answer that main holds; of a session, or of none. */
export const anAnswer: About<{ readonly answerId: string }, string> = {
  what: 'a one-time result',
  find: (_services, { answerId }) => answerId,
  sessions: ({ answers }, { answerId }) => known(answers.sessionOf(answerId)),
};

/** A credential that main holds. */
export const aCredential: About<{ readonly secretRef: string }, string> = {
  what: 'a credential',
  find: (_services, { secretRef }) => secretRef,
  sessions: ({ secrets }, { secretRef }) => known(secrets.sessionOf(secretRef)),
};

/** A session, or a server without a login, and a credential that belongs to it. */
export const aPlaceAndACredential: About<{ readonly where: Where; readonly secretRef: string }, Where> = {
  what: 'a place, and a credential of it',
  find: aPlace.find,
  sessions: (services, input) => [
    ...(aPlace.sessions?.(services, input) ?? []),
    ...(aCredential.sessions?.(services, input) ?? []),
  ],
};

function openEntryOf({ entries, sessions }: Services, entryId: string): OpenEntry {
  return new OpenEntry(sessions.get(entries.get(entryId).facts.sessionId), entries, entryId);
}

function known(sessionId: string | undefined): readonly string[] {
  return sessionId === undefined ? [] : [sessionId];
}
