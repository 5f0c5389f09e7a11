/** JSON of any tool: Strongroom's own, vkv's, medusa's, or objects by paths. Numbers keep their digits. */
import { jsonProblem } from '../../../../shared/vault/json-problem.ts';
import { itemsOf, membersAt } from '../../../../shared/vault/json-slices.ts';
import type { Member } from '../../../../shared/vault/json-slices.ts';
import { unreadable } from '../imported-entry.ts';
import type { ImportedEntry, Reader, ReadFile, Source } from '../imported-entry.ts';
import { arranged, bareName, isObjectText, isVkv, layoutOf, ofVkv, placedAt } from './placed.ts';

/** JSON objects. */
export const json: Reader = {
  recognises: ({ text }) => /^\s*[{[]/.test(text),
  read: (source) => {
    const { text } = source;
    provenJson(text);
    const members = membersAt(text, []);
    if (members === undefined) throw unreadable('It is not an object of keys and values.');
    return ownExport(members) ?? ofMembers(members, 'json', source);
  },
};

/** Throws `invalid-input` with the line of the first fault. */
export function provenJson(text: string): void {
  const problem = jsonProblem(text);
  if (problem !== undefined)
    throw unreadable(`this is not JSON: ${problem.message.toLowerCase()}.`, undefined, problem.line);
}

/** Entries of the members of a file, by the asked layout or the likely one. */
export function ofMembers(
  members: readonly Member[],
  format: 'json' | 'yaml',
  { layout: asked, fileName }: Source,
): ReadFile {
  if (asked === undefined && isVkv(members)) return { format: 'vkv', titled: false, ...ofVkv(members) };
  const layout = asked ?? layoutOf(members);
  return { format, layout, titled: false, ...arranged(members, layout, bareName(fileName)) };
}

/** Strongroom's JSON: `exported`, `entries` by their paths, `unread`. */
function ownExport(members: readonly Member[]): ReadFile | undefined {
  const [exported, all, missing] = ['exported', 'entries', 'unread'].map(
    (name) => members.find(([key]) => key === name)?.[1],
  );
  if (exported === undefined || all === undefined || !isObjectText(exported)) return undefined;
  const facts = new Map<string, unknown>(Object.entries(JSON.parse(exported) as object));
  const entries = membersAt(all, []);
  if (entries === undefined || facts.get('by') !== 'Strongroom') return undefined;
  const selection = facts.get('selection');
  const folders = Array.isArray(selection) ? selection.filter((one) => typeof one === 'string') : [];
  const unread = itemsOf(missing ?? '[]').length;
  return {
    format: 'json',
    titled: false,
    entries: entries.map(([path, raw]) => belowSelection(path, folders, membersAt(raw, []) ?? [])),
    incomplete: unread > 0,
    warnings: unread === 0 ? [] : [`The export could not read ${String(unread)} of its entries.`],
  };
}

/** Path below the exported folder, or the last name of an exported entry. */
function belowSelection(
  path: string,
  selection: readonly string[],
  members: readonly Member[],
): ImportedEntry {
  const folder = selection.find((one) => one.endsWith('/') && path.startsWith(one));
  return placedAt(
    folder === undefined ? path.slice(path.lastIndexOf('/') + 1) : path.slice(folder.length),
    members,
  );
}
