/** A task: recognises the format of a file and reads its items. Runs off the main thread if the file is large. */
import { isUtf8 } from 'node:buffer';
import type { ImportLayout } from '../../../shared/vault/import.ts';
import { mostItems, unreadable } from './imported-entry.ts';
import type { Reader, ReadFile, Source } from './imported-entry.ts';
import { openAge } from './open-age.ts';
import { bitwarden } from './readers/bitwarden.ts';
import { csv } from './readers/csv.ts';
import { env } from './readers/env.ts';
import { json } from './readers/json.ts';
import { keepassXml } from './readers/keepass-xml.ts';
import { onepasswordCsv } from './readers/onepassword-csv.ts';
import { onepux } from './readers/onepux.ts';
import { strongroom } from './readers/strongroom.ts';
import { yaml } from './readers/yaml.ts';

/** The first that recognises a file reads it. */
const readers: readonly Reader[] = [
  onepux,
  keepassXml,
  strongroom,
  bitwarden,
  json,
  onepasswordCsv,
  csv,
  env,
  yaml,
];

export interface AskedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Of an age file: the passphrase or the identity. */
  readonly key?: string;
  /** Absent: the likely one. */
  readonly layout?: ImportLayout;
}

/** Reads a file. Rejects with `invalid-input`, naming the line, never the text. */
export async function readImport({ fileName, bytes, key, layout }: AskedFile): Promise<ReadFile> {
  const plain = key === undefined ? bytes : await openAge(bytes, key);
  const name = key === undefined ? fileName : fileName.replace(/\.age$/i, '');
  const source = sourceOf(name, Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength), layout);
  const reader = readers.find((one) => one.recognises(source));
  if (reader === undefined) throw notRead(source);
  const read = await reader.read(source);
  const entries = read.entries.filter(({ versions }) =>
    versions.some(({ members }) => members !== undefined),
  );
  const empty = read.entries.length - entries.length;
  if (entries.length === 0) throw unreadable('The file has no entries.');
  if (entries.length > mostItems)
    throw unreadable(`The file has more than ${String(mostItems)} entries.`, 'Import it in parts.');
  return {
    ...read,
    entries,
    warnings: [
      ...read.warnings,
      ...(empty === 0 ? [] : [`${String(empty)} entries have no values in the file and are left out.`]),
    ],
  };
}

function sourceOf(fileName: string, bytes: Buffer, layout: ImportLayout | undefined): Source {
  return { fileName, bytes, text: textOf(bytes), layout };
}

/** The text of a file by its byte order mark, or as UTF-8; empty if it is not text. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const swapped = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return swapped.swap16().toString('utf16le');
  }
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const bare = isMarked ? bytes.subarray(3) : bytes;
  // A NUL stands in no text file; `isUtf8` alone would let it pass.
  return isUtf8(bare) && !bare.includes(0) ? bare.toString('utf8') : '';
}

/** The two numbers that a KeePass database begins with. */
const KDBX = [0x9aa2d903, 0xb54bfb67];

function notRead({ bytes }: Source) {
  if (bytes.length === 0) return unreadable('The file is empty.', 'Choose another file.');
  if (bytes.length >= 8 && bytes.readUInt32LE(0) === KDBX[0] && bytes.readUInt32LE(4) === KDBX[1])
    return unreadable(
      'This is a KeePass database, which Strongroom cannot open.',
      'Export it in KeePass as KeePass XML (2.x), then import that file.',
    );
  return unreadable(
    'The file is neither text in UTF-8 or UTF-16 nor a known archive.',
    'Choose an export in one of the formats listed in the guide.',
  );
}
