/** YAML of any tool; aliases are counted, so that a few lines cannot stand for gigabytes. */
import { parseYaml } from '../../parse-yaml.ts';
import { unreadable } from '../imported-entry.ts';
import type { Reader } from '../imported-entry.ts';
import { ofMembers } from './json.ts';

/** A reader of YAML takes some 60 times the length of the text in memory; UTF-16 code units. */
const longest = 8 * 1024 * 1024;

/** YAML mappings. */
export const yaml: Reader = {
  recognises: ({ text }) => text !== '',
  read: async (source) => {
    const read = await parseYaml(source.text, longest);
    if (!read.ok) throw unreadable(`this is not YAML: ${read.message}.`, undefined, read.line);
    const made = ofMembers(read.members, 'yaml', source);
    return { ...made, warnings: [...read.warnings, ...made.warnings] };
  },
};
