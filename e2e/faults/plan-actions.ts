/** The plans of the matrix: each says what its rows do to an entry, and the judge holds every told outcome to that. */
import type { PlanAction } from '../../shared/vault/plan.ts';
import { encodePath, must } from '../servers/index.ts';
import type { Ground, Scene } from './scene.ts';
import { entryNames } from './scene.ts';
import type { JudgedEntry, JudgedVersion } from './world.ts';

/** An entry at its source and at its destination. */
export interface Both {
  readonly source?: JudgedEntry | undefined;
  readonly target?: JudgedEntry | undefined;
}

export interface PlanCase {
  readonly name: string;
  /** Absent: an import of a file with the source's entries. */
  readonly action?: (scene: Scene) => PlanAction;
  readonly prepare?: (ground: Ground, folder: string) => Promise<void>;
  /** The source is a mount of KV v1. */
  readonly isOfV1?: true;
  /** The entry afterwards. */
  readonly after: (before: JudgedEntry) => Both;
  /** Path of the destination below its mount, of one below the source's folder; absent: the entry itself changes. */
  readonly leadsTo?: (scene: Scene, name: string) => string;
  /** The destination lies in the source's mount. */
  readonly isWithin?: true;
  /** The case is the undoing of its action, which ran before without a fault; `turned`: it leads back. */
  readonly undoes?: 'in-place' | 'turned';
  /** The case goes on with its plan, whose app was killed after so many changes. */
  readonly killedAfter?: number;
}

const carried = { versions: 'all', metadata: true, existing: 'skip' } as const;

const copied = (before: JudgedEntry): Both => ({ source: before, target: before });
const moved = (before: JudgedEntry): Both => ({ target: before });

/** A deleted version comes without its values. */
const importedEntry = (before: JudgedEntry): Both => ({
  source: before,
  target: {
    ...before,
    versions: before.versions.map((one) => (one.state === 'deleted' ? { state: 'deleted', value: {} } : one)),
  },
});

/** Changes the newest version. */
const newest =
  (change: (version: JudgedVersion) => JudgedVersion) =>
  (before: JudgedEntry): Both => ({
    source: {
      ...before,
      versions: [...before.versions.slice(0, -1), change(before.versions.at(-1) as never)],
    },
  });

/** Writes one more version. */
const written =
  (change: Readonly<Record<string, unknown>>) =>
  (before: JudgedEntry): Both => ({
    source: {
      ...before,
      versions: [
        ...before.versions,
        { state: 'living', value: { ...before.versions.at(-1)?.value, ...change } },
      ],
    },
  });

/** Deletes the newest version of every entry. */
async function deleteNewest({ server, from }: Ground, folder: string): Promise<void> {
  for (const name of entryNames)
    await must(server, 'DELETE', `${from.path}data/${encodePath(folder + name)}`);
}

const inTarget = ({ target }: Scene, name: string): string => target.path + name;

export const planCases: readonly PlanCase[] = [
  {
    name: 'copy all versions',
    action: ({ target }) => ({ kind: 'copy', to: target, ...carried, deleted: 'values' }),
    after: copied,
    leadsTo: inTarget,
  },
  {
    name: 'move',
    action: ({ target }) => ({ kind: 'move', to: target, ...carried }),
    after: moved,
    leadsTo: inTarget,
  },
  {
    name: 'rename',
    action: () => ({ kind: 'rename', of: 'name', pattern: { kind: 'suffix', text: '-new' } }),
    after: moved,
    leadsTo: ({ source }, name) => `${source.path}${name}-new`,
    isWithin: true,
  },
  {
    name: 'delete',
    action: () => ({ kind: 'delete' }),
    after: newest(({ value }) => ({ state: 'deleted', ...(value === undefined ? {} : { value }) })),
  },
  {
    name: 'undelete',
    action: () => ({ kind: 'undelete' }),
    prepare: deleteNewest,
    after: newest(({ value }) => ({ state: 'living', ...(value === undefined ? {} : { value }) })),
  },
  {
    name: 'destroy',
    action: () => ({ kind: 'destroy', which: 'all' }),
    after: (before) => ({
      source: { ...before, versions: before.versions.map(() => ({ state: 'destroyed' })) },
    }),
  },
  { name: 'remove', action: () => ({ kind: 'remove' }), after: () => ({}) },
  {
    name: 'set a key',
    action: () => ({ kind: 'set-key', key: 'password', rawJson: '"pw-set"', onlyWhere: 'all' }),
    after: written({ password: 'pw-set' }),
  },
  {
    name: 'rotate',
    action: () => ({
      kind: 'rotate',
      key: 'password',
      recipe: { kind: 'characters', length: 24, sets: ['lower'] },
      same: false,
    }),
    after: written({ password: '*' }),
  },
  {
    name: 'undo a move',
    action: ({ target }) => ({ kind: 'move', to: target, ...carried }),
    undoes: 'turned',
    after: moved,
    leadsTo: inTarget,
  },
  {
    name: 'undo a set key',
    action: () => ({ kind: 'set-key', key: 'password', rawJson: '"pw-set"', onlyWhere: 'all' }),
    undoes: 'in-place',
    after: (before) => ({
      source: { ...before, versions: [...before.versions, before.versions.at(-2) as JudgedVersion] },
    }),
  },
  {
    name: 'set metadata',
    action: () => ({ kind: 'set-metadata', set: { owner: 'team' }, remove: [] }),
    after: (before) => ({ source: { ...before, owner: 'team' } }),
  },
  {
    name: 'copy KV v1 to v2',
    isOfV1: true,
    action: ({ target }) => ({ kind: 'copy', to: target, ...carried }),
    after: copied,
    leadsTo: inTarget,
  },
  { name: 'import', after: importedEntry, leadsTo: inTarget },
  {
    name: 'go on with a killed move',
    action: ({ target }) => ({ kind: 'move', to: target, ...carried }),
    killedAfter: 6,
    after: moved,
    leadsTo: inTarget,
  },
  { name: 'go on with a killed import', killedAfter: 4, after: importedEntry, leadsTo: inTarget },
  { name: 'delete of KV v1', isOfV1: true, action: () => ({ kind: 'delete' }), after: () => ({}) },
];
