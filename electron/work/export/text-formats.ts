/** Writers of other tools' formats. The text of one entry is what copying an entry in that format gives. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { composeObject, indentJson, plainEscapes } from '../../../shared/vault/json-slices.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import { products } from '../../../shared/vault/server.ts';
import { cliText } from '../../core/entries/cli-text.ts';
import { fullPath } from '../../core/entries/current.ts';
import { envAssignment, envName, envProblem } from '../../core/entries/env-text.ts';
import { yamlMember, yamlText } from '../../core/entries/yaml-text.ts';
import { currentMembers, Unwritable } from './exported-entry.ts';
import type { ExportAbout, ExportedEntry, Writer } from './exported-entry.ts';

/** One object: `entries` by their full paths, and `unread`. */
export function jsonWriter(about: ExportAbout): Writer {
  let first = true;
  const unread: string[] = [];
  return {
    start: () => `{\n  "exported": ${JSON.stringify(factsOf(about))},\n  "entries": {`,
    entry: (entry) => {
      const members = currentMembers(entry);
      const text = indentJson(plainEscapes(composeObject(members))).replaceAll('\n', '\n    ');
      const separator = first ? '' : ',';
      first = false;
      return `${separator}\n    ${JSON.stringify(fullPath(entry))}: ${text}`;
    },
    unread: (path, reason) => {
      unread.push(`\n    ${JSON.stringify({ path, reason })}`);
      return '';
    },
    end: () => `\n  },\n  "unread": [${unread.join(',')}${unread.length === 0 ? '' : '\n  '}]\n}\n`,
  };
}

/** A mapping of full paths to mappings. */
export function yamlWriter(about: ExportAbout): Writer {
  let empty = true;
  return {
    ...commented('#', about),
    entry: (entry) => {
      const members = currentMembers(entry);
      empty = false;
      if (members.length === 0) return yamlMember(fullPath(entry), '{}');
      const inner = yamlText(members).replace(/^(?=.)/gm, '  ');
      return yamlMember(fullPath(entry), undefined) + inner;
    },
    end: (counts) => `${empty ? '{}\n' : ''}${commented('#', about).end(counts)}`,
  };
}

/** Assignments; the path comes before the key, unless one entry is exported. */
export function envWriter(about: ExportAbout): Writer {
  const taken = new Map<string, string>();
  return {
    ...commented('#', about),
    entry: (entry) => {
      const lines = currentMembers(entry).map(([key, rawJson]) => {
        const within = entry.path.slice(entry.below.length);
        const name = envName(about.single ? key : `${within}_${key}`);
        const problem = name === '' ? 'a key without a name cannot be a variable' : envProblem(key, rawJson);
        if (problem !== undefined) throw new Unwritable(`It cannot be in a .env file: ${problem}.`);
        return { name, key, text: envAssignment(name, rawJson) };
      });
      const names = new Set<string>();
      for (const { name, key } of lines) {
        const other = taken.get(name) ?? (names.has(name) ? 'another key of it' : undefined);
        if (other !== undefined)
          throw new Unwritable(`“${key}” would be called ${name}, and so would ${other}.`);
        names.add(name);
      }
      const path = fullPath(entry);
      for (const name of names) taken.set(name, path);
      return `\n# ${inComment(path)}\n${lines.map(({ text }) => text).join('')}`;
    },
  };
}

/**
 * RFC 4180: `path,key,type,value`, one line for each key; `type` is `text`, or `json` for other values. A value that
 * a spreadsheet would take for a formula, and one that begins with an apostrophe, gets an apostrophe in front.
 */
export function csvWriter(): Writer {
  const row = (...fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;
  return {
    start: () => 'path,key,type,value\r\n',
    entry: (entry) => {
      const path = fullPath(entry);
      return currentMembers(entry)
        .map(([key, rawJson]) =>
          rawJson.trimStart().startsWith('"')
            ? row(path, key, 'text', JSON.parse(rawJson) as string)
            : row(path, key, 'json', plainEscapes(rawJson)),
        )
        .join('');
    },
    unread: (path, reason) => row(path, '', 'unread', reason),
    end: ({ entries, unread }) =>
      unread === 0 ? '' : row('', '', 'incomplete', `${String(entries)} entries, ${String(unread)} unread`),
  };
}

function csvField(text: string): string {
  const safe = /^[=+\-@\t\r\n']/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A POSIX shell script of `vault` (or `bao`) commands that write the entries, for a server chosen by its caller. */
export function cliWriter(about: ExportAbout): Writer {
  const { program } = products[about.product];
  const comments = commented('#', about);
  return {
    ...comments,
    start: () => `#!/bin/sh\n${comments.start()}set -eu\n`,
    entry: (entry) => {
      const members = currentMembers(entry);
      return `\n${commandOf(entry, members, program)}${metadataCommand(entry, program)}`;
    },
  };
}

function commandOf(
  entry: ExportedEntry,
  members: Parameters<typeof cliText>[1],
  program: Parameters<typeof cliText>[2],
): string {
  try {
    return cliText(entry, members, program);
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    throw new Unwritable('The command line trims paths, and this one begins or ends with a space.');
  }
}

function metadataCommand({ mount, path, metadata }: ExportedEntry, program: string): string {
  if (metadata === undefined) return '';
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  const custom = Object.entries(customMetadata);
  if (custom.some(([key]) => key.includes('=')))
    throw new Unwritable('Its custom metadata has a key with “=”, which the command line cannot say.');
  const flags = [
    `-mount=${shellWord(mount.path.replace(/\/$/, ''))}`,
    ...(maxVersions === 0 ? [] : [`-max-versions=${String(maxVersions)}`]),
    ...(casRequired ? ['-cas-required=true'] : []),
    ...(/^0s?$/.test(deleteVersionAfter) ? [] : [`-delete-version-after=${shellWord(deleteVersionAfter)}`]),
    ...custom.map(([key, value]) => `-custom-metadata=${shellWord(`${key}=${value}`)}`),
  ];
  if (flags.length === 1) return '';
  const argument = (path.startsWith('-') ? '-- ' : '') + shellWord(path);
  return `${program} kv metadata put ${flags.join(' ')} ${argument}\n`;
}

/** Start, unread and end of formats with comments in lines. */
export function commented(mark: string, about: ExportAbout): Omit<Writer, 'entry'> {
  const { selection, address, namespace, created } = about;
  const within = namespace === '' ? '' : `, namespace ${namespace}`;
  return {
    start: () =>
      [
        `Exported by Strongroom on ${created}`,
        `From ${address}${within}: ${selection.slice(0, 10).join(', ')}${selection.length > 10 ? ' …' : ''}`,
      ]
        .map((text) => `${mark} ${inComment(text)}\n`)
        .join(''),
    unread: (path, reason) => `${mark} Not exported: ${inComment(`${path}: ${reason}`)}\n`,
    end: ({ entries, unread }) =>
      `${mark} ${unread === 0 ? 'Complete' : 'Incomplete'}: ${String(entries)} entries${unread === 0 ? '' : `, ${String(unread)} not exported`}\n`,
  };
}

/** One line: names of a server could end the comment. */
function inComment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

function factsOf({ address, namespace, created, selection }: ExportAbout): object {
  return { by: 'Strongroom', created, address, namespace, selection };
}
