/** Bitwarden's unencrypted JSON (https://bitwarden.com/help/condition-bitwarden-import): folders or collections, items by type. */
import { counted } from '../../../../shared/vault/counted.ts';
import { isRecord } from '../../../../shared/vault/is-record.ts';
import { Keys, unreadable } from '../imported-entry.ts';
import type { ImportedEntry, Reader } from '../imported-entry.ts';
import { provenJson } from './json.ts';

type Item = Readonly<Record<string, unknown>>;

/** Exports of a person or of an organisation. */
export const bitwarden: Reader = {
  recognises: ({ text }) => /^\s*\{\s*"(?:encrypted|passwordProtected)"\s*:\s*(?:true|false)/.test(text),
  read: ({ text }) => {
    provenJson(text);
    const file = JSON.parse(text) as Item;
    if (file['encrypted'] !== false)
      throw unreadable(
        'This Bitwarden export is encrypted.',
        'Export it as JSON without encryption, then import that file.',
      );
    const names = new Map<unknown, string>();
    for (const one of [...recordsIn(file['folders']), ...recordsIn(file['collections'])])
      names.set(one['id'], textOf(one['name']));
    const items = recordsIn(file['items']);
    const living = items.filter(({ deletedDate }) => deletedDate === undefined || deletedDate === null);
    const trashed = items.length - living.length;
    return {
      format: 'bitwarden',
      titled: true,
      entries: living.map((item) => entryOf(item, names)),
      warnings: trashed === 0 ? [] : [`Left out: ${counted(trashed, 'item')} in the trash.`],
    };
  },
};

/** Objects of a list. */
export function recordsIn(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function entryOf(item: Item, names: ReadonlyMap<unknown, string>): ImportedEntry {
  const keys = new Keys();
  const collections: readonly unknown[] = Array.isArray(item['collectionIds']) ? item['collectionIds'] : [];
  const folder = names.get(item['folderId']) ?? names.get(collections[0]) ?? '';
  if (isRecord(item['login'])) addLogin(item['login'], keys);
  for (const part of ['card', 'identity', 'sshKey'])
    if (isRecord(item[part])) for (const [name, value] of Object.entries(item[part])) keys.text(name, value);
  keys.text('notes', item['notes']);
  for (const { name, value } of recordsIn(item['fields'])) keys.text(textOf(name), value);
  return {
    folders: folder.split('/').filter((part) => part !== ''),
    name: textOf(item['name']),
    versions: [{ members: keys.members }],
  };
}

function addLogin(login: Item, keys: Keys): void {
  for (const name of ['username', 'password', 'totp']) keys.text(name, login[name]);
  for (const { uri } of recordsIn(login['uris'])) keys.text('url', uri);
  const passkeys = recordsIn(login['fido2Credentials']);
  if (passkeys.length > 0) keys.json('passkeys', JSON.stringify(passkeys));
}
