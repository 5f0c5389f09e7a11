/** `mount.*`, `folder.*`, `path.*`, `job.*`: finding the way to an entry. Names only, never a value. */
import * as z from 'zod/mini';
import type { Destination } from '../../../shared/ipc/contract.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { resolveTypedPath } from '../../../shared/vault/typed-path.ts';
import type { PathProblem } from '../../../shared/vault/path.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { Session } from '../../core/session/session.ts';
import { mountConfig, setMountConfig } from '../../core/entries/settings.ts';
import { listFolder } from '../../vault/api/lists.ts';
import { read, readWhenLocked, write } from '../presets.ts';
import { atPath, durationText, id, mountPath, pathText } from './fields.ts';

/** Vault's notation; the server decides in the end. */
const config = z.strictObject({
  maxVersions: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  casRequired: z.boolean(),
  deleteVersionAfter: durationText,
});

export const browseCalls = [
  read('mount.list', {}, (session, _input, { signal }) => session.mounts.list(signal)),
  read('mount.config', { mount: mountPath }, async (session, { mount: at }, { signal }) =>
    mountConfig(session, await session.mounts.at(at, signal), signal),
  ),
  write(
    'mount.setConfig',
    'Change the settings of a mount',
    { mount: mountPath, before: config, config },
    async (session, { mount: at, before, config: after }, { signal }) =>
      setMountConfig(session, await session.mounts.at(at, signal), before, after, signal),
  ),
  read('folder.list', atPath, async (session, { mount: at, path }, { signal }) => {
    const mount = await session.mounts.at(at, signal);
    const list = await session.run((caller) => listFolder(caller, mount, path), signal);
    return { names: list.packed, count: list.count, warnings: list.warnings };
  }),
  read('path.resolve', { text: pathText }, (session, { text }, { signal }) => resolve(session, text, signal)),
  readWhenLocked('job.cancel', { jobId: id }, (_nothing, { jobId }, { services }) => {
    services.jobs.cancel(jobId);
    return {};
  }),
] as const;

/** Resolves by known mounts first; if none holds the path, the server is asked about exactly that path. */
async function resolve(session: Session, text: string, signal: AbortSignal): Promise<Destination> {
  const known = await session.mounts.known(signal);
  const first = resolveTypedPath(text, known);
  if (first.kind !== 'needs-mount-lookup') return destination(first);
  const mount: Mount = await session.mounts.lookUp(first.path, signal);
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
