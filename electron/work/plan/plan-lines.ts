/**
 * A plan as lines of JSON: its action and places, then a line for each row. They have paths and versions, never a
 * value nor a digest of one; of an import also the facts of its file. Journals of runs and files of saved plans are made of them.
 */
import * as z from 'zod/mini';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { MountConfig } from '../../../shared/vault/editing.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { runEffects } from '../../../shared/vault/plan.ts';
import type { ImportAction, PlanEffect } from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { Session } from '../../core/session/session.ts';
import type { MainAction, Plan, Side, StoredRow, Undo } from './plans.ts';

const count = z.int().check(z.gte(0));
const text = (most: number) => z.string().check(z.maxLength(most));

/** A connection in lines: ids of sessions do not outlive the app. */
const place = z.strictObject({
  address: text(2_048),
  namespace: text(1_024),
  profileId: z.optional(text(64)),
  name: text(256),
});
export type LinesPlace = z.infer<typeof place>;

/** Members of the first line; journals and files have others beside. */
export const linesHead = {
  /** A place of it names its connection by its index in `places`. */
  action: z.looseObject({ kind: text(32) }),
  places: z.array(place).check(z.maxLength(100)),
  sides: z.array(z.strictObject({ place: count, mount: text(1_024) })).check(z.maxLength(10_000)),
  rows: count,
};
export type LinesHead = z.infer<z.ZodMiniObject<typeof linesHead>>;

const settings = z.strictObject({
  maxVersions: z.number(),
  casRequired: z.boolean(),
  deleteVersionAfter: z.string(),
});
const undo = z.strictObject({
  way: z.looseObject({ kind: z.string() }),
  made: count,
  over: count,
  seen: count,
  settings: z.optional(settings),
  left: z.optional(settings),
});
const row = z.strictObject({
  row: count,
  /** Index in `sides`, like `to`. */
  from: count,
  path: text(8_192),
  to: z.optional(count),
  toPath: z.optional(text(8_192)),
  effect: text(32),
  seen: z.optional(count),
  over: z.optional(count),
  versions: z.optional(z.array(count).check(z.maxLength(100_000))),
  chosen: z.optional(z.literal(true)),
  undo: z.optional(undo),
});

/** A row as its line has it, before its places are found again. */
export interface LinesRow extends Omit<StoredRow, 'from' | 'to' | 'undo'> {
  readonly id: number;
  readonly fromSide: number;
  readonly toSide?: number;
  readonly undo?: Undo;
}

/** Head and rows of some rows of a plan, by their ids. */
export function linesOf(plan: Plan, ids: ReadonlySet<number>): { head: LinesHead; rows: Iterable<object> } {
  const places: LinesPlace[] = [];
  const placeIds = new Map<Session, number>();
  const placeOf = (session: Session): number => {
    const known = placeIds.get(session);
    if (known !== undefined) return known;
    const { address, namespace, profileId, name } = session.view();
    places.push({ address, namespace, name, ...(profileId === undefined ? {} : { profileId }) });
    placeIds.set(session, places.length - 1);
    return places.length - 1;
  };
  const sides: { readonly place: number; readonly mount: string }[] = [];
  const sideIds = new Map<Side['mount'], Map<Session, number>>();
  const sideOf = ({ session, mount }: Side): number => {
    const of = sideIds.get(mount) ?? new Map<Session, number>();
    sideIds.set(mount, of);
    const at = of.get(session) ?? sides.push({ place: placeOf(session), mount: mount.path }) - 1;
    of.set(session, at);
    return at;
  };
  for (const id of ids) {
    const { from, to } = plan.rows[id] as StoredRow;
    sideOf(from);
    if (to !== undefined) sideOf(to);
  }
  const action = withoutValues(plan.action, ({ sessionId, mount, path }) => {
    const session = [...plan.sessions].find((one) => one.sessionId === sessionId) ?? plan.home;
    return { place: placeOf(session), mount, path };
  });
  return { head: { action, places, sides, rows: ids.size }, rows: rowLines(plan, ids, sideOf) };
}

function* rowLines(plan: Plan, ids: Iterable<number>, sideOf: (side: Side) => number): Generator<object> {
  for (const id of ids) {
    const { undo: back, ...row } = plan.rows[id] as StoredRow;
    const { from, path, to, toPath, effect, seen, over, versions, chosen } = row;
    yield {
      row: id,
      from: sideOf(from),
      path,
      ...(to === undefined ? {} : { to: sideOf(to), toPath }),
      effect,
      seen,
      over,
      versions,
      chosen,
      ...(back === undefined ? {} : { undo: undoLine(back) }),
    };
  }
}

