/** CSV of 1Password 8: `Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes`. */
import { customMetadata, Keys } from '../imported-entry.ts';
import type { ImportedEntry, Reader } from '../imported-entry.ts';
import { csvRows } from './csv-rows.ts';

/** Columns that are keys, by their names in lower case. */
const keyOf: Readonly<Record<string, string>> = {
  url: 'url',
  username: 'username',
  password: 'password',
  otpauth: 'totp',
  notes: 'notes',
};

/** Logins exported by 1Password. */
export const onepasswordCsv: Reader = {
  recognises: ({ text }) => {
    const [header = ''] = text.slice(0, 4096).toLowerCase().split(/\r?\n/, 1);
    return ['title', 'password', 'otpauth'].every((name) => header.includes(name));
  },
  read: ({ text }) => {
    const [header = [], ...rows] = csvRows(text);
    const columns = header.map((name) => name.trim().toLowerCase());
    return {
      format: 'onepassword-csv',
      titled: true,
      entries: rows.map((row) => entryOf(row, columns)),
      warnings: [],
    };
  },
};

function entryOf(row: readonly string[], columns: readonly string[]): ImportedEntry {
  const keys = new Keys();
  for (const [at, name] of columns.entries())
    if (Object.hasOwn(keyOf, name)) keys.text(keyOf[name] ?? name, row[at]);
  const named = (name: string): string => row[columns.indexOf(name)] ?? '';
  return {
    folders: [],
    name: named('title'),
    versions: [{ members: keys.members }],
    ...customMetadata({ tags: named('tags') }),
  };
}
