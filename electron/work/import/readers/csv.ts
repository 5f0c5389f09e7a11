/** CSV: Strongroom's own, one line a key (`path,key,type,value`), or one line an entry with a header. */
import { jsonProblem } from '../../../../shared/vault/json-problem.ts';
import { Keys, unreadable } from '../imported-entry.ts';
import type { ImportedEntry, Reader, ReadFile } from '../imported-entry.ts';
import { csvRows } from './csv-rows.ts';
import { placedAt } from './placed.ts';

const titles = ['path', 'title', 'name', 'entry'];
const folderNames = ['folder', 'group', 'vault', 'collections'];

/** CSV of any tool. */
export const csv: Reader = {
  recognises: ({ fileName, text }) => /\.(?:csv|tsv)$/i.test(fileName) && text !== '',
  read: ({ text }) => {
    const [header = [], ...rows] = csvRows(text);
    const columns = header.map((name) => name.trim().toLowerCase());
    if (columns.includes('path') && columns.includes('key') && columns.includes('value'))
      return keyLines(columns, rows);
    return entryLines(header, columns, rows);
  },
};

function keyLines(columns: readonly string[], rows: readonly (readonly string[])[]): ReadFile {
  const at = (row: readonly string[], name: string): string => row[columns.indexOf(name)] ?? '';
  const found = new Map<string, Keys>();
  let unread = 0;
  let isCut = false;
  for (const [index, row] of rows.entries()) {
    const [path, key, type] = [at(row, 'path'), at(row, 'key'), at(row, 'type')];
    if (type === 'unread') {
      unread++;
      continue;
    }
    if (type === 'incomplete') {
      isCut = true;
      continue;
    }
    const keys = found.get(path) ?? new Keys();
    found.set(path, keys);
    if (type === 'json') {
      const raw = at(row, 'value');
      if (jsonProblem(raw) !== undefined) throw unreadable('its value is not JSON.', undefined, index + 2);
      keys.json(key, raw);
    } else keys.json(key, JSON.stringify(at(row, 'value').replace(/^'/, '')));
  }
  return {
    format: 'csv',
    titled: false,
    entries: [...found].map(([path, keys]) => placedAt(path, keys.members)),
    incomplete: unread > 0 || isCut,
    warnings: unread === 0 ? [] : [`The export could not read ${String(unread)} of its entries.`],
  };
}

function entryLines(
  header: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ReadFile {
  const title = Math.max(
    0,
    columns.findIndex((name) => titles.includes(name)),
  );
  const folder = columns.findIndex((name) => folderNames.includes(name));
  const isPath = columns[title] === 'path';
  const entries = rows.map((row): ImportedEntry => {
    const keys = new Keys();
    for (const [at, value] of row.entries())
      if (at !== title && at !== folder) keys.text(header[at] ?? `column ${String(at + 1)}`, value);
    const name = row[title] ?? '';
    if (isPath) return placedAt(name, keys.members);
    const folders = folder === -1 ? [] : (row[folder] ?? '').split('/').filter((part) => part !== '');
    return { folders, name, versions: [{ members: keys.members }] };
  });
  const longer = rows.filter((row) => row.length > header.length).length;
  return {
    format: 'csv',
    titled: !isPath,
    entries,
    warnings: [
      ...(titles.includes(columns[title] ?? '') ? [] : ['The first column gives the names.']),
      ...(longer === 0 ? [] : [`${String(longer)} lines have more fields than the first one.`]),
    ],
  };
}
