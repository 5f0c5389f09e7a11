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

/** Without the apostrophe that Strongroom puts before what a spreadsheet would run. */
function unprotected(text: string): string {
  return text.replace(/^'(?=[=+\-@\t\r\n'])/, '');
}

function keyLines(columns: readonly string[], rows: readonly (readonly string[])[]): ReadFile {
  // Without kinds of values the file is another tool's, and says what it means.
  const isOwn = columns.includes('type');
  const at = (row: readonly string[], name: string): string => {
    const text = row[columns.indexOf(name)] ?? '';
    return isOwn ? unprotected(text) : text;
  };
  const found = new Map<string, Map<string, string>>();
  let unread = 0;
  let isCut = false;
  for (const [index, row] of rows.entries()) {
    const [path, type, value] = [at(row, 'path'), at(row, 'type'), at(row, 'value')];
    if (type === 'unread') unread++;
    else if (type === 'incomplete') isCut = true;
    else {
      if (type === 'json' && jsonProblem(value) !== undefined)
        throw unreadable('its value is not JSON.', undefined, index + 2);
      const keys = found.get(path) ?? new Map<string, string>();
      found.set(path, keys.set(at(row, 'key'), type === 'json' ? value : JSON.stringify(value)));
    }
  }
  return {
    format: 'csv',
    titled: false,
    entries: [...found].map(([path, keys]) => placedAt(path, [...keys])),
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
