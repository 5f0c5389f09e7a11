/**
 * Strongroom's own format: JSON Lines in UTF-8, made to be written and read as a stream, and to lose nothing.
 *
 * - Line 1, the header: `{"format":"strongroom-export","version":1,"created","address","namespace","product",
 *   "server","versions":"latest"|"all","metadata":bool,"keys":{"which","names"},"selection":["secret/app/"]}`.
 * - One line for each entry: `{"mount":"secret/","engine":"kv2"|"kv1"|"cubbyhole",
 *   "path":"app/db","below":"app/","versions":[…],"metadata":{…}}`. `path` is below the mount, `below` the chosen
 *   folder.
 *   - A version: `{"version":3,"created":TIME,"deleted":TIME,"destroyed":true,"data":{…},"unread":REASON}`, oldest
 *     first; absent members are not true of it. `data` is the server's own JSON text: numbers keep their digits, keys
 *     their order. `version` and times are absent where the engine keeps none.
 *   - `metadata`, if asked for: `{"current","oldest","max_versions","cas_required","delete_version_after","custom"}`.
 * - `{"unread":"secret/app/x","reason":"…"}` for each entry or folder that could not be read.
 * - The last line: `{"end":"complete"|"incomplete","entries":N,"unread":N}`. A file without it was cut off.
 *
 * A reader refuses a higher `version`, and ignores members that it does not know.
 */
import { composeObject } from '../../../shared/vault/json-slices.ts';
import type {
  ExportAbout,
  ExportedEntry,
  ExportedMetadata,
  ExportedVersion,
  Writer,
} from './exported-entry.ts';

export const formatName = 'strongroom-export';
export const formatVersion = 1;

/** Writes the format. */
export function strongroomWriter(about: ExportAbout): Writer {
  const { options, address, namespace, product, serverVersion, created, selection } = about;
  return {
    start: () =>
      line({
        format: formatName,
        version: formatVersion,
        created,
        address,
        namespace,
        product,
        server: serverVersion,
        versions: options.versions,
        metadata: options.metadata,
        keys: options.keys,
        selection,
      }),
    entry: entryLine,
    unread: (path, reason) => line({ unread: path, reason }),
    end: ({ entries, unread }) => line({ end: unread === 0 ? 'complete' : 'incomplete', entries, unread }),
  };
}

function entryLine({ mount, path, below, versions, metadata }: ExportedEntry): string {
  const head = JSON.stringify({ mount: mount.path, engine: mount.engine, path, below });
  const tail = metadata === undefined ? '' : `,"metadata":${JSON.stringify(metadataOf(metadata))}`;
  return `${head.slice(0, -1)},"versions":[${versions.map(versionText).join(',')}]${tail}}\n`;
}

function versionText(one: ExportedVersion): string {
  const facts = JSON.stringify({
    ...(one.version === 0 ? {} : { version: one.version }),
    ...(one.createdTime === '' ? {} : { created: one.createdTime }),
    ...(one.deletionTime === '' ? {} : { deleted: one.deletionTime }),
    ...(one.destroyed ? { destroyed: true } : {}),
    ...(one.unread === undefined ? {} : { unread: one.unread }),
  });
  if (one.members === undefined) return facts;
  // A server's text can be spread over lines.
  const data = composeObject(one.members).replace(/[\n\r]/g, ' ');
  return `${facts.slice(0, -1)}${facts === '{}' ? '' : ','}"data":${data}}`;
}

function metadataOf(metadata: ExportedMetadata): object {
  return {
    current: metadata.currentVersion,
    oldest: metadata.oldestVersion,
    max_versions: metadata.maxVersions,
    cas_required: metadata.casRequired,
    delete_version_after: metadata.deleteVersionAfter,
    custom: metadata.customMetadata,
  };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
