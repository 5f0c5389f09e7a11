/**
 * The one question about a plan: what, how many, where, what goes for good. Every entry stands in it as a line, and
 * the prompt is read to its end. Where nothing is lost for good, more lines than anybody reads become folders with
 * counts; a plan that loses something is refused by the gate if its list is too long to be read.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { kindOfEnvironment } from '../../../shared/vault/connection.ts';
import { importFacts } from '../../../shared/vault/import.ts';
import { grouped } from '../../../shared/vault/counted.ts';
import type { ChangedField, PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { ManyWords } from '../../core/gates/consequence.ts';
import type { Session } from '../../core/session/session.ts';
import { eachInTurns } from '../../core/turns.ts';
import type { Confirmed } from '../../vault/http/types.ts';
import { kindOf } from './actions.ts';
import { fullPath, sourceOf, targetOf } from './plans.ts';
import type { MainAction, Plan, Spot, StoredRow } from './plans.ts';

/** Lines listed one by one; above, folders with counts. */
const MOST_LINES = 2_000;

const verbs: Readonly<Record<MainAction['kind'], string>> = {
  copy: 'Copy',
  move: 'Move',
  rename: 'Rename',
  delete: 'Delete',
  undelete: 'Undelete',
  destroy: 'Destroy',
  remove: 'Remove',
  'set-settings': 'Set settings of',
  'set-metadata': 'Set metadata of',
  'set-key': 'Set a key in',
  'copy-key': 'Copy a key to',
  'rename-key': 'Rename a key in',
  'remove-key': 'Remove a key from',
  'replace-value': 'Replace text in',
  rotate: 'Rotate a key in',
  import: 'Import',
  undo: 'Undo the changes of',
};

/** Asks about rows of a plan; the consents cover exactly their requests. Rejects with `cancelled`. */
export async function confirmPlan(
  plan: Plan,
  rows: readonly StoredRow[],
  signal: AbortSignal,
): Promise<(session: Session) => Confirmed | undefined> {
  const sessions = [...plan.sessions];
  const kind = kindOf(plan.action);
  function* covered(session: Session) {
    for (const row of rows)
      for (const sent of kind.sends(plan.action, row)) if (sent.session === session) yield sent;
  }
  // The prompt shows where the change is made; production before others.
  const changed = changedSessions(rows);
  const asked = changed.find(isProduction) ?? changed[0] ?? plan.home;
  const words = await wordsOf(plan, rows, changed);
  const consents = await asked.confirmMany(words, sessions.map(covered), signal);
  const bySession = new Map(sessions.map((session, at) => [session, consents[at]]));
  return (session) => bySession.get(session);
}

async function wordsOf(
  { action }: Plan,
  rows: readonly StoredRow[],
  changed: readonly Session[],
): Promise<ManyWords> {
  const first = rows[0];
  const loses = rows.filter(isFinal);
  const destroys = loses.length > 0;
  const entries = entriesIn(rows.length);
  const leaving = rows.find(leavesServer);
  const name = first?.to === undefined ? await commonFolder(rows) : '';
  return {
    title: `${verbs[action.kind]} ${entries}?`,
    facts: [
      ...factsOf(action),
      ...(first?.to === undefined && action.kind !== 'import'
        ? [{ name: 'In', value: name }]
        : [{ name: 'To', value: destinationOf(action, first) }]),
      ...(changed.length < 2 ? [] : changed.map(connectionFact)),
      ...(leaving === undefined
        ? []
        : [
            prose(
              'Values leave',
              `${addressOf(sourceOf(leaving).session)} for ${addressOf(targetOf(leaving).session)}`,
            ),
          ]),
      ...countsOf(rows),
      ...undeletedFacts(rows),
      ...(destroys ? [prose('Gone permanently', entriesIn(loses.length))] : []),
    ],
    fields: [...leftOutKeys(action), await listed(rows, destroys, changed.length > 1)],
    action: verbs[action.kind].split(' ')[0] ?? '',
    destructive: destroys || action.kind === 'delete',
    ...(isTyped(action, rows) ? { typedName: name } : {}),
  };
}

/** True if the name is typed: values go that stand nowhere else by this plan. */
function isTyped({ kind }: MainAction, rows: readonly StoredRow[]): boolean {
  if (kind === 'undo') return rows.some(({ effect, to }) => effect === 'remove' && to === undefined);
  return kind === 'destroy' || kind === 'remove';
}

function destinationOf(action: MainAction, first: StoredRow | undefined): string {
  if (action.kind === 'copy' || action.kind === 'move' || action.kind === 'import')
    return action.to.mount + action.to.path;
  return first === undefined ? '' : targetOf(first).mount.path;
}

