/** An action of a plan while its form is filled in: one draft for all kinds, so that switching loses nothing typed. */
import type { Mount } from '../../../shared/vault/mount.ts';
import type { CharacterSet } from '../../../shared/vault/password.ts';
import type { NamePattern, PlanAction, PlanActionKind } from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { parseDuration } from '../../../shared/vault/ttl.ts';
import type { NamedText } from '../../ui/named-texts.tsx';

export interface ActionDraft {
  readonly kind: PlanActionKind;
  readonly toSession: string;
  readonly toMount: Mount | undefined;
  /** Below the mount; a slash at the end is added if it is missing. */
  readonly toPath: string;
  /** Entry whose key is copied, below its mount. */
  readonly fromSession: string;
  readonly fromMount: Mount | undefined;
  readonly fromPath: string;
  readonly versions: 'latest' | 'all';
  /** Of a copy of all versions. */
  readonly deletedValues: boolean;
  /** Keys that a copy leaves out. */
  readonly without: readonly string[];
  readonly metadata: boolean;
  readonly existing: 'skip' | 'overwrite';
  readonly pattern: 'none' | NamePattern['kind'];
  /** Prefix, suffix or replacement. */
  readonly text: string;
  readonly find: string;
  readonly of: 'name' | 'path';
  readonly which: 'chosen' | 'deleted' | 'all';
  /** Empty: unchanged. */
  readonly maxVersions: string;
  readonly deleteVersionAfter: string;
  readonly casRequired: 'unchanged' | 'yes' | 'no';
  readonly custom: readonly NamedText[];
  readonly removed: readonly string[];
  readonly key: string;
  readonly newKey: string;
  readonly value: string;
  readonly onlyWhere: 'all' | 'present' | 'absent';
  readonly same: boolean;
  readonly recipe: 'characters' | 'words';
  readonly length: string;
  readonly sets: readonly CharacterSet[];
}

export const emptyDraft: ActionDraft = {
  kind: 'copy',
  toSession: '',
  toMount: undefined,
  toPath: '',
  fromSession: '',
  fromMount: undefined,
  fromPath: '',
  versions: 'all',
  deletedValues: false,
  without: [],
  metadata: true,
  existing: 'skip',
  pattern: 'none',
  text: '',
  find: '',
  of: 'name',
  which: 'deleted',
  maxVersions: '',
  deleteVersionAfter: '',
  casRequired: 'unchanged',
  custom: [],
  removed: [],
  key: '',
  newKey: '',
  value: '',
  onlyWhere: 'all',
  same: false,
  recipe: 'characters',
  length: '32',
  sets: ['lower', 'upper', 'digits'],
};

/** The destination as it is typed; undefined without a mount. */
function destination({ toSession, toMount, toPath }: ActionDraft): SelectedPlace | undefined {
  if (toMount === undefined) return undefined;
  const path = toPath === '' || toPath.endsWith('/') ? toPath : `${toPath}/`;
  return { sessionId: toSession, mount: toMount.path, path };
}

/** The pattern as it is typed; undefined: names stay as they are, or the pattern would leave them so. */
export function patternOf({ pattern, text, find }: ActionDraft): NamePattern | undefined {
  switch (pattern) {
    case 'none':
      return undefined;
    case 'prefix':
    case 'suffix':
      return text === '' ? undefined : { kind: pattern, text };
    case 'replace':
    case 'expression':
      return find === '' ? undefined : { kind: pattern, find, by: text };
  }
}

type Actions = { readonly [K in PlanActionKind]: (draft: ActionDraft) => PlanAction | undefined };

const relocated = (kind: 'copy' | 'move') => (draft: ActionDraft) => {
  const to = destination(draft);
  const pattern = patternOf(draft);
  const { versions, metadata, existing } = draft;
  const takesDeleted = kind === 'copy' && versions === 'all' && draft.deletedValues;
  return (
    to && {
      kind,
      to,
      versions,
      metadata,
      existing,
      ...(kind === 'copy' && draft.without.length > 0 ? { without: draft.without } : {}),
      ...(takesDeleted ? { deleted: 'values' as const } : {}),
      ...(pattern === undefined ? {} : { pattern }),
    }
  );
};

const actions: Actions = {
  copy: relocated('copy'),
  move: relocated('move'),
  rename: (draft) => {
    const pattern = patternOf(draft);
    return pattern && { kind: 'rename', pattern, of: draft.of };
  },
  delete: () => ({ kind: 'delete' }),
  undelete: () => ({ kind: 'undelete' }),
  destroy: ({ which }) => ({ kind: 'destroy', which }),
  remove: () => ({ kind: 'remove' }),
  'set-settings': ({ maxVersions, deleteVersionAfter, casRequired }) => {
    const settings = {
      ...(/^\d+$/.test(maxVersions.trim()) ? { maxVersions: Number(maxVersions) } : {}),
      ...(parseDuration(deleteVersionAfter) === undefined ? {} : { deleteVersionAfter }),
      ...(casRequired === 'unchanged' ? {} : { casRequired: casRequired === 'yes' }),
    };
    return Object.keys(settings).length === 0 ? undefined : { kind: 'set-settings', settings };
  },
  'set-metadata': ({ custom, removed: remove }) => {
    const set = Object.fromEntries(
      custom.filter(({ key }) => key !== '').map(({ key, text }) => [key, text]),
    );
    return Object.keys(set).length + remove.length === 0 ? undefined : { kind: 'set-metadata', set, remove };
  },
  'set-key': ({ key, value, onlyWhere }) =>
    key === '' ? undefined : { kind: 'set-key', key, rawJson: JSON.stringify(value), onlyWhere },
  'copy-key': ({ key, fromSession, fromMount, fromPath }) =>
    key === '' || fromMount === undefined || fromPath === ''
      ? undefined
      : { kind: 'copy-key', key, from: { sessionId: fromSession, mount: fromMount.path, path: fromPath } },
  'rename-key': ({ key, newKey }) =>
    key === '' || newKey === '' ? undefined : { kind: 'rename-key', key, to: newKey },
  'remove-key': ({ key }) => (key === '' ? undefined : { kind: 'remove-key', key }),
  'replace-value': ({ key, find, text }) =>
    find === '' ? undefined : { kind: 'replace-value', find, by: text, ...(key === '' ? {} : { key }) },
  rotate: ({ key, same, recipe, length, sets }) => {
    const count = Number(length);
    if (key === '' || !Number.isInteger(count) || count < 1) return undefined;
    return {
      kind: 'rotate',
      key,
      same,
      recipe: recipe === 'words' ? { kind: 'words', count } : { kind: 'characters', length: count, sets },
    };
  },
};

/** The action of a filled-in form; undefined while something is missing. */
export function actionOf(draft: ActionDraft): PlanAction | undefined {
  return actions[draft.kind](draft);
}
