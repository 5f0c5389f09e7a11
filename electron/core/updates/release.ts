/**
 * Parses the description of a release strictly. Its signature has been verified before; this still detects a mistake
 * of the key's holder, or a description for another system.
 */
import { refused } from './signature.ts';
import { isVersion } from './version.ts';

/** One file of a release. */
export interface ReleaseFile {
  /** A plain file name beside the description. */
  readonly name: string;
  /** Package type: `deb`, `rpm`, `AppImage`, `nsis`. */
  readonly kind: string;
  readonly sizeBytes: number;
  /** Base64. */
  readonly sha512: string;
}

/** A release for one system. */
export interface Release {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly released: string;
  /** Plain text. */
  readonly notes: string;
  readonly files: readonly ReleaseFile[];
}

/** The system of a description, in Node's names: `linux` and `x64`. */
export interface System {
  readonly platform: string;
  readonly arch: string;
}

/** Upper bound of a description in bytes. */
export const longestDescriptionBytes = 64 * 1024;
/** Upper bound of a package in bytes: four times today's. */
const LARGEST_FILE_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 20;
const LONGEST_NOTES = 16_000;

/** The name of the description for a system, e.g. `strongroom-linux-x64.json`; its signature has `.sig` behind it. */
export function descriptionName({ platform, arch }: System): string {
  return `strongroom-${platform}-${arch}.json`;
}

/** Parses a description. Throws `bad-answer`. */
export function readRelease(text: string, system: System): Release {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw refused('cannot be read');
  }
  const { app, format, platform, arch, version, released, notes, files } = fieldsOf(data);
  if (app !== 'strongroom' || format !== 1) throw refused('is not one that this version understands');
  if (platform !== system.platform || arch !== system.arch) throw refused('is for another system');
  if (typeof version !== 'string' || !isVersion(version)) throw refused('names no version');
  if (
    typeof released !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(released) ||
    Number.isNaN(Date.parse(released))
  )
    throw refused('names no date');
  if (typeof notes !== 'string' || notes.length > LONGEST_NOTES)
    throw refused('has no notes that can be shown');
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES)
    throw refused('names no files');
  return { version, released, notes, files: files.map(readFile) };
}

function readFile(data: unknown): ReleaseFile {
  const { name, kind, sizeBytes, sha512 } = fieldsOf(data);
  // A plain name: no folder, no drive, no `..`, no characters special to a shell or a file system.
  if (
    typeof name !== 'string' ||
    !/^[A-Za-z0-9][A-Za-z0-9._-]{0,126}[A-Za-z0-9]$/.test(name) ||
    name.includes('..')
  )
    throw refused('names a file that may lead elsewhere');
  if (typeof kind !== 'string' || !/^[A-Za-z]{1,16}$/.test(kind))
    throw refused('names a file of no known kind');
  if (
    typeof sizeBytes !== 'number' ||
    !Number.isInteger(sizeBytes) ||
    sizeBytes < 1 ||
    sizeBytes > LARGEST_FILE_BYTES
  )
    throw refused('names a file of an impossible size');
  if (typeof sha512 !== 'string' || !/^[A-Za-z0-9+/]{86}==$/.test(sha512))
    throw refused('names a file without its checksum');
  return { name, kind, sizeBytes, sha512 };
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw refused('cannot be read');
  return data as Readonly<Record<string, unknown>>;
}