/** Facts of the chosen action; a value is never shown. */
function factsOf(action: MainAction): readonly PromptFact[] {
  switch (action.kind) {
    case 'copy':
    case 'move':
      return [prose('Versions', action.versions === 'all' ? 'all that are left' : 'the current one')];
    case 'destroy':
      return [prose('Versions', action.which === 'all' ? 'all' : action.which)];
    case 'set-settings':
      return Object.entries(action.settings).map(([name, value]) => ({ name, value: String(value) }));
    case 'set-metadata':
      return [
        ...Object.entries(action.set).map(([name, value]) => ({ name: `Metadata ${name}`, value })),
        ...action.remove.map((name) => prose(`Metadata ${name}`, 'removed')),
      ];
    case 'import':
      return [
        { name: 'File', value: action.fileName },
        prose('Format', importFacts[action.format].label),
        ...(action.incomplete ? [prose('File is complete', 'no: entries are missing in it')] : []),
      ];
    case 'rename-key':
      return [
        { name: 'Key', value: action.key },
        { name: 'New name', value: action.to },
      ];
    case 'replace-value':
      return action.key === undefined ? [prose('Key', 'all of them')] : [{ name: 'Key', value: action.key }];
    case 'copy-key':
      return [
        { name: 'Key', value: action.key },
        { name: 'From', value: action.from.mount + action.from.path },
      ];
    case 'undo':
      return [prose('What was done', verbs[action.of.kind])];
    case 'set-key':
    case 'remove-key':
    case 'rotate':
      return [{ name: 'Key', value: action.key }];
    default:
      return [];
  }
}

/** Keys that a copy leaves out, one a line: a name can have any character. */
function leftOutKeys(action: MainAction): readonly ChangedField[] {
  const keys = action.kind === 'copy' ? (action.without ?? []) : [];
  if (keys.length === 0) return [];
  return [
    {
      name: `Keys left out (${grouped(keys.length)})`,
      lines: keys.map((text) => ({ kind: 'sent', text })),
    },
  ];
}

function countsOf(rows: readonly StoredRow[]): readonly PromptFact[] {
  const overwritten = rows.filter(({ effect }) => effect === 'overwrite' || effect === 'would-lose').length;
  const losing = rows.filter(({ effect }) => effect === 'would-lose').length;
  return [
    ...(overwritten === 0 ? [] : [prose('Overwritten', entriesIn(overwritten))]),
    ...(losing === 0 ? [] : [prose('Lose older versions', entriesIn(losing))]),
  ];
}

/** Says of the source what a copy would otherwise not be thought to do. */
function undeletedFacts(rows: readonly StoredRow[]): readonly PromptFact[] {
  const count = rows.filter(({ notes = [] }) => notes.includes('deleted-versions')).length;
  return count === 0
    ? []
    : [prose('Deleted versions', `undeleted while they are read, in ${entriesIn(count)}`)];
}

function isFinal({ effect, notes = [] }: StoredRow): boolean {
  return effect === 'destroy' || effect === 'remove' || effect === 'would-lose' || notes.includes('no-undo');
}

async function listed(rows: readonly StoredRow[], inFull: boolean, named: boolean): Promise<ChangedField> {
  const lines: ChangedField['lines'][number][] = [];
  if (rows.length <= MOST_LINES || inFull)
    await eachInTurns(rows, (row) => void lines.push({ kind: 'sent', text: lineOf(row, named) }));
  else for (const text of await folderLines(rows, named)) lines.push({ kind: 'sent', text });
  return { name: `Entries (${grouped(rows.length)})`, lines };
}

function lineOf(row: StoredRow, named: boolean): string {
  const from = fullPath(sourceOf(row));
  const to = row.to === undefined ? '' : ` → ${fullPath(targetOf(row))}`;
  const { versions = [], effect } = row;
  const which =
    row.to === undefined && row.imported === undefined && versions.length > 0
      ? `, versions ${versions.join(', ')}`
      : '';
  const over = effect === 'overwrite' || effect === 'would-lose' ? ' (overwritten)' : '';
  return from + to + which + over + (named ? connectionOf(targetOf(row)) : '');
}

async function folderLines(rows: readonly StoredRow[], named: boolean): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  await eachInTurns(rows, (row) => {
    const spot = targetOf(row);
    const path = spot.path.slice(0, spot.path.lastIndexOf('/') + 1);
    const folder = fullPath({ ...spot, path }) + (named ? connectionOf(spot) : '');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  });
  return [...counts].map(([folder, count]) => `${folder} (${entriesIn(count)})`);
}

/** The deepest folder that holds all of them, or the one entry; empty without rows. */
async function commonFolder(rows: readonly StoredRow[]): Promise<string> {
  const [first] = rows;
  if (first === undefined) return '';
  const path = fullPath(sourceOf(first));
  if (rows.length === 1) return path;
  let common = path;
  await eachInTurns(rows, (row) => {
    const other = fullPath(sourceOf(row));
    while (!other.startsWith(common)) common = common.slice(0, -1);
  });
  return common.slice(0, common.lastIndexOf('/') + 1) || (path.split('/')[0] ?? '');
}

function leavesServer({ from, to = from }: StoredRow): boolean {
  return from.session !== to.session && addressOf(from.session) !== addressOf(to.session);
}

/** Sessions whose entries are changed, in the order of the rows. */
function changedSessions(rows: readonly StoredRow[]): readonly Session[] {
  return [...new Set(rows.map((row) => targetOf(row).session))];
}

function isProduction(session: Session): boolean {
  return kindOfEnvironment(session.view().environment ?? '') === 'production';
}

function connectionFact(session: Session): PromptFact {
  const { name, address, environment = '' } = session.view();
  return {
    name: 'Changed',
    value: `${name} (${[environment, address].filter((one) => one !== '').join(', ')})`,
  };
}

function connectionOf({ session }: Spot): string {
  return ` (${session.view().name})`;
}

function addressOf(session: Session): string {
  return session.view().address;
}

function entriesIn(count: number): string {
  return count === 1 ? '1 entry' : `${grouped(count)} entries`;
}
