/** 1Password's 1PUX (https://support.1password.com/1pux-format): an archive with `export.data` and attached files. */
import { counted } from '../../../../shared/vault/counted.ts';
import { isRecord } from '../../../../shared/vault/is-record.ts';
import { importLimitBytes } from '../../../../shared/vault/import.ts';
import { customMetadata, Keys, unreadable } from '../imported-entry.ts';
import type { Attachment, ImportedEntry, Reader } from '../imported-entry.ts';
import { recordsIn, textOf } from './bitwarden.ts';
import { provenJson } from './json.ts';
import { isZip, openZip } from './zip.ts';
import type { Zip } from './zip.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bytes of one attached file; base64 of it fits into a request. */
const LARGEST_ATTACHMENT = 16 * 1024 * 1024;
/** Bytes of all attached files. */
const MOST_ATTACHED = 64 * 1024 * 1024;

/** Archives of 1Password 8. */
export const onepux: Reader = {
  recognises: ({ bytes }) => isZip(bytes),
  read: ({ bytes }) => {
    const zip = openZip(bytes);
    const data = zip.read('export.data', importLimitBytes)?.toString('utf8');
    if (data === undefined)
      throw unreadable('The archive is not a 1Password export.', 'It has no export.data.');
    provenJson(data);
    const accounts = recordsIn(recordOf(JSON.parse(data))['accounts']);
    const files = attachedFiles(zip);
    const entries: ImportedEntry[] = [];
    let archived = 0;
    for (const account of accounts)
      for (const vault of recordsIn(account['vaults']))
        for (const one of recordsIn(vault['items'])) {
          const item = isRecord(one['item']) ? one['item'] : one;
          if (item['state'] === 'archived' || item['trashed'] === true) archived++;
          const top = accounts.length > 1 ? [textOf(recordOf(account['attrs'])['accountName'])] : [];
          const folders = [...top, textOf(recordOf(vault['attrs'])['name'])].filter((part) => part !== '');
          entries.push(entryOf(item, folders, files));
        }
    return {
      format: 'onepux',
      titled: true,
      entries,
      warnings: archived === 0 ? [] : [`Among them: ${counted(archived, 'archived item')}.`],
    };
  },
};

function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

function entryOf(item: Json, folders: readonly string[], files: Files): ImportedEntry {
  const [details, overview] = [recordOf(item['details']), recordOf(item['overview'])];
  const keys = new Keys();
  const attachments: Attachment[] = [];
  for (const { designation, name, value } of recordsIn(details['loginFields']))
    keys.text(textOf(designation) === '' ? textOf(name) : textOf(designation), value);
  keys.text('password', details['password']);
  const urls = recordsIn(overview['urls']).map(({ url }) => url);
  for (const url of urls.length > 0 ? urls : [overview['url']]) keys.text('url', url);
  for (const section of recordsIn(details['sections']))
    for (const field of recordsIn(section['fields'])) addField(field, keys, (file) => attach(file));
  keys.text('notes', details['notesPlain']);
  if (isRecord(details['documentAttributes'])) attach(details['documentAttributes']);
  function attach(file: Json): void {
    const base64 = files(textOf(file['documentId']));
    attachments.push({ name: textOf(file['fileName']), ...(base64 === undefined ? {} : { base64 }) });
  }
  const tags = Array.isArray(overview['tags']) ? overview['tags'].map(textOf).join(', ') : '';
  return {
    folders,
    name: textOf(overview['title']),
    versions: [{ members: keys.members }],
    ...customMetadata({ tags }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

/** A field of a section: its value is an object with one member, named by its kind. */
function addField(field: Json, keys: Keys, attach: (file: Json) => void): void {
  const name = textOf(field['title']) === '' ? textOf(field['id']) : textOf(field['title']);
  const [kind, value] = Object.entries(recordOf(field['value']))[0] ?? [];
  if (value === undefined || value === null) return;
  switch (kind) {
    case 'file':
      return attach(recordOf(value));
    case 'date':
      return keys.text(name, typeof value === 'number' ? dayOf(value) : value);
    case 'monthYear':
      return keys.text(name, typeof value === 'number' ? monthOf(value) : value);
    case 'email':
      return keys.text(name, isRecord(value) ? value['email_address'] : value);
    case 'sshKey':
      return keys.text(name, isRecord(value) ? value['privateKey'] : value);
    default:
      return isRecord(value) ? addRecord(name, value, keys) : keys.text(name, value);
  }
}

function addRecord(name: string, value: Json, keys: Keys): void {
  if (Object.values(value).some((part) => part !== '' && part !== null))
    keys.json(name, JSON.stringify(value));
}

/** Seconds since 1970 as a day. */
function dayOf(seconds: number): string {
  const day = new Date(seconds * 1000);
  return Number.isNaN(day.getTime()) ? String(seconds) : day.toISOString().slice(0, 10);
}

/** 202312 as 2023-12. */
function monthOf(digits: number): string {
  return String(digits).replace(/^(\d{4})(\d{2})$/, '$1-$2');
}

type Files = (documentId: string) => string | undefined;

/** Attached files by the id before `__` in their names, as base64, within the limits. */
function attachedFiles(zip: Zip): Files {
  const names = new Map<string, string>();
  for (const name of zip.names) {
    const id = /^files\/(.+?)__/.exec(name)?.[1];
    if (id !== undefined) names.set(id, name);
  }
  let left = MOST_ATTACHED;
  return (documentId) => {
    const name = names.get(documentId);
    if (name === undefined || left <= 0) return undefined;
    const bytes = zip.read(name, Math.min(left, LARGEST_ATTACHMENT));
    left -= bytes?.length ?? 0;
    return bytes?.toString('base64');
  };
}
