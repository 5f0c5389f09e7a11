/** Writes a whole entry in another tool's format, for the clipboard. The values never cross to the page. */
import type { EntryTextFormat } from '../../../shared/vault/editing.ts';
import { composeObject, indentJson, plainEscapes } from '../../../shared/vault/json-slices.ts';
import { products } from '../../../shared/vault/server.ts';
import { cliText } from './cli-text.ts';
import { envText } from './env-text.ts';
import type { EntryText } from './env-text.ts';
import type { OpenEntry } from './open.ts';
import { yamlText } from './yaml-text.ts';

/** The text of an open entry. Rejects with `invalid-input` or `not-offered` if the format cannot express it. */
export async function entryText(
  entry: OpenEntry,
  format: EntryTextFormat,
  signal?: AbortSignal,
): Promise<EntryText> {
  const { members } = await entry.content(signal);
  const plain = (text: string): EntryText => ({ text, warnings: [] });
  switch (format) {
    case 'env':
      return envText(members);
    case 'json':
      return plain(`${indentJson(plainEscapes(composeObject(members)))}\n`);
    case 'yaml':
      return plain(yamlText(members));
    case 'cli': {
      const { program } = products[entry.session.view().health.kind];
      return plain(cliText(entry.facts, members, program));
    }
  }
}
