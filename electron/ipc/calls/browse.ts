/** `mount.*`, `folder.*`, `path.*`, `search.*`, `job.*`: finding the way to an entry. Names only, never a value. */
import type { Destination } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import type { PathProblem } from '../../../shared/vault/path.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Session } from '../../core/session/session.ts';
import { mountConfig, setMountConfig } from '../../core/entries/settings.ts';
import { listFolder } from '../../vault/api/lists.ts';
import { refuseLimitedUse } from '../../work/jobs.ts';
import { searchBelow } from '../../work/search.ts';
import type { DeskParts, HandlersOf } from './services-parts.ts';

/** Handlers of mounts, folders, typed paths and searches. */
export function browseHandlers(parts: DeskParts): HandlersOf<'mount' | 'folder' | 'path' | 'search' | 'job'> {
  const { sessions, jobs } = parts;
  return {
    'mount.list': ({ sessionId }, { signal }) => sessions.get(sessionId).mounts(signal),
    'mount.config': async ({ sessionId, mount: at }, { signal }) => {
      const session = sessions.get(sessionId);
      return mountConfig(session, await session.mountAt(at, signal), signal);
    },
    'mount.setConfig': async ({ sessionId, mount: at, before, config }, { signal }) => {
      const session = sessions.get(sessionId);
      return setMountConfig(session, await session.mountAt(at, signal), before, config, signal);
    },
    'folder.list': async ({ sessionId, mount: at, path }, { signal }) => {
      const session = sessions.get(sessionId);
      const mount = await session.mountAt(at, signal);
      const { names, warnings } = await session.run((caller) => listFolder(caller, mount, path), signal);
      return { names: packNames(names), count: names.length, warnings };
    },
    'path.resolve': ({ sessionId, text }, { signal }) => resolve(sessions.get(sessionId), text, signal),
    'search.start': async ({ sessionId, mount: at, path, text }, { signal }) => {
      const session = sessions.get(sessionId);
      refuseLimitedUse(session.limitedUse);
      const mount = await session.mountAt(at, signal);
      return { jobId: jobs.start(sessionId, searchBelow(session, mount, path, text)) };
    },
    'job.cancel': ({ jobId }) => {
      jobs.cancel(jobId);
      return {};
    },
  };
}

/** Known mounts first; where they do not hold the path, the server is asked about exactly that path. */
async function resolve(session: Session, text: string, signal: AbortSignal): Promise<Destination> {
  const known = await session.knownMounts(signal);
  const first = resolveTypedPath(text, known);
  if (first.kind !== 'needs-mount-lookup') return destination(first);
  const mount: Mount = await session.lookUpMount(first.path, signal);
  const second = resolveTypedPath(text, [...known, mount]);
  if (second.kind !== 'needs-mount-lookup') return destination(second);
  throw new AppFailure({
    kind: 'invalid-path',
    reason: 'no-mount',
    message: `No secrets engine that this token may use is mounted at “${first.path}”.`,
    hint: 'Check the first part of the path and the namespace.',
  });
}

type Answered = Exclude<ReturnType<typeof resolveTypedPath>, { kind: 'needs-mount-lookup' }>;

function destination(answer: Answered): Destination {
  if (answer.kind === 'problem') throw new AppFailure(inputError(answer.problem));
  const { mount, path, version } = answer;
  return { mount, path, ...(version === undefined ? {} : { version }) };
}

function inputError({ message, hint }: PathProblem) {
  return { kind: 'invalid-input', field: 'text', message, ...(hint === undefined ? {} : { hint }) } as const;
}