function undoLine({ way, made, over, seen, settings: before, left }: Undo): object {
  return { way, made, over, seen, settings: before && configOf(before), left: left && configOf(left) };
}

/** Leaves custom metadata out: people write it, and it stays off the disk. */
function configOf({ maxVersions, casRequired, deleteVersionAfter }: MountConfig): MountConfig {
  return { maxVersions, casRequired, deleteVersionAfter };
}

/** An action in lines: no value, nor a session. */
function withoutValues(
  action: MainAction | ImportAction,
  placed: (place: SelectedPlace) => object,
): LinesHead['action'] {
  switch (action.kind) {
    case 'undo':
      return { kind: 'undo', of: withoutValues(action.of, placed) };
    case 'set-key':
      return { kind: action.kind, key: action.key, onlyWhere: action.onlyWhere };
    case 'replace-value':
      return { kind: action.kind, ...(action.key === undefined ? {} : { key: action.key }) };
    case 'import':
    case 'copy':
    case 'move':
      return { ...action, to: placed(action.to) };
    case 'copy-key':
      return { ...action, from: placed(action.from) };
    // They carry no value; a new kind has to be placed here.
    case 'rename':
    case 'delete':
    case 'undelete':
    case 'destroy':
    case 'remove':
    case 'set-settings':
    case 'set-metadata':
    case 'rename-key':
    case 'remove-key':
    case 'rotate':
      return { ...action };
  }
}

/** Values that an action needs and its lines do not have. */
export interface TypedValues {
  readonly rawJson?: string;
  readonly find?: string;
  readonly by?: string;
}

/** The action of lines as a page would send it, for the caller to check. Values that are missing are empty. */
export function actionOfLines(
  { action, places }: LinesHead,
  sessionIds: readonly string[],
  typed: TypedValues = {},
): unknown {
  const { kind } = action;
  if (kind === 'set-key') return { ...action, rawJson: typed.rawJson ?? '""' };
  if (kind === 'replace-value') return { ...action, find: typed.find ?? '', by: typed.by ?? '' };
  const placed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('place' in value)) return value;
    const { place: at, ...rest } = value;
    return { ...rest, sessionId: typeof at === 'number' && at in places ? sessionIds[at] : undefined };
  };
  return {
    ...action,
    ...('to' in action ? { to: placed(action['to']) } : {}),
    ...('from' in action ? { from: placed(action['from']) } : {}),
  };
}

/** A line of a row; undefined for any other line. */
export function rowOfLine(line: unknown): LinesRow | undefined {
  const { data } = z.safeParse(row, line);
  if (data === undefined) return undefined;
  const { row: id, from, path, to, toPath, effect, seen, over, versions, chosen, undo: back } = data;
  return {
    id,
    fromSide: from,
    path,
    ...(to === undefined ? {} : { toSide: to, toPath: toPath ?? path }),
    effect: isEffect(effect) ? effect : 'unknown',
    ...(seen === undefined ? {} : { seen }),
    ...(over === undefined ? {} : { over }),
    ...(versions === undefined ? {} : { versions }),
    ...(chosen === undefined ? {} : { chosen }),
    ...(back === undefined ? {} : { undo: back as Undo }),
  };
}

function isEffect(name: string): name is PlanEffect {
  return runEffects.has(name as PlanEffect) || name === 'would-lose';
}

/** The mount path of a side. */
export function mountOfSide({ sides }: Pick<LinesHead, 'sides'>, side: number): MountPath | undefined {
  return sides[side]?.mount as MountPath | undefined;
}

/** True for kinds whose values are not in the lines. */
export function hasLostValues(kind: string): boolean {
  const kinds: readonly string[] = ['set-key', 'replace-value', 'rotate'] satisfies MainAction['kind'][];
  return kinds.includes(kind);
}

/** The open session at a place of lines; one of its own profile, if the lines name it. */
export function sessionAt(
  lines: LinesPlace,
  open: readonly SessionView[],
  preferred?: string,
): SessionView | undefined {
  const fits = open.filter(
    (one) =>
      one.address === lines.address &&
      one.namespace === lines.namespace &&
      (lines.profileId === undefined || one.profileId === undefined || one.profileId === lines.profileId),
  );
  return fits.find(({ sessionId }) => sessionId === preferred) ?? fits[0];
}
