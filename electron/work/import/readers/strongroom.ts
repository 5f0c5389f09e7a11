/** Strongroom's own export, as `export/strongroom-format.ts` describes it: line by line, values as the server wrote them. */
import { isRecord } from '../../../../shared/vault/is-record.ts';
import { itemsOf, membersAt } from '../../../../shared/vault/json-slices.ts';
import { ownSettings } from '../../../../shared/vault/entry-settings.ts';
import { formatName, formatVersion } from '../../export/strongroom-format.ts';
import { unreadable } from '../imported-entry.ts';
import type { ImportedEntry, ImportedVersion, Reader } from '../imported-entry.ts';
import { placedAt } from './placed.ts';

/** JSON Lines with the header of an export. */
export const strongroom: Reader = {
  recognises: ({ text }) => text.slice(0, 64).startsWith(`{"format":"${formatName}"`),
  read: ({ text }) => {
    const entries: ImportedEntry[] = [];
    let line = 0;
    let unread = 0;
    let end: unknown;
    let isCut = false;
    for (let at = 0; at < text.length;) {
      const next = text.indexOf('\n', at);
      const raw = text.slice(at, next === -1 ? text.length : next);
      at = next === -1 ? text.length : next + 1;
      line++;
      if (raw.trim() === '') continue;
      const facts = parsed(raw);
      if (facts === undefined) {
        // Only the last line of a file that was cut off can be half a line.
        if (next !== -1) throw unreadable('this is not JSON.', undefined, line);
        isCut = true;
        break;
      }
      if (line === 1) checkVersion(facts['version']);
      else if (facts['end'] !== undefined) ({ end } = facts);
      else if (typeof facts['unread'] === 'string') unread++;
      else entries.push(entryOf(facts, raw, line));
    }
    const isWhole = end === 'complete';
    return {
      format: 'strongroom',
      titled: false,
      entries,
      incomplete: !isWhole,
      warnings: [
        ...(end === undefined || isCut ? ['The file was cut off: entries at its end are missing.'] : []),
        ...(unread === 0 ? [] : [`The export could not read ${String(unread)} of its entries.`]),
      ],
    };
  },
};

function parsed(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isRecord(value) ? value : undefined;
  } catch {
    // The caller knows the line.
    return undefined;
  }
}

function checkVersion(version: unknown): void {
  if (typeof version === 'number' && version <= formatVersion) return;
  throw unreadable(
    'The file is of a newer version of Strongroom.',
    'Install the newest version, then import it.',
  );
}

function entryOf(facts: Readonly<Record<string, unknown>>, raw: string, line: number): ImportedEntry {
  const { path, below } = facts;
  if (typeof path !== 'string' || typeof below !== 'string' || !path.startsWith(below))
    throw unreadable('an entry has no path.', undefined, line);
  const members = new Map(membersAt(raw, []));
  const texts = itemsOf(members.get('versions') ?? '[]');
  const versions = texts.map(versionOf);
  const first = parsed(texts[0] ?? '{}')?.['version'];
  const settings = settingsOf(facts['metadata']);
  return {
    ...placedAt(path.slice(below.length), []),
    versions: versions.length === 0 ? [{}] : versions,
    ...(typeof first === 'number' && first > 1 ? { oldest: first } : {}),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

function versionOf(raw: string): ImportedVersion {
  const facts = new Map(membersAt(raw, []));
  const data = facts.get('data');
  const members = data === undefined ? undefined : membersAt(data, []);
  if (members !== undefined) return { members };
  if (facts.has('unread')) return { gone: 'destroyed', isUnread: true };
  return { gone: facts.get('destroyed') === 'true' ? 'destroyed' : 'deleted' };
}

function settingsOf(metadata: unknown): ReturnType<typeof ownSettings> {
  if (!isRecord(metadata)) return {};
  const { max_versions: most, cas_required: cas, delete_version_after: after, custom } = metadata;
  const texts = isRecord(custom)
    ? Object.entries(custom).filter((one): one is [string, string] => typeof one[1] === 'string')
    : [];
  return ownSettings({
    maxVersions: typeof most === 'number' ? most : 0,
    casRequired: cas === true,
    deleteVersionAfter: typeof after === 'string' && after !== '' ? after : '0s',
    customMetadata: Object.fromEntries(texts),
  });
}
