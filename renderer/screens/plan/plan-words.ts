/** Effects, notes and results of a plan in words. */
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type {
  ImportAction,
  PlanAction,
  PlanEffect,
  PlanNote,
  PlanResult,
  PlanRow,
} from '../../../shared/vault/plan.ts';
import { capital } from '../../../shared/vault/one-line.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { PlanRows } from '../../parts/plan/plan-rows.ts';
import type { Tone } from '../../ui/chip.tsx';
import { actionForms } from './action-forms.tsx';

interface Word {
  readonly label: string;
  readonly tone: Tone;
}

/** In the order of the filter. Nothing unknown is green. */
export const effectWords: Readonly<Record<PlanEffect, Word>> = {
  create: { label: 'New', tone: 'ok' },
  overwrite: { label: 'Overwrite', tone: 'warn' },
  change: { label: 'Change', tone: 'accent' },
  delete: { label: 'Delete', tone: 'warn' },
  undelete: { label: 'Undelete', tone: 'accent' },
  destroy: { label: 'Destroy', tone: 'danger' },
  remove: { label: 'Delete everything', tone: 'danger' },
  'go-on': { label: 'Go on', tone: 'accent' },
  'would-lose': { label: 'Would lose versions', tone: 'danger' },
  conflict: { label: 'Conflict', tone: 'warn' },
  'no-permission': { label: 'No permission', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'warn' },
  identical: { label: 'Identical', tone: 'neutral' },
  nothing: { label: 'Nothing to do', tone: 'neutral' },
  'done-before': { label: 'Done before', tone: 'neutral' },
};

const noteWords: Readonly<Record<PlanNote, string>> = {
  'creation-times': 'versions get the time of the copy',
  'version-numbers': 'versions are numbered from 1',
  'oldest-versions': 'the oldest versions do not fit',
  numbers: 'large numbers are rounded',
  versions: 'the destination keeps no versions',
  metadata: 'the destination keeps no metadata',
  'no-undo': 'cannot be undone',
  'deleted-versions': 'deleted versions are undeleted while they are read',
  'deleted-places': 'deleted versions are copied without their values',
  'compared-later': 'values are compared when it runs',
  'undeleted-now': 'deleted versions of the source are undeleted now; the run deletes them again',
  'keys-left-out': 'keys of it are left out',
  'keys-lost': 'the destination loses keys that are left out',
  'changed-since-saved': 'changed since the plan was saved',
  'same-target': 'another row leads to the same place',
};

export type Outcome = PlanResult['outcome'] | 'none';

/** In the order of the result. */
export const outcomeWords: Readonly<Record<Outcome, Word>> = {
  done: { label: 'done', tone: 'ok' },
  skipped: { label: 'skipped', tone: 'neutral' },
  failed: { label: 'failed', tone: 'danger' },
  unknown: { label: 'unknown', tone: 'warn' },
  none: { label: 'not tried', tone: 'neutral' },
};

/** `Copy 3 places to secret/prod/`. */
export function planTitle(
  action: PlanAction | ImportAction | undefined,
  places: readonly SelectedPlace[],
): string {
  if (action === undefined) return '';
  if (action.kind === 'import') return `Import ${action.fileName} to ${action.to.mount}${action.to.path}`;
  // Made of rows that main knew, not of a selection.
  if (places.length === 0) {
    const { label } = actionForms[action.kind];
    if (action.kind === 'copy' || action.kind === 'move')
      return `${label} to ${action.to.mount}${action.to.path}`;
    return 'key' in action ? `${label}: ${action.key}` : label;
  }
  const [first] = places;
  const what =
    places.length === 1 && first !== undefined ? first.mount + first.path : counted(places.length, 'place');
  const verb = action.kind === 'move' ? 'Move' : actionForms[action.kind].label;
  const to =
    action.kind === 'copy' || action.kind === 'move' ? ` to ${action.to.mount}${action.to.path}` : '';
  if (action.kind === 'copy-key')
    return `Copy ${action.key} from ${action.from.mount}${action.from.path} to ${what}`;
  return action.kind === 'copy' || action.kind === 'move' ? `${verb} ${what}${to}` : `${verb}: ${what}`;
}

/** `12 rows`, `1 row`. */
export function rowsWord(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** Reasons and notes of a row, in one line. */
export function notesOf(rows: PlanRows, { id, effect, notes = [], reason }: PlanRow): string {
  const result = rows.resultOf(id);
  const said = [
    result?.reason ?? reason,
    result?.sourceStays === true ? 'the source still stands' : undefined,
    // An identical row carries nothing, so nothing is lost.
    ...(effect === 'identical' ? [] : notes).map((note) => noteWords[note]),
  ].filter((text) => text !== undefined);
  return capital(said.length === 1 ? said.join('') : said.map((text) => text.replace(/\.$/, '')).join('; '));
}
