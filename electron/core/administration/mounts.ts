/**
 * Secrets engines and auth methods: listing, enabling, tuning, moving and disabling them, and upgrading KV. The gate
 * asks about each change in the secure prompt, with the texts given here.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { apiPathOfMount } from '../../../shared/vault/mount-table.ts';
import type { MountKind, MountTable, MountTuning, NewMount } from '../../../shared/vault/mount-table.ts';
import {
  disableMount,
  enableMount,
  mountableTypes,
  moveMount,
  readMounts,
  tuneMount,
  tuningBody,
  visibleMounts,
} from '../../vault/api/mounts.ts';
import { asAppError } from '../connection/trouble.ts';
import { changed, type Changed } from '../session/change.ts';
import type { Session } from '../session/session.ts';
import { disableWords, enableWords, moveWords, tuneWords, upgradeWords } from './mount-words.ts';
import type { ShownBelow } from './mount-words.ts';

/** Returns all mounts of a kind; if the token may not list them, those it may use, with the refusal. */
export async function mountTable(
  session: Session,
  kind: MountKind,
  signal?: AbortSignal,
): Promise<MountTable> {
  const types = session.limitedUse ? undefined : await typesOf(session, kind, signal);
  const known = types === undefined ? {} : { types };
  try {
    return { rows: await session.run((caller) => readMounts(caller, kind), signal), ...known };
  } catch (failure) {
    const refusal = asAppError(failure);
    if (refusal.kind !== 'forbidden') throw failure;
    const rows = await session.run((caller) => visibleMounts(caller, kind), signal);
    return { rows, refusal, ...known };
  }
}

async function typesOf(
  session: Session,
  kind: MountKind,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  try {
    return await session.run((caller) => mountableTypes(caller, kind), signal);
  } catch (failure) {
    const { kind: why } = asAppError(failure);
    // The user types the type of the mount if the catalogue cannot be read.
    if (why === 'forbidden' || why === 'invalid-path' || why === 'not-offered') return undefined;
    throw failure;
  }
}

/** Mounts a secrets engine or an auth method. */
export function enable(
  session: Session,
  kind: MountKind,
  wanted: NewMount,
  signal?: AbortSignal,
): Promise<Changed> {
  const mount = { ...wanted, path: mountPathOf(wanted.path) };
  return change(session, enableWords(kind, mount), (caller) => enableMount(caller, kind, mount), signal);
}

/** Changes the settings that differ from `before`. Rejects with `conflict` if the server's have changed since. */
export async function tune(
  session: Session,
  { kind, path, before, tuning }: { kind: MountKind; path: string; before: MountTuning; tuning: MountTuning },
  signal?: AbortSignal,
): Promise<Changed> {
  const changes = changesOf(before, tuning);
  if (Object.keys(changes).length === 0) return { warnings: [] };
  // A token with limited uses skips the comparison.
  if (!session.limitedUse) {
    const { rows } = await mountTable(session, kind, signal);
    const now = rows.find((row) => row.path === path)?.tuning;
    if (now === undefined || Object.keys(changesOf(before, now)).length > 0) throw overtaken(path, now);
  }
  return change(
    session,
    tuneWords(kind, path, changes),
    (caller) => tuneMount(caller, kind, path, tuningBody(changes)),
    signal,
  );
}

/** Moves a mount; returns the id of the migration, which the server continues. */
export async function move(
  session: Session,
  { kind, path, to }: { kind: MountKind; path: string; to: string },
  signal?: AbortSignal,
): Promise<{ readonly migrationId: string }> {
  const target = mountPathOf(to);
  const question = moveWords(kind, path, target);
  const migrationId = await session.run(
    (caller) =>
      moveMount(
        { ...caller, consent: { question } },
        apiPathOfMount(kind, path),
        apiPathOfMount(kind, target),
      ),
    signal,
  );
  session.mounts.invalidate();
  return { migrationId };
}

/** Disables a mount, once its path was typed. `shown`: open content of a mount, by the server's path. */
export async function disable(
  session: Session,
  kind: MountKind,
  typed: string,
  shown: (path: string) => readonly ShownBelow[],
  signal?: AbortSignal,
): Promise<Changed> {
  const path = mountPathOf(typed);
  return change(
    session,
    disableWords(kind, path, shown(path)),
    (caller) => disableMount(caller, kind, path),
    signal,
  );
}

/** Upgrades KV version 1 to version 2. */
export function upgrade(session: Session, path: string, signal?: AbortSignal): Promise<Changed> {
  return change(
    session,
    upgradeWords(path),
    (caller) => tuneMount(caller, 'secret', path, { options: { version: '2' } }),
    signal,
  );
}

async function change(...args: Parameters<typeof changed>): Promise<Changed> {
  const done = await changed(...args);
  // The tree and the gate reload the mounts at their next use.
  args[0].mounts.invalidate();
  return done;
}

/** Fields that differ. */
function changesOf(before: MountTuning, after: MountTuning): Partial<MountTuning> {
  const keys = Object.keys(after) as readonly (keyof MountTuning)[];
  const differing = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(differing.map((key) => [key, after[key]]));
}

/** Brings a path to the server's form: no slash before, one behind. Throws `invalid-input`. */
function mountPathOf(text: string): string {
  const path = text.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  if (path !== '' && !path.includes('//')) return `${path}/`;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'path',
    message: 'A path needs at least one name, and names between its slashes. Nothing was sent.',
  });
}

function overtaken(path: string, now: MountTuning | undefined): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message:
      now === undefined
        ? `There is no mount at “${path}” any more. Nothing was changed.`
        : `Someone else has changed the settings of “${path}” since you opened them. Nothing was changed.`,
    hint: 'Refresh the list, then make your change.',
    path,
  });
}
